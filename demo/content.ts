/** The changes that the owner of the demo gym has made on its site, and those still pending. */

import { recordAlongside } from "../app/cms/console/entry-consent.server.ts";
import type { ContentType } from "../app/cms/content-type.ts";
import { saveDraft } from "../app/cms/editing/drafts.server.ts";
import { findLive } from "../app/cms/editing/entry-rows.server.ts";
import { publish } from "../app/cms/editing/publishing.server.ts";
import { removeEntry } from "../app/cms/editing/removal.server.ts";
import { schedulePublish } from "../app/cms/editing/schedules.server.ts";
import { storedValues } from "../app/cms/editing/stored-body.ts";
import { dismissFirstSteps } from "../app/console/first-page/first-steps.server.ts";
import { classType } from "../app/content-types/class.ts";
import { publishNotice } from "../app/content-types/notice.server.ts";
import { planType, questionType } from "../app/content-types/pricing.ts";
import { partnerType, testimonialType } from "../app/content-types/testimonial.ts";
import { publishChecks } from "../app/pictures/publish-checks.server.ts";
import { monthBounds, monthOf } from "../app/time/dates.server.ts";
import { runScheduledChanges } from "../host/start/jobs.ts";
import { DAYS_OPEN, expectDone, type Gym } from "./gym.ts";
import type { People } from "./people.ts";

const checks = publishChecks;

/** What a month costs at a gym in Nairobi, in shillings; the sample content has the specification's few shillings. */
const PRICES = { mwanzo: 3900, nguvu: 6500, bingwa: 10_000 } as const;

/** The form of a published entry, with some values changed. */
export async function changedValues({ services }: Gym, type: ContentType, slug: string, values: object) {
  const live = await findLive(services.db, { type: type.name, slug });
  return { values: { ...storedValues(live?.body ?? ""), ...values }, basedOn: live?.version ?? 0 };
}

export function planContent(gym: Gym, { team }: People): void {
  const { services, on, date } = gym;

  const changed = (type: ContentType, slug: string, values: object) => changedValues(gym, type, slug, values);
  /** Publishes a price on the first day of the month after this one. */
  const nextMonth = async (slug: string, price: number) => {
    const request = await changed(planType, slug, { price });
    const { to } = monthBounds(monthOf(services.now()));
    await expectDone(schedulePublish(services, planType, slug, request, to, team.akinyi, { checks }));
    gym.plan(to, () => runScheduledChanges(services));
  };

  on(-DAYS_OPEN, "13:30", async () => {
    for (const [slug, price] of Object.entries(PRICES)) {
      await expectDone(
        publish(services, planType, slug, await changed(planType, slug, { price }), team.akinyi, { checks }),
      );
    }
  });
  on(-DAYS_OPEN, "14:00", () => nextMonth("bingwa", 9500));
  on(-44, "17:30", () => dismissFirstSteps(services, true));
  on(-40, "10:10", () => {
    const values = {
      question: "Is there parking?",
      answer: "Behind the house, for twenty cars. Bicycles stand in the yard, where the desk sees them.",
    };
    return expectDone(publish(services, questionType, null, { values, basedOn: 0 }, team.akinyi, { checks }));
  });
  on(-33, "16:20", async () => {
    const values = {
      name: "Naomi Cherono",
      job: "Teacher",
      text: "I came to lose weight after my second child. I stay for the people in the nine o’clock class.",
    };
    const consent = { name: values.name, givenOn: date(-34), purpose: "site", how: "form", guardian: "" } as const;
    const options = { checks, alongside: recordAlongside(team.akinyi, consent) };
    await expectDone(publish(services, testimonialType, null, { values, basedOn: 0 }, team.akinyi, options));
  });
  for (const [day, summary] of [
    [-25, "Guard up: footwork, pads and heavy bags. Beginners get a bag of their own."],
    [-9, "Guard up: footwork, pads and heavy bag rounds. Beginners get a bag of their own."],
  ] as const) {
    on(day, "15:05", async () =>
      expectDone(
        publish(services, classType, "boxing", await changed(classType, "boxing", { summary }), team.akinyi, {
          checks,
        }),
      ),
    );
  }
  on(-19, "11:45", () => expectDone(removeEntry(services, partnerType, "duara", team.akinyi)));
  on(-2, "10:25", () => nextMonth("nguvu", 6900));
  on(-2, "11:30", async () => {
    const { values, basedOn } = await changed(classType, "yoga", {
      summary: "Strength and stretch in one long breath. On Thursdays at six, too.",
    });
    await expectDone(saveDraft(services, classType, "yoga", values, team.akinyi, { basedOn }));
  });
  on(-1, "15:20", () => {
    const text = "Our showers are cold until the new boiler is in. Classes run as always.";
    const until = { untilDay: date(1), untilTime: "21:00" };
    return expectDone(publishNotice(services, { text, fromDay: "", fromTime: "", ...until }, team.akinyi));
  });
  on(-1, "15:50", () => {
    const values = { question: "Can I bring a friend?", answer: "Yes: book for two, and" };
    return expectDone(saveDraft(services, questionType, null, values, team.akinyi));
  });
}
