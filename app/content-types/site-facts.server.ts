import { listEntries } from "../cms/entries.server.ts";
import type { Facts, SiteFact } from "../cms/marked-text.ts";
import { findSingleEntry } from "../cms/single-entries.server.ts";
import type { Services } from "../platform/services.ts";
import { moneyText } from "../time/money.ts";
import { countInWords } from "../ui/count-in-words.ts";
import { classType } from "./class.ts";
import { hoursOnContactPage } from "./opening-hours.ts";
import { planType } from "./plan.ts";
import { settingsType } from "./settings.ts";
import { trainerType } from "./trainer.ts";

/** What the placeholders of texts stand for now. A count is undefined where a plural would be wrong. */
export async function findSiteFacts(services: Services) {
  const [classes, trainers, plans, settings] = await Promise.all([
    listEntries(services, classType),
    listEntries(services, trainerType),
    listEntries(services, planType),
    findSingleEntry(services, settingsType),
  ]);
  const inclusions = plans[0]?.inclusions.map((inclusion) => inclusion.toLowerCase()) ?? [];
  const several = inclusions.length > 1;
  return {
    classes: classes.length > 1 ? countInWords(classes.length) : undefined,
    "number of classes": classes.length > 1 ? String(classes.length) : undefined,
    coaches: coaches(trainers.length),
    plans: plans.length > 1 ? countInWords(plans.length) : undefined,
    "lowest price": plans.length > 0 ? moneyText(Math.min(...plans.map(({ price }) => price))) : undefined,
    inclusions: several ? countInWords(inclusions.length) : undefined,
    "first inclusion": several ? inclusions[0] : undefined,
    "last inclusion": several ? inclusions.at(-1) : undefined,
    phone: { text: settings.phone, to: `tel:${settings.phone.replaceAll(" ", "")}` },
    "opening hours": hoursOnContactPage(settings)[0],
    address: `${settings.street}, ${settings.city}`,
  } satisfies Facts & Record<SiteFact, unknown>;
}

function coaches(count: number): string | undefined {
  if (count === 0) return undefined;
  return `${countInWords(count)} ${count === 1 ? "coach" : "coaches"}`;
}
