/**
 * Figures counted by hand from a plain history of a gym, day by day and person by person. It imports nothing, and shares no code with
 * the site.
 */

export type HistoryPass = {
  first: string;
  last: string;
  grace: string;
  isVoid: boolean;
  /** A pass of one day has no grace period. */
  isDayPass: boolean;
  freezes: [string, string][];
};

export type HistorySession = {
  id: string;
  /** In Nairobi. */
  date: string;
  time: string;
  startsAt: string;
  gymClass: string;
  isCancelled: boolean;
  bookings: { id: string; person: string | null; state: string }[];
};

export type History = {
  people: { id: string; enquiry: string | null; passes: HistoryPass[] }[];
  sessions: HistorySession[];
  enquiries: { id: string; at: string; state: string; trial: string | null }[];
  payments: { day: string; way: string; kes: number }[];
  /** Places of classes; a class without an entry takes no bookings. */
  places: Record<string, number>;
};

const DAY = 24 * 3600 * 1000;
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
export const nairobiDay = (at: string) => new Date(Date.parse(at) + 3 * 3600 * 1000).toISOString().slice(0, 10);
const weekday = (day: string) => (new Date(day).getUTCDay() + 6) % 7;
export const mondayOfDay = (day: string) => dayAfter(day, -weekday(day));

/** A person's state on a day, by the best of their passes. */
function standing({ passes }: History["people"][number], day: string) {
  let best: "active" | "member" | "none" = "none";
  for (const pass of passes) {
    if (pass.isVoid || pass.isDayPass || pass.last < pass.first) continue;
    const isFrozen = pass.freezes.some(([from, to]) => from <= day && day <= to);
    if (pass.first <= day && day <= pass.last && !isFrozen) return "active";
    if (pass.first <= day && day <= pass.grace) best = "member";
  }
  return best;
}

/** A week until a moment, in the site's format. */
export function weekByHand(history: History, monday: string, now: string) {
  const days = Array.from({ length: 7 }, (_, index) => dayAfter(monday, index)).filter((day) => day <= nairobiDay(now));
  const [before = [], after = []] = [dayAfter(monday, -1), days.at(-1) ?? monday].map((day) =>
    history.people.map((person) => standing(person, day)),
  );
  const payments = days.flatMap((day) =>
    ["bank", "card", "cash", "mpesa"].flatMap((way) => {
      const own = history.payments.filter((payment) => payment.day === day && payment.way === way);
      return own.length === 0 ? [] : { day, way, kes: sum(own.map(({ kes }) => kes)) };
    }),
  );
  const held = history.sessions.filter(
    ({ gymClass, isCancelled }) => !isCancelled && Object.hasOwn(history.places, gymClass),
  );
  const asked = history.enquiries.filter(({ state }) => state !== "spam" && state !== "suspect");
  const enquiries = days.flatMap((day) => {
    const own = asked.filter(({ at }) => nairobiDay(at) === day);
    const trials = own.filter(({ state, trial }) => state === "trial-booked" || trial !== null).length;
    const passes = own.filter((enquiry) => enquiry.state === "joined" || hasBought(history, enquiry, day)).length;
    return own.length === 0 ? [] : { day, asked: own.length, trials, passes };
  });
  return {
    week: monday,
    active: after.filter((state) => state === "active").length,
    began: after.filter((state, index) => state !== "none" && before[index] === "none").length,
    ended: after.filter((state, index) => state === "none" && before[index] !== "none").length,
    payments,
    enquiries,
    sessions: held
      .filter(({ date, startsAt }) => days.includes(date) && startsAt <= now)
      .map((session) => sessionByHand(history, session)),
  };
}

function hasBought({ people, sessions }: History, { id, trial }: History["enquiries"][number], day: string) {
  const booking = sessions.flatMap(({ bookings }) => bookings).find((one) => one.id === trial);
  return people
    .filter((person) => person.enquiry === id || (booking !== undefined && person.id === booking.person))
    .some(({ passes }) => passes.some(({ first, isVoid }) => !isVoid && first >= day));
}

function sessionByHand({ places }: History, { id, date, time, gymClass, bookings }: HistorySession) {
  const count = (...states: string[]) => bookings.filter(({ state }) => states.includes(state)).length;
  return {
    ...{ id, date, time, classSlug: gymClass, places: places[gymClass] },
    taken: count("booked", "attended", "no_show"),
    came: count("attended"),
    unplaced: count("expired", "waiting"),
  };
}

type Table = Record<string, string[]>;

const shillings = (sum: number) => sum.toLocaleString("en-GB");
const tidy = (value: number) => String(value < 10 ? Math.round(value * 10) / 10 : Math.round(value));

/** Numbers of the page's tables, by their first cells; weeks by their Mondays. */
export function tablesByHand(history: History, now: string) {
  const today = nairobiDay(now);
  const current = mondayOfDay(today);
  const weeks = Array.from({ length: 13 }, (_, index) =>
    weekByHand(history, dayAfter(current, -7 * (12 - index)), now),
  );
  const month = today.slice(0, 7);
  const lastMonth = dayAfter(`${month}-01`, -1).slice(0, 7);
  const held = weeks.flatMap(({ sessions }) => sessions);
  const fill = (own: typeof held) => {
    const [taken, all] = [sum(own.map((one) => one.taken)), sum(own.map((one) => one.places ?? 0))];
    return all === 0 ? "–" : `${taken}/${all}`;
  };
  const classes: Table = {};
  for (const gymClass of new Set(held.map(({ classSlug }) => classSlug))) {
    const own = held.filter(({ classSlug, date }) => classSlug === gymClass && date.slice(0, 7) >= lastMonth);
    classes[gymClass] = [
      fill(own.filter(({ date }) => date.startsWith(month))),
      fill(own.filter(({ date }) => date.startsWith(lastMonth))),
      String(sum(own.map(({ unplaced }) => unplaced))),
    ];
  }
  const hours: Table = {};
  for (let hour = 0; hour < 24; hour += 1) {
    const [begin, end] = [`${hour % 12 || 12}:`, hour < 12 ? "am" : "pm"];
    const ofHour = held.filter(({ date, time }) => date < current && time.startsWith(begin) && time.endsWith(end));
    if (ofHour.length === 0) continue;
    hours[`${hour % 12 || 12}${end}`] = [0, 1, 2, 3, 4, 5, 6].map((day) => {
      const own = ofHour.filter(({ date }) => weekday(date) === day);
      return own.length === 0 ? "–" : tidy(sum(own.map(({ came }) => came)) / 12);
    });
  }
  const money = weeks.map(({ payments }) =>
    ["", "cash", "mpesa", "card", "bank"].map((way) =>
      shillings(sum(payments.filter((payment) => way === "" || payment.way === way).map(({ kes }) => kes))),
    ),
  );
  return { classes, hours, money: money.toReversed() };
}

function sum(numbers: number[]) {
  return numbers.reduce((a, b) => a + b, 0);
}
