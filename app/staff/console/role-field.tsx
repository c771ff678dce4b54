import { ConsoleSelectField } from "../../console/fields.tsx";
import type { ReturnedForm } from "../../forms/problems.ts";
import { ROLE_NAMES, ROLES, type Role, type RoleChoice, roleValue } from "../roles.ts";

const WHAT_ROLES_DO: Readonly<Record<Role, string>> = {
  owner: "Owners can do everything, including prices, settings and the team.",
  desk: "The desk handles enquiries, bookings, the timetable and pictures.",
  trainer: "Trainers see the classes they teach.",
};

type RoleFieldProps = {
  current: RoleChoice;
  trainers: readonly { slug: string; name: string }[];
  /** Further sentences about the choice. */
  notes?: readonly string[];
  returned: ReturnedForm | undefined;
};

export function RoleField({ current, trainers, notes = [], returned }: RoleFieldProps) {
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
      help={[...ROLES.map((role) => WHAT_ROLES_DO[role]), ...notes].join(" ")}
      returned={returned}
    />
  );
}
