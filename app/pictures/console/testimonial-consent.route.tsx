import { data, href, useActionData } from "react-router";
import { findEditableEntry } from "../../cms/editing/editable-entry.server.ts";
import { ActionForm, ActionPage } from "../../console/kit/action-page.tsx";
import { type Actions, hiddenField, type ReturnedAction } from "../../console/kit/actions.ts";
import { type Found, staffActions } from "../../console/kit/staff-actions.server.ts";
import { formPath } from "../../content-types/paths.ts";
import { testimonialType } from "../../content-types/testimonial.ts";
import { can } from "../../staff/roles.ts";
import { listConsents } from "../consents.server.ts";
import { type ConsentForm, changeConsent, registerEntry } from "../picture-actions.server.ts";
import { PICTURE_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/testimonial-consent.route";
import { CONSENT_FIELDS, CONSENT_OPTIONS, Register } from "./consent-register.tsx";

const WORDS = {
  consequence: "The testimonial is removed from the site within seconds and erased, with all its earlier versions.",
  withdraw: "Withdraw consent and remove the testimonial",
  forget: "Not this person",
};

const ACTIONS = {
  add: { submit: "Record consent", isMain: true, fields: CONSENT_FIELDS },
  give: { submit: "Record consent", fields: [hiddenField("id"), ...CONSENT_FIELDS] },
  forget: { submit: WORDS.forget, fields: [hiddenField("id")] },
  withdraw: { submit: WORDS.withdraw, fields: [hiddenField("id")] },
} satisfies Actions;

type FoundTestimonial = Found & { subject: { kind: "testimonial"; key: string }; title: string };

function change(
  { services, member, subject, title }: FoundTestimonial,
  name: keyof typeof ACTIONS,
  values: ConsentForm,
) {
  return changeConsent(services, member, subject, { ...values, do: name }, title);
}

const server = staffActions(ACTIONS, {
  may: ["see", "testimonial"],
  problems: PICTURE_PROBLEMS,
  find: async (request: Found, { params: { slug } }: Route.LoaderArgs): Promise<FoundTestimonial> => {
    const editing = await findEditableEntry(request.services, testimonialType, slug);
    if (editing === undefined) throw data(null, { status: 404 });
    return { ...request, subject: { kind: "testimonial", key: slug }, title: editing.title };
  },
  load: async ({ services, member, subject, title }) => ({
    title,
    path: formPath(testimonialType.name, subject.key),
    register: (await listConsents(services.db, subject)).map((consent) => registerEntry(consent, services.now())),
    mayChange: can(member.role, "edit", "testimonial"),
  }),
  run: {
    add: ["edit", (target, values) => change(target, "add", values)],
    give: ["edit", (target, values) => change(target, "give", values)],
    forget: ["edit", (target, values) => change(target, "forget", values)],
    withdraw: ["publish", (target, values) => change(target, "withdraw", values)],
  },
  to: (_found, { key }) => href("/staff/content/testimonial/:slug/consent", { slug: key }),
});
export const loader = server.loader;
export const action = server.action;

export default function TestimonialConsent({ loaderData: { page } }: Route.ComponentProps) {
  const { title, path, register, mayChange } = page;
  const returned = useActionData<ReturnedAction>();
  return (
    <ActionPage
      actions={ACTIONS}
      title="Consent"
      about={title}
      back={{ to: path, label: title }}
      meta="A person’s words and name are personal data: they may be shown only while the person agrees."
      layout=""
    >
      {register.length > 0 && (
        <section className="part max-w-190" aria-labelledby="register">
          <h2 id="register">Register</h2>
          <Register
            entries={register}
            mayChange={mayChange}
            words={WORDS}
            returned={returned}
            openId={returned?.typed.id}
          />
        </section>
      )}
      {mayChange && (
        <div className="max-w-190" key={register.length}>
          <ActionForm
            action="add"
            title="Record a consent"
            values={{ name: register.length === 0 ? title : "" }}
            options={CONSENT_OPTIONS}
          />
        </div>
      )}
    </ActionPage>
  );
}
