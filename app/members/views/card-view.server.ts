/** The door cards of an account's member and of their children. */
import { peopleOfAccount } from "../../people/desk-records.server.ts";
import { doorNumberText } from "../../people/door-number.ts";
import { findDoorNumber } from "../../people/door-numbers.server.ts";
import type { Person } from "../../people/people.server.ts";
import { qrCode } from "../../platform/qr-code.server.ts";
import type { Services } from "../../platform/services.ts";
import { longDate } from "../../time/date-texts.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { calendarDay, dateOfDay } from "../../time/days.ts";
import { passOfState } from "../member-list.server.ts";
import { passesOfPerson } from "../pass-rows.server.ts";
import { personStateOn, visitsLeft } from "../passes.ts";

/** Quiet zone in modules: four with the page's edge (ISO/IEC 18004). */
const QUIET_MODULES = 2;

export type CardView = Awaited<ReturnType<typeof readCard>>;

export async function readCards(services: Services, userId: string): Promise<CardView[]> {
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
  const text = (day: number) => longDate(dateOfDay(day));
  const left = visitsLeft(pass);
  const visits = left === null ? "" : left === 1 ? "one visit left, " : `${left} visits left, `;
  const name = pass.row.plan_name;
  switch (state) {
    case "frozen": {
      const freeze = pass.freezes.find(({ firstDay, lastDay }) => firstDay <= today && today <= lastDay);
      return { strong: "Frozen", rest: `until ${text(freeze?.lastDay ?? today)}` };
    }
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
