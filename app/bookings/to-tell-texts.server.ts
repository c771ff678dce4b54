/** What people are told of a change: the text for WhatsApp, SMS and mail, and the sentence for the desk's list. Pure. */
import { dayAndDate, shortRelativeDay } from "../time/date-texts.server.ts";
import type { ClassSession, SessionTime } from "../timetable/class-session.ts";
import type { News, NewsKind } from "./to-tell.ts";

/** The gym, and the addresses of its timetable and of the bookings of an account. */
export type TellingGym = { name: string; timetable: string; bookings: string };

/** Somebody who is told, by the name that the desk knows. */
export type Addressee = { name: string; isMailed: boolean; guestName: string | null; isAboutGuest: boolean };

/** The whole text, on lines: the greeting, what has changed, what somebody can do, and the gym's name. */
export function tellText(news: News, session: ClassSession, to: Addressee, gym: TellingGym): string {
  const [first = ""] = to.name.trim().split(/\s+/);
  const greeting = first === "" ? "Hello!" : `Hello ${first}!`;
  return [`${greeting} ${whatHappened(news, session, to)}`, whatToDo(news, to, gym), gym.name]
    .filter((line) => line !== "")
    .join("\n");
}

/** The subject of a mail: `Boxing, Monday 23 November, 9:00am: cancelled`. */
export function tellSubject({ kind, from }: News, session: ClassSession): string {
  const { className, date, time } = session;
  const at = from ?? { date, time };
  return `${className}, ${dayAndDate(at.date)}, ${at.time.from}: ${NEWS_WORDS[kind]}`;
}

/** In a word or two, for subjects, headings and what was told. */
export const NEWS_WORDS: Readonly<Record<NewsKind, string>> = {
  cancelled: "cancelled",
  "back-on": "takes place after all",
  moved: "moved",
  "class-changed": "another class",
  substitute: "another trainer",
  "just-come": "no booking needed",
  "no-place": "takes place, without a place",
  promoted: "has a place now",
  "place-free": "a place is free",
  leads: "leads it",
  "leads-no-more": "does not lead it",
};

function whatHappened(news: News, session: ClassSession, to: Addressee): string {
  const { className, trainerName, reason } = session;
  const why = reason === null ? "." : `: ${reason.trim()}${/[.!?]$/.test(reason.trim()) ? "" : "."}`;
  const now = `${className} on ${when(session)}`;
  const was = news.from === undefined ? now : `${className} on ${when(news.from)}`;
  const trainer = news.isOtherTrainer ? ` ${trainerName} trains you.` : "";
  const byNow = news.from === undefined ? "" : ` It is on ${when(session)} now.`;
  const place = to.isAboutGuest
    ? `your guest ${to.guestName}`
    : to.guestName === null
      ? "you"
      : `you and ${to.guestName}`;
  switch (news.kind) {
    case "cancelled":
      return `We are sorry: ${was} does not take place${why}`;
    case "back-on":
      return `${was} takes place after all.${byNow}${trainer} ${standingWords(news, place)}`;
    case "moved": {
      const wasClass = news.wasClass === undefined ? className : news.wasClass;
      const another = news.wasClass === undefined ? "" : `, and is ${className}`;
      const moved = `${wasClass} on ${when(news.from ?? session)} has moved${another}. It is on ${when(session)} now.`;
      return `${moved}${trainer} ${standingWords(news, place)}`;
    }
    case "class-changed":
      return `Your class on ${when(session)} is ${className}, not ${news.wasClass}.${trainer} ${standingWords(news, place)}`;
    case "substitute":
      return `${now}: ${trainerName} trains you${session.insteadOf === null ? "" : `, for ${session.insteadOf}`}. ${standingWords(news, place)}`;
    case "just-come":
      return `${now} needs no booking any more: just come.`;
    case "no-place":
      return `${now} takes place after all. You have another class at that time by now, so your place is free again.`;
    case "promoted":
      return `A place became free, and it is yours: ${now}.`;
    case "place-free":
      return `A place is free: ${now}. It goes to whoever answers first.`;
    case "leads":
      return `You lead ${now}${session.insteadOf === null ? "" : `, for ${session.insteadOf}`}.`;
    case "leads-no-more":
      return `${trainerName} leads ${now}, so you don’t.`;
  }
}

/** What becomes of the place. @param who for whom it is: `you`, or the guest */
function standingWords({ was, standing, kind }: News, who: string): string {
  if (standing === "place") {
    if (was === "waiting") return `A place became free too: it is for ${who}.`;
    return kind === "back-on" ? `Your place is yours again.` : "Your place stays yours.";
  }
  if (standing === "waiting") return "You are on the waiting list as before.";
  return "Your place has not moved with it.";
}

function whatToDo({ kind, standing }: News, to: Addressee, gym: TellingGym): string {
  switch (kind) {
    case "cancelled":
      return `Other times: ${gym.timetable}`;
    case "leads":
    case "leads-no-more":
    case "just-come":
      return "";
    case "place-free":
      return "Do you want it? Answer here.";
    default:
      if (standing === "none") return `Does it suit you? Book again: ${gym.timetable}`;
      if (kind === "promoted") return "Can’t come? Answer here, and somebody else has it.";
      return to.isMailed
        ? `Can’t come? Cancel free of charge: ${gym.bookings}`
        : "Can’t come? Answer here, it is free of charge.";
  }
}

function when({ date, time }: SessionTime): string {
  return `${dayAndDate(date)}, ${time.from}`;
}

/** What somebody is to be told, as the desk reads it: `Moved from today 9:00am; another trainer`. */
export function newsSentence(news: News, today: string): string {
  const from = news.from && `from ${shortRelativeDay(news.from.date, today)} ${news.from.time.from}`;
  const isChange = news.kind === "moved" || news.kind === "class-changed" || news.kind === "substitute";
  const facts = [SENTENCES[news.kind], ...(news.kind === "moved" || news.kind === "back-on" ? [from] : [])].filter(
    Boolean,
  );
  const more = [
    ...(news.wasClass !== undefined && news.kind !== "cancelled" ? [`was ${news.wasClass}`] : []),
    ...(news.kind === "moved" && news.isOtherTrainer ? ["another trainer"] : []),
    ...(isChange && news.was === "waiting"
      ? [news.standing === "place" ? "has a place now" : "on the waiting list"]
      : []),
    ...(isChange && news.standing === "none" ? ["has no place there"] : []),
    ...(news.kind === "cancelled" ? [news.was === "waiting" ? "was on the waiting list" : "had a place"] : []),
  ];
  return [facts.join(" "), ...more].join(", ");
}

const SENTENCES: Readonly<Record<NewsKind, string>> = {
  cancelled: "Cancelled",
  "back-on": "Takes place after all",
  moved: "Moved",
  "class-changed": "Another class",
  substitute: "Another trainer",
  "just-come": "Waited: no booking needed any more",
  "no-place": "Takes place after all, has another class then",
  promoted: "Waited: has a place now",
  "place-free": "Waits: a place is free",
  leads: "Leads it now",
  "leads-no-more": "Does not lead it any more",
};
