/** What mails about bookings say. `mails.server.ts` makes them of these words and of the facts about the session. */

import { moneyText } from "../time/money.ts";
import { MAX_OPEN_BOOKINGS } from "./booking.ts";

/** The kinds of mail about a booking. */
export type BookingMailKind =
  | "booked"
  | "waiting"
  | "promoted"
  | "place-free"
  | "cancelled"
  | "cancelled-late"
  | "gym-cancelled"
  | "closed"
  | "moved"
  | "substitute"
  | "class-changed"
  | "back-on"
  | "just-come"
  | "desk-booked"
  | "desk-cancelled"
  | "reminder";

/**
 * What somebody has in a session that takes place after all: a place or the place in line again; nothing, as it is at another
 * time; nothing, as nobody needs a booking any more.
 */
export type Again = "place" | "line" | "other-time" | "no-booking";

/** The facts as sentences say them. Undefined: nobody knows, and the sentence does without. */
export type SaidFacts = {
  className: string;
  /** `Monday 23 November`, and the day alone. */
  date: string;
  day: string;
  trainer: string;
  insteadOf: string | undefined;
  /** `Sunday 22 November, 9:00pm`, or `it starts`. */
  freeUntil: string | undefined;
  /** Until when the waiting list gives places: `Sunday 22 November, 9:00pm`. Undefined: it gives none any more. */
  limit: string | undefined;
  /** Whether it is, or was, a booking on the waiting list. */
  isWaiting: boolean;
  line: number | undefined;
  /** Of a cancellation by the desk. */
  isLate: boolean | undefined;
  /** What somebody has again in a session that takes place after all; undefined: another one is at that time. */
  again: Again | undefined;
  /** How many bookings somebody has open, where that is more than can be booked. */
  open: number | undefined;
  phone: string;
};

/** A paragraph, in parts of which some are set in bold, on one line. */
export type Paragraph = readonly (string | { strong: string })[];

export type MailWords = {
  /** Begins the subject, before the class and its time. */
  subject: string;
  /** What happened: the heading of the mail, and its first line. */
  title: string;
  paragraphs: Paragraph[];
  button: { label: string; leadsTo: "booking" | "bookings" | "timetable" };
  /** Why somebody gets the mail. */
  because: string;
};

/** The labels of the facts, the links, and the lines around them. */
export const LABELS = {
  class: "Class",
  was: "Was",
  when: "When",
  now: "Now",
  trainer: "Trainer",
  where: "Where",
  price: "Price",
  why: "Why",
  addToCalendar: "Add to calendar",
  googleCalendar: "Google Calendar",
  noReminders: "No more reminders",
  confirm: "Confirm my address",
} as const;

/** Above the link that confirms an address. A stranger may read it, whose address somebody has signed up with. */
export const CONFIRM_TITLE =
  "New here? Confirm your address, and you can book more classes at once, with a mail about each. You have not booked this? Then do nothing.";

/** Above other sessions of a class that does not take place. */
export function othersTitle(className: string): string {
  return `Other times of ${className}, with free places:`;
}

/** What a place costs: `KES 800, paid at the desk`. */
export function priceWords(kes: number): string {
  return kes === 0 ? "Free" : `${moneyText(kes)}, paid at the desk`;
}

/** Who trains, and for whom: `Amina Yusuf, for Wanjiru Kamau`. */
export function trainerWords(trainer: string, insteadOf: string | null): string {
  return insteadOf === null ? trainer : `${trainer}, for ${insteadOf}`;
}

const BOOKED = "You get this because you booked this class.";
const HAD_BOOKED = "You get this because you had booked this class.";
const ON_LIST = "You get this because you are on the waiting list of this class.";

const SEE_OR_CANCEL = { label: "See or cancel my booking", leadsTo: "booking" } as const;
const SEE_OR_LEAVE = { label: "See or leave the waiting list", leadsTo: "booking" } as const;
const BOOK_AGAIN = { label: "Book again", leadsTo: "booking" } as const;
const SEE_ALL = { label: "See my bookings", leadsTo: "bookings" } as const;
const SEE_TIMETABLE = { label: "See the timetable", leadsTo: "timetable" } as const;

/** What each kind of mail says. */
export const MAIL_WORDS: Record<BookingMailKind, (facts: SaidFacts) => MailWords> = {
  booked: (facts) => ({
    subject: "You have a place",
    title: "You have a place",
    paragraphs: [free("Can't come? Cancel", facts, "Somebody may be waiting for it.")],
    button: SEE_OR_CANCEL,
    because: BOOKED,
  }),
  waiting: ({ line, limit }) => ({
    subject: "You are on the waiting list",
    title: line === undefined ? "You are on the waiting list" : `You are number ${line} on the waiting list`,
    paragraphs: [
      limit === undefined
        ? ["When a place becomes free, we write to everybody on the list, and whoever books first has it."]
        : [
            "Until ",
            { strong: limit },
            ", a place that becomes free goes to the first on the list, and we write to you. After that, we write to everybody on it, and whoever books first has it.",
          ],
      ["You can leave the list at any time."],
    ],
    button: SEE_OR_LEAVE,
    because: ON_LIST,
  }),
  promoted: (facts) => ({
    subject: "You have a place now",
    title: "A place became free, and it is yours",
    paragraphs: [
      ["It was your turn on the waiting list. There is nothing more to do: just come."],
      free("Can't come any more? Give it back", facts, "Somebody may be waiting for it."),
    ],
    button: SEE_OR_CANCEL,
    because: BOOKED,
  }),
  "place-free": () => ({
    subject: "A place is free",
    title: "A place is free",
    paragraphs: [["It goes to whoever books it first: everybody on the waiting list gets this mail."]],
    button: { label: "Book this place", leadsTo: "booking" },
    because: ON_LIST,
  }),
  cancelled: () => ({
    subject: "Booking cancelled",
    title: "Your booking is cancelled",
    paragraphs: [["You cancelled in time, free of charge. Thank you: somebody else can have the place."]],
    button: SEE_ALL,
    because: HAD_BOOKED,
  }),
  "cancelled-late": ({ freeUntil, phone }) => ({
    subject: "Booking cancelled late",
    title: "Your booking is cancelled, late",
    paragraphs: [
      freeUntil === undefined
        ? ["The time for free cancellation was over, so this counts as a late one."]
        : ["Cancelling was free of charge until ", { strong: freeUntil }, ", so this counts as a late cancellation."],
      ["Did something come up that you could not help? Tell our desk: ", { strong: phone }, "."],
    ],
    button: SEE_ALL,
    because: HAD_BOOKED,
  }),
  "gym-cancelled": ({ className, isWaiting }) => ({
    subject: "Cancelled",
    title: `${className} is cancelled`,
    paragraphs: [sorry(isWaiting)],
    button: SEE_TIMETABLE,
    because: HAD_BOOKED,
  }),
  closed: ({ date, isWaiting }) => ({
    subject: "Cancelled, we are closed",
    title: `We are closed on ${date}`,
    paragraphs: [sorry(isWaiting)],
    button: SEE_TIMETABLE,
    because: HAD_BOOKED,
  }),
  moved: ({ className, isWaiting }) => ({
    subject: "Moved",
    title: `${className} has moved`,
    ...changed(isWaiting, (place) => `Your ${place} has moved with it.`, "Does the new time not suit you?"),
  }),
  substitute: ({ trainer, insteadOf, isWaiting }) => ({
    subject: "Another trainer",
    title:
      insteadOf === undefined ? `Your trainer is now ${trainer}` : `${trainer} trains you in place of ${insteadOf}`,
    ...changed(isWaiting, (place) => `Day, time and your ${place} stay as they are.`, "Would you rather not come?"),
  }),
  "class-changed": ({ className, isWaiting }) => ({
    subject: "Another class",
    title: `Your class is now ${className}`,
    ...changed(isWaiting, (place) => `Day, time and your ${place} stay as they are.`, "Not what you want to train?"),
  }),
  "back-on": (facts) => ({
    subject: "Takes place after all",
    title: `${facts.className} takes place after all`,
    ...backOn(facts),
    because: HAD_BOOKED,
  }),
  "just-come": ({ className }) => ({
    subject: "Just come",
    title: `${className} needs no booking any more`,
    paragraphs: [["You were on the waiting list. Now there is nothing to book, and nothing to wait for: just come."]],
    button: SEE_TIMETABLE,
    because: "You get this because you were on the waiting list of this class.",
  }),
  "desk-booked": (facts) => ({
    subject: "We booked a place for you",
    title: "We booked a place for you",
    paragraphs: [["Our desk booked it for you."], free("Can't come? Cancel", facts, "Somebody may be waiting for it.")],
    button: SEE_OR_CANCEL,
    because: "You get this because our desk booked this class for you.",
  }),
  "desk-cancelled": ({ isLate, isWaiting, phone }) => ({
    subject: isWaiting ? "We took you off the waiting list" : "We cancelled your booking",
    title: isWaiting ? "We took you off the waiting list" : "We cancelled your booking",
    paragraphs: [
      ...(isWaiting || isLate === undefined
        ? []
        : [[isLate ? "It counts as a late cancellation." : "The cancellation is free of charge."]]),
      ["You did not ask for it? Call our desk: ", { strong: phone }, "."],
    ],
    button: SEE_ALL,
    because: HAD_BOOKED,
  }),
  reminder: (facts) => ({
    subject: "Reminder",
    title: `See you on ${facts.day}`,
    paragraphs: [
      facts.freeUntil !== undefined
        ? free("Can't come? Cancel", facts, "Somebody may be waiting for it.")
        : ["Can't come? Please cancel all the same: somebody may be waiting for your place."],
    ],
    button: SEE_OR_CANCEL,
    because: BOOKED,
  }),
};

/** What becomes of a booking when the session does not take place. */
function sorry(isWaiting: boolean): Paragraph {
  const what = isWaiting ? "Its waiting list has ended." : "Your booking is cancelled, free of charge.";
  return [`We are sorry: this class does not take place. ${what}`];
}

/** What somebody has in a session that takes place after all. */
function backOn(facts: SaidFacts): Pick<MailWords, "paragraphs" | "button"> {
  switch (facts.again) {
    case "place": {
      const place: Paragraph = ["Your place is yours again. There is nothing to do: just come."];
      const cancel = free("Other plans by now? Cancel", facts, "Sorry for the confusion.");
      return { paragraphs: [place, cancel, ...tooMany(facts)], button: SEE_OR_CANCEL };
    }
    case "line": {
      const line: Paragraph = ["You are on its waiting list again, where you were."];
      return { paragraphs: [line, ...tooMany(facts)], button: SEE_OR_LEAVE };
    }
    case "other-time": {
      const what = facts.isWaiting ? "you are not on its waiting list" : "your place has not moved with it";
      return {
        paragraphs: [[`It is at another time now, so ${what}. Does it suit you? Book again.`]],
        button: BOOK_AGAIN,
      };
    }
    case "no-booking":
      return { paragraphs: [["It needs no booking any more: just come."]], button: SEE_TIMETABLE };
    case undefined:
      return {
        paragraphs: [["You have another class at that time by now, so your place is free. You can book it again."]],
        button: BOOK_AGAIN,
      };
  }
}

/** What to do with more bookings than can be open at once, as after closed days were opened again. */
function tooMany({ open }: SaidFacts): Paragraph[] {
  if (open === undefined) return [];
  return [
    [
      `You have ${open} bookings open now, and ${MAX_OPEN_BOOKINGS} are the most at once. Give back those you won't come to: until then you can't book more.`,
    ],
  ];
}

/** What a changed session means for a booking of it, or for a place in its line. */
function changed(
  isWaiting: boolean,
  sentence: (place: string) => string,
  question: string,
): Pick<MailWords, "paragraphs" | "button" | "because"> {
  if (isWaiting) {
    return {
      paragraphs: [[sentence("place on the waiting list")], [`${question} You can leave the list at any time.`]],
      button: SEE_OR_LEAVE,
      because: ON_LIST,
    };
  }
  return {
    paragraphs: [[sentence("place")], [`${question} Cancel free of charge until it starts.`]],
    button: SEE_OR_CANCEL,
    because: BOOKED,
  };
}

/** `Can't come? Cancel free of charge until Sunday 22 November, 9:00pm. Somebody may be waiting for it.` */
function free(question: string, { freeUntil }: SaidFacts, after: string): Paragraph {
  if (freeUntil === undefined) return [`${question} on the site. ${after}`];
  return [`${question} free of charge until `, { strong: freeUntil }, `. ${after}`];
}
