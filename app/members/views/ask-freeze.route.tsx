import { randomUUID } from "node:crypto";
import { Fragment } from "react";
import { data, href, Link, redirect } from "react-router";
import { AccountFrame } from "../../accounts/views/account-frame.tsx";
import { signedInVisitorContext } from "../../accounts/visitor-context.ts";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { textFields } from "../../forms/field-schemas.ts";
import { TextField } from "../../forms/fields.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { FormAlert, PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import type { Services } from "../../platform/services.ts";
import { formAction, problemResponses } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { calendarDay, dayNumber } from "../../time/days.ts";
import { Button } from "../../ui/button.tsx";
import { LINK } from "../../ui/link-styles.ts";
import { areMembersOn } from "../cover.server.ts";
import { dayWords, shortDayWords } from "../day-words.server.ts";
import { lastDayAfter, sessionTextsOf, usualFreeze } from "../freeze-days.server.ts";
import { freezeFacts } from "../freeze-facts.server.ts";
import { askForFreeze, findPassOfAccount } from "../freeze-requests.server.ts";
import { previewFreeze } from "../pass-changes.server.ts";
import { actsOfMember, countingActs } from "../pass-rows.server.ts";
import { FREEZE_LENGTHS } from "../passes.ts";
import type { Route } from "./+types/ask-freeze.route";
import { FREEZE_ANSWERS, MEMBERSHIP_MESSAGES } from "./messages.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches[0].loaderData, {
    title: "Ask for a freeze",
    description: "Ask the desk to freeze your pass while you are away.",
    path: href("/account/membership/freeze"),
    share: "account",
    shareAlt: "A man swings a kettlebell to shoulder height between red light tubes.",
  });
}

type Days = { firstDay: string; lastDay: string };

/** What a freeze of some days would do, or why it can't be; two weeks from today where no days were typed. */
async function readAsked(services: Services, userId: string, passId: string, typed: Days | undefined) {
  const { db, now } = services;
  const today = calendarDay(now());
  const found = await findPassOfAccount(db, userId, passId, dateInNairobi(now()));
  if (found === undefined) throw data(null, { status: 404 });
  const { member, pass } = found;
  const days = typed ?? usualFreeze(pass, today);
  const preview = await previewFreeze(services, pass, { ...days, kind: "counted" });
  const shown = { passId, plan: pass.row.plan_name, name: member.user_id === userId ? null : member.name, ...days };
  if ("problem" in preview) {
    const counted = countingActs(await actsOfMember(db, member.id)).freezes.flatMap(({ isCounted, firstDay }) =>
      isCounted ? firstDay : [],
    );
    const text = (day: number) => shortDayWords(day, today);
    const facts = freezeFacts(preview.problem, days, { kind: "counted", pass, counted, today, text });
    return { ...shown, problem: FREEZE_ANSWERS[preview.problem](facts) };
  }
  return {
    ...shown,
    effect: {
      count: dayNumber(days.lastDay) - dayNumber(days.firstDay) + 1,
      before: dayWords(pass.lastDay, today),
      after: dayWords(preview.lastDay, today),
      bookings: await sessionTextsOf(db, preview.bookings),
    },
  };
}

async function membersOnly(context: Route.LoaderArgs["context"]) {
  const services = context.get(servicesContext);
  if (!(await areMembersOn(services))) throw data(null, { status: 404 });
  return { services, userId: context.get(signedInVisitorContext).id };
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, userId } = await membersOnly(context);
  return {
    asked: await readAsked(services, userId, url.searchParams.get("pass") ?? "", undefined),
    formId: randomUUID(),
    photo: (await findPlacePictures(services, ["account"])).account,
  };
}

const freezeForm = textFields("do", "length", "formId", "pass", "firstDay", "lastDay", "word");

const freezeResponse = problemResponses<keyof typeof MEMBERSHIP_MESSAGES>(
  MEMBERSHIP_MESSAGES,
  { "too-long": "word" },
  { "asked-before": 409 },
);

export async function action({ context, request }: Route.ActionArgs) {
  const { userId } = await membersOnly(context);
  return formAction({ context, request }, freezeForm, async ({ services, values, typed }) => {
    const length = FREEZE_LENGTHS.find(([days]) => String(days) === values.length)?.[0];
    const { firstDay } = values;
    const today = calendarDay(services.now());
    const lastDay = length === undefined ? values.lastDay : lastDayAfter(firstDay, length, today);
    if (values.do === "ask" && length === undefined) {
      const { code } = await askForFreeze(services, userId, { ...values, passId: values.pass });
      if (code === "asked" || code === "same") return redirect(`${href("/account/membership")}?done=asked`, 303);
      if (code !== "impossible") {
        // Of a pass that is gone there is nothing to show.
        if (code === "unknown") throw data(null, { status: 404 });
        const response = freezeResponse(code, typed);
        const asked = await readAsked(services, userId, values.pass, { firstDay, lastDay });
        return data({ ...response.data, asked }, response.init ?? undefined);
      }
    }
    const asked = await readAsked(services, userId, values.pass, { firstDay, lastDay });
    const errors: ReturnedForm["errors"] = "problem" in asked ? { firstDay: asked.problem } : {};
    return data({ errors, typed: { ...typed, firstDay, lastDay }, asked }, "problem" in asked ? { status: 422 } : {});
  });
}

/** Asks the desk for a freeze, and says before that what it would do. */
export default function AskFreeze({ loaderData, actionData }: Route.ComponentProps) {
  const returned = useReturnedForm<string>(actionData);
  const shown = actionData !== undefined && "asked" in actionData ? actionData.asked : undefined;
  const { passId, plan, name, firstDay, lastDay, ...outcome } = shown ?? loaderData.asked;
  const whose = name === null ? `Your ${plan}` : `${name}’s ${plan}`;
  return (
    <AccountFrame photo={loaderData.photo} eyebrow={whose} title="Ask for a freeze">
      <PostForm returned={returned}>
        <FormAlert returned={returned} />
        <input type="hidden" name="pass" value={passId} />
        <input type="hidden" name="formId" value={returned?.typed.formId ?? loaderData.formId} />
        {/* Enter in a field shows what it would do. */}
        <button type="submit" name="do" value="show" className="sr-only" tabIndex={-1} aria-hidden="true">
          Show
        </button>{" "}
        {/* Made anew when a button fills them in. */}
        <div className="grid gap-6 sm:grid-cols-2" key={`${firstDay} ${lastDay}`}>
          <TextField name="firstDay" label="First day" type="date" initial={firstDay} returned={withDays(returned)} />
          <TextField name="lastDay" label="Last day" type="date" initial={lastDay} returned={undefined} />
        </div>
        <fieldset>
          <legend className="mb-2 text-[15px] font-bold">For how long</legend>
          <div className="grid grid-cols-2 gap-2.5">
            {FREEZE_LENGTHS.map(([days, label]) => (
              <Fragment key={days}>
                <button type="submit" name="length" value={days} className={CHOICE}>
                  {label}
                </button>{" "}
              </Fragment>
            ))}
          </div>
          <p className="mt-2 text-[15px] text-ash">14 to 90 days, once in twelve months.</p>
        </fieldset>
        <TextField
          name="word"
          label="Anything the desk should know"
          hint="You need not say why, and nothing about health: a word about travel or work is enough."
          autoComplete="off"
          returned={returned}
        />
        {"effect" in outcome && (
          <section aria-labelledby="effect" className="border-l-[12px] border-red bg-coal px-5 py-4.5">
            <h2 id="effect" className="mb-2 text-[28px]">
              What it would do
            </h2>
            <p>
              {`${outcome.effect.count} days frozen. It would end on `}
              <b>{outcome.effect.after}</b>
              {`, not on ${outcome.effect.before}.`}
            </p>
            {outcome.effect.bookings.length === 0 ? (
              <p className="mt-2">No booked class would be given back.</p>
            ) : (
              <>
                <p className="mt-2">Given back, free of charge:</p>
                <ul className="font-bold">
                  {outcome.effect.bookings.map((text) => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
              </>
            )}
          </section>
        )}
        <div className="grid gap-2.5">
          <button type="submit" name="do" value="show" className={CHOICE}>
            Show what it would do
          </button>{" "}
          <Button type="submit" name="do" value="ask">
            Ask the desk
          </Button>
        </div>
        <p className="text-[15px] text-ash">
          The desk freezes it, or says why not. You can withdraw the request until then.
        </p>
      </PostForm>
      <p className="mt-4">
        <Link to={href("/account/membership")} className={LINK}>
          Back to my membership
        </Link>
      </p>
    </AccountFrame>
  );
}

const CHOICE =
  "min-h-12 cursor-pointer rounded-edge border border-white/45 px-3 text-[15px] font-bold text-white hover:border-white";

/** The errors of the form without what was typed: the fields have the days that the page shows. */
function withDays(returned: ReturnedForm<string> | undefined): ReturnedForm<string> | undefined {
  return returned && { errors: returned.errors, typed: {} };
}
