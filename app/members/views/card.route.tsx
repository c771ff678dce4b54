import { data, href, redirect } from "react-router";
import { signInPathFor } from "../../accounts/return-to.ts";
import { expiryAfterUse, findSignIn } from "../../accounts/sign-in.server.ts";
import { signedInVisitorContext } from "../../accounts/visitor-context.ts";
import { textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { DAY_MS } from "../../platform/durations.ts";
import { formAction } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { pageTitle } from "../../site/seo/page-meta.ts";
import { longDate, shortMoment } from "../../time/date-texts.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { CARD_SCRIPT } from "../card-worker.ts";
import { areMembersOn } from "../coverage.server.ts";
import { renewOwnDoorNumber } from "../own-door-number.server.ts";
import { CARD_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/card.route";
import styles from "./card.css?url";
import { type CardView, readCards } from "./card-view.server.ts";

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
    savedAt: services.config.offlineReading ? shortMoment(now, now) : null,
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
