import { data, Form, href, redirect } from "react-router";
import { BackToAccount, SideBox, Switch } from "../../accounts/views/account-page.tsx";
import { signedInVisitorContext } from "../../accounts/visitor-context.ts";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { textFields } from "../../forms/field-schemas.ts";
import { FormAlert, StatusMessage } from "../../forms/post-form.tsx";
import { messageOfCode } from "../../forms/problems.ts";
import { setMailPreference } from "../../people/mail-preferences.server.ts";
import { formAction } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { readOwnReceipts } from "../../sales/receipts.server.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { Banner } from "../../ui/banner.tsx";
import { LinkButton, TextLink } from "../../ui/button.tsx";
import { SMALL_BUTTON } from "../../ui/copy-button.tsx";
import { areMembersOn, areSalesOn } from "../coverage.server.ts";
import { DAY_FILL, type DaysInRow, MAX_DAYS_DRAWN } from "../days-in-row.ts";
import { JOIN_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/membership.route";
import { type PassMark, type PassStubView, type PersonPasses, readMembership } from "./membership-view.server.ts";

/** Shapes in a square of 14, distinct even in black and white. */
const SHAPES: Readonly<Record<PassMark, string>> = {
  running: "M0 0h14v14H0z",
  ending: "M0 0h14v14z",
  grace: "M0 7h14v7H0z",
  frozen: "M0 14 14 0h-5L0 9zM0 5l5-5H0zM14 5l-9 9h5l4-4z",
  future: "M0 0h7v14H0z",
  ended: "M0 5h14v4H0z",
};

function PassStub({ stub, label: ariaLabel }: { stub: PassStubView; label: string }) {
  const { plan, mark, label, days, note, row, rowFrom, rowTo, frozen, next } = stub;
  return (
    <section aria-label={ariaLabel} className="on-light bg-chalk text-ink print:border forced-colors:border">
      <div aria-hidden="true" className="shuka h-5.75" />
      <div className="px-6 pt-6 pb-6 lg:px-9 lg:pt-8.5">
        <p className={`flex items-center gap-2.5 font-bold ${mark === "grace" ? "text-blood" : ""}`}>
          <svg
            viewBox="0 0 14 14"
            fill="currentColor"
            overflow="visible"
            aria-hidden="true"
            className="size-4 shrink-0"
          >
            <path d="M.5.5h13v13H.5z" className="fill-none stroke-current" />
            <path d={SHAPES[mark]} />
          </svg>
          {label}
        </p>
        <p className="mt-3 font-display text-[clamp(min(56px,14.4vw),7.4vw,84px)] leading-[.86] font-black uppercase wrap-anywhere">
          {plan}
        </p>
        <p className="mt-3 font-display text-[clamp(min(28px,6vw),3vw,38px)] leading-[1.05] font-black">
          {days} <span className="mt-1.5 block text-blood">{note}</span>
        </p>
        {row.length > 0 && (
          <div className="mt-5">
            <PassDaysRow row={row} />
            <p className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-[15px] text-graphite">
              <span>{rowFrom}</span> <span>{rowTo}</span>
            </p>
            {frozen && (
              <p className="flex text-[15px] text-graphite">
                <span style={{ flexGrow: frozen.daysBefore }} /> {frozen.text}{" "}
                <span style={{ flexGrow: frozen.daysAfter }} />
              </p>
            )}
          </div>
        )}
      </div>
      {next && (
        <p className="border-t-2 border-dashed border-ink/45 px-6 pt-4.5 pb-6 lg:px-9 lg:pt-6 lg:pb-9">
          <b>{next.strong}</b> {next.rest}
        </p>
      )}
    </section>
  );
}

const DRAWN = {
  gone: { fill: "currentColor", fillOpacity: 0.25 },
  today: { className: "fill-red" },
  open: { fill: "currentColor" },
  frozen: { fill: "currentColor", fillOpacity: 0.6 },
  grace: { fill: "none", stroke: "currentColor", className: "text-blood" },
} as const;

/**
 * The days of a pass: past days are pale, today is red, frozen days are low, grace days are outlined. Decoration: a
 * text below it has the same facts.
 */
function PassDaysRow({ row }: { row: DaysInRow }) {
  const total = row.reduce((sum, { days }) => sum + days, 0);
  const paths = new Map<keyof typeof DRAWN, string>();
  let from = 0;
  for (const { kind, days } of row) {
    const [top, height] = kind === "frozen" ? [5, 3] : [0, 8];
    const draw = (x: number, width: number) => `M${x} ${top}h${width}v${height}h-${width}z`;
    const drawn =
      total > MAX_DAYS_DRAWN
        ? draw(from, days)
        : Array.from({ length: days }, (_, index) => draw(from + index, DAY_FILL)).join("");
    paths.set(kind, (paths.get(kind) ?? "") + drawn);
    from += days;
  }
  return (
    <svg
      viewBox={`0 0 ${total > MAX_DAYS_DRAWN ? total : total - 1 + DAY_FILL} 8`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-8 w-full print:block!"
    >
      {[...paths].map(([kind, path]) => (
        <path key={kind} d={path} {...DRAWN[kind]} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
}

/** Messages after forms on the membership page. */
const MEMBERSHIP_DONE: Readonly<Record<string, string>> = {
  joined: "Your account is connected to your membership. Your pass now covers the classes you book here.",
  "mails-on": "Emails about your passes are on again.",
  "mails-off": "No more emails about your passes. We still email you when a freeze cancels a booking.",
};

export const meta = accountMeta("My membership", "See how long you have paid for, and manage your pass.");

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
      <div className="grid gap-x-[clamp(40px,6vw,96px)] gap-y-16 bg-ink px-gutter py-section lg:grid-cols-[minmax(0,1fr)_372px]">
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
              <p>{receipts.owed ?? "You owe nothing."}</p>
              <p className="-mb-2.5">
                <TextLink to={href("/account/receipts")} label="My receipts" />
              </p>
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
          <li key={id} className="mt-4 flex flex-wrap gap-2.5">
            {freezable.length > 1 && <p className="basis-full font-bold text-chalk">{whose}</p>}
            {whatsApp !== null && (
              <a href={whatsApp} rel="noopener" className={SMALL_BUTTON}>
                Ask by WhatsApp<span className="sr-only">{`: ${whose}`}</span>
              </a>
            )}
            <a href={mail} className={SMALL_BUTTON}>
              Ask by email<span className="sr-only">{`: ${whose}`}</span>
            </a>
          </li>
        ))}
      </ul>
    </SideBox>
  );
}
