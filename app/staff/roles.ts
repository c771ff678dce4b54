/** The permissions of each role: the one table, used by routes, views and tests. */
import type { Catalogue } from "../content-types/catalogue.ts";

export const ROLES = ["owner", "desk", "trainer"] as const;

export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Readonly<Record<Role, string>> = { owner: "Owner", desk: "Desk", trainer: "Trainer" };

/** `publish` covers all changes that visitors see: publishing, scheduling, ordering and removing. */
export type Action = "see" | "edit" | "publish";

/** A content type, or another part of the console. Trainers have only their own class sessions and bookings. */
export type Subject =
  | keyof Catalogue
  | "timetable"
  | "bookings"
  | "members"
  | "sales"
  | "figures"
  | "enquiries"
  | "pictures"
  | "people"
  | "activity";

const ALL: readonly Action[] = ["see", "edit", "publish"];

const PERMISSIONS: Record<Exclude<Role, "owner">, Partial<Record<Subject, readonly Action[]>>> = {
  desk: {
    enquiries: ["see", "edit"],
    timetable: ALL,
    bookings: ["see", "edit"],
    members: ["see", "edit"],
    sales: ["see", "edit"],
    pictures: ALL,
    "gallery-picture": ALL,
    "place-picture": ALL,
  },
  trainer: { timetable: ["see"], bookings: ["see", "edit"] },
};

export function can(role: Role, action: Action, subject: Subject): boolean {
  return role === "owner" || (PERMISSIONS[role][subject]?.includes(action) ?? false);
}

export function storedRole(text: string): Role {
  if (!isRole(text)) throw new Error(`The role "${text}" of a member of staff is unknown`);
  return text;
}

export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}

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

export type RoleChoice = { role: Role; trainerSlug: string | null };

/** The value of a choice: `desk`, or `trainer:amina-yusuf`. */
export function roleValue({ role, trainerSlug }: RoleChoice): string {
  return trainerSlug === null ? role : `${role}:${trainerSlug}`;
}

/** Parses the field's value; undefined if invalid. The caller checks the trainer. */
export function roleChoiceIn(value: string): RoleChoice | undefined {
  const [role = "", trainerSlug] = value.split(":");
  if (!isRole(role) || (trainerSlug !== undefined && role !== "trainer")) return undefined;
  return { role, trainerSlug: trainerSlug ?? null };
}
