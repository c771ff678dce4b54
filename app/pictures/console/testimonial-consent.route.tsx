import { data, Form, href, redirect } from "react-router";
import { getEditing } from "../../cms/editing/editing.server.ts";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { testimonialType } from "../../content-types/testimonial.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import type { Services } from "../../platform/services.ts";
import { can } from "../../staff/roles.ts";
import { requirePermission, staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { listConsents } from "../consents.server.ts";
import { changeConsent, pictureForm, registerEntry } from "../picture-actions.server.ts";
import { PICTURE_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/testimonial-consent.route";
import { ConsentFields } from "./consent-fields.tsx";
import { Register } from "./consent-register.tsx";

const WORDS = {
  consequence: "These words are taken off the site, within seconds, and erased with all earlier versions of them.",
  withdraw: "Withdraw consent, take the words off the site",
  forget: "Not this person",
};

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(`Consent: ${loaderData?.title ?? ""}`);
}

async function titleOf(services: Services, slug: string): Promise<string> {
  const editing = await getEditing(services, testimonialType, slug);
  if (editing === undefined) throw data(null, { status: 404 });
  return editing.title;
}

export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["see", "testimonial"]);
  const title = await titleOf(services, slug);
  const consents = await listConsents(services.db, { kind: "testimonial", key: slug });
  const now = services.now();
  return {
    title,
    path: href("/staff/content/:type/:slug", { type: testimonialType.name, slug }),
    register: consents.map((consent) => registerEntry(consent, now)),
    mayChange: can(member.role, "edit", "testimonial"),
  };
}

export async function action({ context, params: { slug }, request }: Route.ActionArgs) {
  return staffAction({ context, request }, ["edit", "testimonial"], pictureForm, async (form) => {
    const { services, member, values, typed } = form;
    // Withdrawing changes what is on the site.
    if (values.do === "withdraw") requirePermission(member, "publish", "testimonial");
    const title = await titleOf(services, slug);
    const outcome = await changeConsent(services, member, { kind: "testimonial", key: slug }, values, title);
    if (outcome.code !== "done") return problemResponse(PICTURE_PROBLEMS, outcome.code, typed);
    return redirect(href("/staff/content/testimonial/:slug/consent", { slug: outcome.key }), 303);
  });
}

/** The consent of a person whose words are on the site under their name. */
export default function TestimonialConsent({ loaderData, actionData }: Route.ComponentProps) {
  const { title, path, register, mayChange } = loaderData;
  const openId = actionData?.typed.id;
  return (
    <>
      <PageHead title="Consent" back={{ to: path, label: title }} />
      {actionData?.errors.form && <Notice isBad>{actionData.errors.form}</Notice>}
      <p className="help">
        Somebody’s words under their name are personal data: they are on the site while the person agrees.
      </p>
      {register.length > 0 && (
        <section className="register" aria-labelledby="register">
          <h2 id="register">Register</h2>
          <Register entries={register} mayChange={mayChange} words={WORDS} returned={actionData} openId={openId} />
        </section>
      )}
      {mayChange && (
        <section className="register" aria-labelledby="add">
          <h2 id="add">Record a consent</h2>
          <Form method="post" noValidate className="form" key={register.length}>
            <ConsentFields name={register.length === 0 ? title : ""} returned={openId ? undefined : actionData} />
            <p>
              <button type="submit" name="do" value="add" className="button red">
                Record consent
              </button>
            </p>
          </Form>
        </section>
      )}
    </>
  );
}
