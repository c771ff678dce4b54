import type { Role } from "./roles.ts";

export type StaffMember = {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** The trainer they are on the site, for a trainer who sees their own classes. */
  trainerSlug: string | null;
};

/** A member of staff and their sign-in, for actions that prove a factor. */
export type StaffSignIn = { member: StaffMember; signInId: string };

/** The trainer whose classes alone a member sees; undefined for members who see the whole timetable. */
export function ownTrainer({ role, trainerSlug }: StaffMember): string | undefined {
  return role === "trainer" ? (trainerSlug ?? "") : undefined;
}
