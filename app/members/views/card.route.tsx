import { data, href, redirect } from "react-router";
import { signInPathFor } from "../../accounts/return-to.ts";
import { expiryAfterUse, findSignIn } from "../../accounts/sign-in.server.ts";
import { signedInVisitorContext } from "../../accounts/visitor-context.ts";
import { textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { peopleOfAccount } from "../../people/desk-records.server.ts";
import { doorNumberText, findDoorNumber } from "../../people/door-numbers.server.ts";
import type { Person } from "../../people/people.server.ts";
import { DAY_MS } from "../../platform/durations.ts";
import { qrCode } from "../../platform/qr-code.server.ts";
import type { Services } from "../../platform/services.ts";
import { formAction } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { pageTitle } from "../../site/seo/page-meta.ts";
import { dateInNairobi, longDate, shortMoment } from "../../time/dates.server.ts";
import { calendarDay, dateOfDay } from "../../time/days.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { CARD_SCRIPT } from "../card-worker.ts";
import { areMembersOn } from "../coverage.server.ts";
import { passOfState } from "../member-list.server.ts";
import { renewOwnDoorNumber } from "../own-door-number.server.ts";
import { passesOfPerson } from "../pass-rows.server.ts";
import { freezeOn, personStateOn, visitsLeft } from "../passes.ts";
import { CARD_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/card.route";
import styles from "./card.css?url";

/** Quiet zone in modules: four with the page's edge (ISO/IEC 18004). */
const QUIET_MODULES = 2;

type CardView = Awaited<ReturnType<typeof readCard>>;

async function readCards(services: Services, userId: string): Promise<CardView[]> {
  const people = await peopleOfAccount(services.db, userId, dateInNairobi(services.now()));
  const cards: CardView[] = [];
  for (const member of people) cards.push(await readCard(services, member));
  return cards;
}

async function readCard(services: Services, member: Person) {
  const number = (await findDoorNumber(services.db, member.id)) ?? "";
  const { size, path } = await qrCode(number);
  return {
    id: member.id,
    name: member.name,
    number,
    numberText: doorNumberText(number),
    code: { path, view: `${-QUIET_MODULES} ${-QUIET_MODULES} ${size + 2 * QUIET_MODULES} ${size + 2 * QUIET_MODULES}` },
    pass: await passLine(services, member),
  };
}

/** The current pass, with the year: a saved copy may be read much later. */
async function passLine({ db, now }: Services, { id }: Person): Promise<{ strong: string; rest: string }> {
  const today = calendarDay(now());
  const passes = await passesOfPerson(db, id);
  const state = personStateOn(passes, today);
  const pass = state === "never" ? undefined : passOfState(passes, state, today);
  if (pass === undefined) return { strong: "No pass yet", rest: "" };
  const text = (day: number) => withoutBreaks(longDate(dateOfDay(day)));
  const left = visitsLeft(pass);
  const visits = left === null ? "" : left === 1 ? "one visit left, " : `${left} visits left, `;
  const name = pass.row.plan_name;
  switch (state) {
    case "frozen":
      return { strong: "Frozen", rest: `until ${text(freezeOn(pass.freezes, today)?.lastDay ?? today)}` };
    case "grace":
      return { strong: name, rest: `${visits}grace period until ${text(pass.graceDay)}` };
    case "future":
      return { strong: name, rest: `from ${text(pass.firstDay)}` };
    case "ended":
      return { strong: name, rest: "has ended" };
    default:
      return { strong: name, rest: `${visits}until ${text(pass.lastDay)}` };
  }
}

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export function meta({ matches }: Route.MetaArgs) {
  const { loaderData } = matches[0];
  return [{ title: loaderData ? pageTitle("My card", loaderData) : "My card" }];
}

const SIGN_IN_DUE_DAYS = 3;

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  if (!(await areMembersOn(services))) throw data(null, { status: 404 });
  const cards = await readCards(services, context.get(signedInVisitorContext).id);
  if (cards.length === 0) throw redirect(href("/account/join"));
  const signIn = await findSignIn(services, request);
  if (signIn === undefined) throw redirect(signInPathFor(url.href));
  const now = services.now();
  const signInEnd = expiryAfterUse(signIn, now);
  const dueAt = new Date(signInEnd.getTime() - SIGN_IN_DUE_DAYS * DAY_MS);
  return {
    cards,
    signIn: { id: signIn.id, end: longDate(dateInNairobi(signInEnd)), dueAt: dueAt.toISOString(), isDue: dueAt <= now },
    /** When a copy of this page is saved; null if pages are not saved for offline reading. */
    savedAt: services.config.offlineReading ? withoutBreaks(shortMoment(now, now)) : null,
    asked: url.searchParams.get("new"),
  };
}

const cardForm = textFields("member", "door");

export async function action({ context, request }: Route.ActionArgs) {
  const { id } = context.get(signedInVisitorContext);
  if (!(await areMembersOn(context.get(servicesContext)))) throw data(null, { status: 404 });
  return formAction({ context, request }, cardForm, async ({ services, values }) => {
    const { code } = await renewOwnDoorNumber(services, id, { personId: values.member, seen: values.door });
    return code === "done" || code === "same"
      ? redirect(href("/account/card"), 303)
      : problemResponse(CARD_PROBLEMS, code);
  });
}

export default function Card({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { cards, signIn, savedAt, asked } = loaderData;
  const gym = matches[0].loaderData.settings.logoWord;
  return (
    <main data-sign-in={signIn.id}>
      {cards.map((card, index) => (
        <article key={card.id} className="member-card" aria-label={card.name}>
          <p className="gym">{gym}</p>
          {index === 0 ? <h1>{card.name}</h1> : <h2>{card.name}</h2>}
          <svg viewBox={card.code.view} role="img" aria-label="The code of this card" className="code">
            <path d={card.code.path} shapeRendering="crispEdges" />
          </svg>
          <p className="number">
            Door number <b>{card.numberText}</b>
          </p>
          <p className="pass">
            <b>{card.pass.strong}</b> {card.pass.rest}
          </p>
          {index === 0 && savedAt !== null && (
            // The worker shows it in its copy, and the script in the page, once there is a copy.
            <p className="saved" hidden data-saved="" suppressHydrationWarning>
              {"Saved on this phone "}
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React leaves such content as the script filled it in */}
              <time suppressHydrationWarning dangerouslySetInnerHTML={{ __html: savedAt }} />. It works without
              internet.
            </p>
          )}
          {index === 0 && (
            // The worker shows it in its copy when it is due.
            <p className="saved" hidden={!signIn.isDue} data-due={signIn.dueAt}>
              <b>Your sign-in ends on {signIn.end}.</b> After that, connect to the internet and sign in again.
            </p>
          )}
          {asked === card.id ? (
            <NewNumber card={card} problem={actionData?.errors.form} />
          ) : (
            <p className="ways" data-live="">
              {index === 0 && <a href={href("/account/membership")}>My membership</a>}{" "}
              <a href={`?new=${card.id}`}>
                Get a new number<span hidden={index === 0}>{` for ${card.name}`}</span>
              </a>
            </p>
          )}
        </article>
      ))}
      {savedAt !== null && asked === null && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
        <script dangerouslySetInnerHTML={{ __html: CARD_SCRIPT }} />
      )}
    </main>
  );
}

function NewNumber({ card, problem }: { card: CardView; problem: string | undefined }) {
  return (
    <form method="post" className="confirm" data-live="">
      <p>
        <b>A new number?</b> This one will then stop working, on other phones and on paper too.
      </p>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <input type="hidden" name="member" value={card.id} />
      <input type="hidden" name="door" value={card.number} />
      <button type="submit">Get the new number</button>
      <p>
        <a href={href("/account/card")}>Keep this one</a>
      </p>
    </form>
  );
}
