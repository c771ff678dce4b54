import { useId } from "react";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { ROLE_NAMES, ROLES, type Role } from "../roles.ts";

const WHAT_ROLES_DO: Readonly<Record<Role, string>> = {
  owner: "Everything: prices, settings and people too.",
  desk: "Enquiries, the timetable and pictures.",
  trainer: "Sees the classes they teach.",
};

/** The choice of a role, with what each may do. */
export function RoleField({ current, returned }: { current: Role | undefined; returned: ReturnedForm | undefined }) {
  const id = useId();
  const error = returned?.errors.role;
  const chosen = returned?.typed.role ?? current;
  return (
    <fieldset className={error ? "field wrong" : "field"} aria-describedby={error ? id : undefined}>
      <legend className="legend">Role</legend>
      {error && (
        <p id={id} className="error">
          {error}
        </p>
      )}
      {ROLES.map((role) => (
        <label key={role} className="choice">
          <input type="radio" name="role" value={role} defaultChecked={role === chosen} />
          <span>
            <b>{ROLE_NAMES[role]}</b>
            <span className="font-normal">{WHAT_ROLES_DO[role]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
