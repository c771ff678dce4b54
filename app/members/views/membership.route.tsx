import { data, Form, href, Link, redirect } from "react-router";
import { BackToAccount, SideBox, Switch } from "../../accounts/views/account-page.tsx";
import { signedInVisitorContext } from "../../accounts/visitor-context.ts";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { textFields } from "../../forms/field-schemas.ts";
import { messageOfCode } from "../../forms/messages.ts";
import { FormAlert, StatusMessage } from "../../forms/post-form.tsx";
import { setMailPreference } from "../../people/mail-preferences.server.ts";
import { formAction } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { readOwnReceipts } from "../../sales/own-receipts.server.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { Banner } from "../../ui/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { LINK } from "../../ui/link-styles.ts";
import { areMembersOn, areSalesOn } from "../coverage.server.ts";
import { JOIN_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/membership.route";
import { type PersonPasses, readMembership } from "./membership-view.server.ts";
import { PassStub } from "./pass-stub.tsx";

/** Messages after forms on the membership page. */
const MEMBERSHIP_DONE: Readonly<Record<string, string>> = {
  joined: "Your account is connected to your membership. Your pass now covers the classes you book here.",
  "mails-on": "Emails about your passes are on again.",
  "mails-off": "No more emails about your passes. We still email you when a freeze cancels a booking.",
};

export const meta = accountMeta({
  title: "My membership",
  description: "See how long you have paid for, and manage your pass.",
  path: href("/account/membership"),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  if (!(await areMembersOn(services))) throw data(null, { status: 404 });
  const membership = await readMembership(services, context.get(signedInVisitorContext).id);
  // Without a record, the only thing to do is to enter the desk's code.
  if (membership === undefined) throw redirect(href("/account/join"));
  return {
    ...membership,
    receipts: (await areSalesOn(services))
      ? await readOwnReceipts(services, context.get(signedInVisitorContext).id)
      : undefined,
    done: messageOfCode(MEMBERSHIP_DONE, url.searchParams.get("done")),
    problem: messageOfCode(JOIN_PROBLEMS, url.searchParams.get("problem")),
    photo: (await findPlacePictures(services, ["account"])).account,
  };
}

const membershipForm = textFields("do");

export async function action({ context, request }: Route.ActionArgs) {
  const { id } = context.get(signedInVisitorContext);
  if (!(await areMembersOn(context.get(servicesContext)))) throw data(null, { status: 404 });
  return formAction({ context, request }, membershipForm, async ({ services, values }) => {
    if (values.do !== "mails-on" && values.do !== "mails-off") throw data(null, { status: 400 });
    await setMailPreference(services, "mails", id, values.do === "mails-on");
    return redirect(`${href("/account/membership")}?done=${values.do}`, 303);
  });
}

/** How long a member has paid for, what comes next, and what they can do. */
export default function Membership({ loaderData, actionData }: Route.ComponentProps) {
  const { people, mailsWanted, receipts, done, problem, photo } = loaderData;
  const [own, ...children] = people;
  return (
    <>
      <Banner eyebrow="Karibu tena" title="My membership" photo={photo} />
      <div className="grid gap-x-[clamp(40px,6vw,96px)] gap-y-12 bg-ink px-gutter py-section lg:grid-cols-[minmax(0,1fr)_372px]">
        <div>
          {done && <StatusMessage key={done}>{done}</StatusMessage>}
          <div className="mb-6 empty:hidden">
            <FormAlert
              returned={actionData ?? (problem === undefined ? undefined : { errors: { form: problem }, typed: {} })}
            />
          </div>
          {own && <Person person={own} />}
          {children.map((child) => (
            <section key={child.id} aria-labelledby={child.id} className="mt-14">
              <h2 id={child.id} className="mb-6 border-b-4 border-chalk pb-6 text-[clamp(40px,4.4vw,64px)]">
                {child.name}
              </h2>
              <Person person={child} />
            </section>
          ))}
        </div>
        <div>
          <SideBox id="door" title="The door">
            {people.map(({ id, name, door, isOwn }) => (
              <p key={id} className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3">
                {isOwn ? "Your number:" : `${name}:`}{" "}
                <b className="font-display text-[32px] leading-tight font-black text-white">{door}</b>
              </p>
            ))}
            <LinkButton to={href("/account/card")} reloadDocument className="mt-4 w-full">
              My card
            </LinkButton>
          </SideBox>
          <Freezes people={people} />
          {receipts && (
            <SideBox id="receipts" title="Receipts">
              <p className="mb-4">{receipts.owed ?? "You owe nothing."}</p>
              <Link to={href("/account/receipts")} className={LINK}>
                My receipts
              </Link>
            </SideBox>
          )}
          <SideBox id="mails" title="Emails">
            <p className="mb-4">
              A week before a pass ends, after it has ended, and when it is frozen. We always email you when a freeze
              cancels a booking.
            </p>
            <Form method="post" preventScrollReset>
              <Switch isOn={mailsWanted} on="mails-on" off="mails-off">
                Email me about my passes
              </Switch>
            </Form>
          </SideBox>
          <BackToAccount />
        </div>
      </div>
    </>
  );
}

function Person({ person: { stubs, past, isOwn, name } }: { person: PersonPasses }) {
  const whose = isOwn ? "Your pass" : `${name}’s pass`;
  const Heading = isOwn ? "h2" : "h3";
  return (
    <>
      {stubs.length === 0 && (
        <div className="border-y border-white/15 py-10">
          <p className="max-w-[46ch] text-lg text-ash">
            No pass yet. The pricing page shows the plans and what they cost; you buy one at the desk.
          </p>
          <LinkButton to={href("/pricing")} className="mt-7">
            Pricing
          </LinkButton>
        </div>
      )}
      <div className="grid gap-6">
        {stubs.map((stub) => (
          <PassStub key={stub.id} stub={stub} label={`${whose}: ${stub.plan}`} />
        ))}
      </div>
      {past.length > 0 && (
        <section aria-label="Earlier passes" className="mt-10">
          <Heading className="border-b border-white/15 pb-3 text-[30px]">Earlier passes</Heading>
          <ul>
            {past.map(({ id, plan, days }) => (
              <li key={id} className="flex flex-wrap justify-between gap-x-6 border-b border-white/15 py-3">
                <b>{plan}</b> <span className="text-ash">{days}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Freezes({ people }: { people: readonly PersonPasses[] }) {
  const freezable = people.flatMap(({ freezable, name, isOwn }) =>
    freezable.map((pass) => ({ ...pass, whose: isOwn ? pass.plan : `${name}’s ${pass.plan}` })),
  );
  if (freezable.length === 0) return null;
  return (
    <SideBox id="away" title="Going away?">
      <p>
        The desk can <b className="text-chalk">freeze</b> a pass, once every twelve months, for two weeks to three
        months. The days are added at the end; bookings in that time are cancelled. Tell the desk the first and the last
        day.
      </p>
      <ul className="print:hidden">
        {freezable.map(({ id, whose, whatsApp, mail }) => (
          <li key={id} className="mt-4 grid gap-2.5">
            {freezable.length > 1 && <p className="font-bold text-chalk">{whose}</p>}
            {whatsApp !== null && (
              <a href={whatsApp} rel="noopener" className={QUIET_BUTTON}>
                Ask by WhatsApp<span className="sr-only">{`: ${whose}`}</span>
              </a>
            )}
            <a href={mail} className={QUIET_BUTTON}>
              Ask by email<span className="sr-only">{`: ${whose}`}</span>
            </a>
          </li>
        ))}
      </ul>
    </SideBox>
  );
}

const QUIET_BUTTON =
  "inline-flex min-h-12 items-center justify-self-start rounded-edge border border-white/45 px-4 text-[15px] leading-snug font-bold text-white hover:border-white";
