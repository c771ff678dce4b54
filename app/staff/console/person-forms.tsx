import type { ReactNode } from "react";
import { Link } from "react-router";
import { Notice } from "../../console/notice.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import type { Role } from "../roles.ts";
import { FormNotice } from "./code-form.tsx";
import { RoleField } from "./role-field.tsx";

export type StaffPersonView = { name: string; role: Role; trainerSlug: string | null; hasSecondStep: boolean };

/** What can be changed about a member of staff. */
export function PersonForms({
  person,
  isOneself,
  isDone,
  isRemovalAsked,
  trainers,
  scheduled,
  returnedForm,
}: {
  person: StaffPersonView;
  isOneself: boolean;
  isDone: boolean;
  /** Whether the question before the removal is to be shown. */
  isRemovalAsked: boolean;
  trainers: readonly { slug: string; name: string }[];
  /** What they have scheduled, each with its moment. */
  scheduled: readonly string[];
  returnedForm: ReturnedForm | undefined;
}) {
  const returned = useReturnedForm(returnedForm);
  return (
    <div className="grid max-w-[620px] gap-9">
      <FormNotice returned={returned} />
      {isDone && returned === undefined && <Notice>Done. It holds from their next click.</Notice>}
      <ChangeForm change="role" submit="Change the role" isMain>
        <RoleField current={person.role} returned={returned} />
        {isOneself && <p className="help">This is you: with another role you leave this page.</p>}
        {scheduled.length > 0 && (
          <p className="help">
            What they have scheduled and may not publish in the new role waits for somebody who may.
          </p>
        )}
      </ChangeForm>
      {person.role === "trainer" && (
        <ChangeForm change="trainer" submit="Save the trainer">
          <TrainerField current={person.trainerSlug} trainers={trainers} error={returned?.errors.trainer} />
        </ChangeForm>
      )}
      {person.hasSecondStep && (
        <ChangeForm change="reset" submit="Reset the second step">
          <h2>Lost phone</h2>
          <p>
            Resetting removes {isOneself ? "your" : "their"} app, passkeys and recovery codes, and signs{" "}
            {isOneself ? "you" : "them"} out on every phone and laptop. Only after you have spoken to them: until they
            set it up again, the password alone decides who does.
          </p>
        </ChangeForm>
      )}
      <Removal name={person.name} isOneself={isOneself} isAsked={isRemovalAsked} scheduled={scheduled} />
    </div>
  );
}

/** Removes somebody, after a question. */
function Removal({
  name,
  isOneself,
  isAsked,
  scheduled,
}: {
  name: string;
  isOneself: boolean;
  isAsked: boolean;
  scheduled: readonly string[];
}) {
  const consequence = (
    <p>
      {isOneself ? "You" : name} can’t open the console from the next click on. What they did stays in the activity, and
      their account as a visitor stays theirs.
    </p>
  );
  if (!isAsked) {
    return (
      <div className="form border-(--line) border-t pt-6">
        <h2>Leaving</h2>
        {consequence}
        <p className="actions">
          <Link className="button" to="?remove=1#remove" preventScrollReset>
            Remove {name}
          </Link>
        </p>
      </div>
    );
  }
  return (
    <section className="summary calm" id="remove" tabIndex={-1}>
      <h2>Remove {name}?</h2>
      {consequence}
      {scheduled.length > 0 && (
        <>
          <p className="mt-2">
            What they have scheduled is not done. It waits on the first page for somebody to publish or cancel it:
          </p>
          <ul className="mt-2 list-disc pl-5">
            {scheduled.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      )}
      <PostForm returned={undefined} className="mt-4">
        <input type="hidden" name="do" value="remove" />
        <p className="actions">
          <button type="submit" className="button ink">
            Remove {name}
          </button>
          <Link className="link" to="?" preventScrollReset>
            No
          </Link>
        </p>
      </PostForm>
    </section>
  );
}

function ChangeForm({
  change,
  submit,
  isMain = false,
  children,
}: {
  change: "role" | "trainer" | "reset";
  submit: string;
  isMain?: boolean;
  children: ReactNode;
}) {
  return (
    <PostForm
      returned={undefined}
      className="form border-(--line) border-t pt-6 first-of-type:border-0 first-of-type:pt-0"
    >
      <input type="hidden" name="do" value={change} />
      {children}
      <p className="actions">
        <button type="submit" className={isMain ? "button red" : "button"}>
          {submit}
        </button>
      </p>
    </PostForm>
  );
}

function TrainerField({
  current,
  trainers,
  error,
}: {
  current: string | null;
  trainers: readonly { slug: string; name: string }[];
  error: string | undefined;
}) {
  return (
    <div className={error ? "field wrong" : "field"}>
      <label htmlFor="trainer">Trainer on the site</label>
      {error && (
        <p id="trainer-error" className="error">
          {error}
        </p>
      )}
      <select
        id="trainer"
        name="trainer"
        defaultValue={current ?? ""}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "trainer-error" : "trainer-help"}
      >
        <option value="">None</option>
        {trainers.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
      <p id="trainer-help" className="help">
        Whose classes they see on the first page.
      </p>
    </div>
  );
}
