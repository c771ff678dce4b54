import { ConsoleSelectField } from "../../console/select-field.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { isRole, ROLE_NAMES, ROLES, type Role } from "../roles.ts";

const WHAT_ROLES_DO: Readonly<Record<Role, string>> = {
  owner: "Owners can do everything, including prices, settings and the team.",
  desk: "The desk handles enquiries, bookings, the timetable and pictures.",
  trainer: "Trainers see the classes they teach.",
};

export type RoleChoice = { role: Role; trainerSlug: string | null };

/** The value of a choice: `desk`, or `trainer:amina-yusuf`. */
function roleValue({ role, trainerSlug }: RoleChoice): string {
  return trainerSlug === null ? role : `${role}:${trainerSlug}`;
}

/** Parses the field's value; undefined if invalid. The caller checks the trainer. */
export function roleChoiceIn(value: string): RoleChoice | undefined {
  const [role = "", trainerSlug] = value.split(":");
  if (!isRole(role) || (trainerSlug !== undefined && role !== "trainer")) return undefined;
  return { role, trainerSlug: trainerSlug ?? null };
}

type RoleFieldProps = {
  current: RoleChoice;
  trainers: readonly { slug: string; name: string }[];
  returned: ReturnedForm | undefined;
};

export function RoleField({ current, trainers, returned }: RoleFieldProps) {
  const isGone = current.trainerSlug !== null && trainers.every(({ slug }) => slug !== current.trainerSlug);
  const options = ROLES.flatMap((role) =>
    role === "trainer"
      ? [
          ...trainers.map(({ slug, name }) => ({
            value: roleValue({ role, trainerSlug: slug }),
            label: `Trainer: ${name}`,
          })),
          ...(isGone ? [{ value: roleValue(current), label: "Trainer who is off the site" }] : []),
          { value: role, label: "Trainer who is not on the site yet" },
        ]
      : [{ value: role, label: ROLE_NAMES[role] }],
  );
  return (
    <ConsoleSelectField
      name="role"
      label="Role"
      options={options}
      chosen={roleValue(current)}
      help={ROLES.map((role) => WHAT_ROLES_DO[role]).join(" ")}
      returned={returned}
    />
  );
}
