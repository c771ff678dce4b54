/** Texts of emails about bookings. `mails.server.ts` adds the facts of the session. */
import { capitalized, countInWords } from "../platform/text.ts";
import { moneyText } from "../time/money.ts";
import type { SessionTime } from "../timetable/class-session.ts";
import { DISPUTE_DAYS_AFTER, MAX_NO_SHOWS, MAX_OPEN_BOOKINGS, NO_SHOW_DAYS } from "./booking.ts";
import type { MailContext } from "./mails.server.ts";

export type BookingMailKind = keyof typeof MAIL_TEXTS;

/** A booking's state after its session was restored: `other-time` needs a new booking, `no-booking` needs none. */
export type RestoredBooking = "place" | "waiting-list" | "other-time" | "no-booking";

export type NotificationDetails = {
  /** Position on the waiting list, from 1. */
  position?: number | null | undefined;
  from?: SessionTime | undefined;
  wasClass?: string | undefined;
  /** Whether the earlier place of a moved booking was given up after its deadline. */
  wasLate?: boolean | undefined;
  /** Whether it is, or was, a booking on the waiting list. */
  isWaiting?: boolean | undefined;
  /** Undefined: the person has another session at that time. */
  again?: RestoredBooking | undefined;
  /** The person's number of open bookings, if above the limit. */
  open?: number | undefined;
};

export type Paragraph = readonly (string | { strong: string })[];

export type MailText = {
  /** Begins the subject, before the class and its time; default: the title. */
  subject?: string;
  wholeSubject?: string;
  /** The heading of the mail, and its first line. */
  title: string;
  paragraphs: Paragraph[];
  button: { label: string; leadsTo: "booking" | "cancel" | "bookings" | "timetable" };
  because: string;
};

/** Above the link that confirms an address. It may reach a stranger: people mistype their addresses. */
export const CONFIRM_TITLE =
  "New here? Confirm your address: you can then have more bookings at a time, with an email about each. Didn't book this? You can ignore it.";

/** Above other sessions of a class that does not take place. */
export function othersTitle(className: string): string {
  return `Other times for ${className} with free places:`;
}

export const YOUR_GUEST = "Your guest";

/** The price: `KES 800, payable at the desk`; for two places `KES 800 each, KES 1,600 together, payable at the desk`. */
export function priceWords(kes: number, places = 1): string {
  return kes === 0 ? "Free" : `${placesPrice(kes, places)}, payable at the desk`;
}

/** `KES 800`, or for two places `KES 800 each, KES 1,600 together`: a member's pass never pays for the guest. */
export function placesPrice(kes: number, places: number): string {
  return places === 1 ? moneyText(kes) : `${moneyText(kes)} each, ${moneyText(places * kes)} together`;
}

export function trainerText(trainer: string, insteadOf: string | null): string {
  return insteadOf === null ? trainer : `${trainer}, for ${insteadOf}`;
}

const LATE_BY_DESK = "We recorded it as late. You owe nothing, and it does not count as a missed class.";

const MISSED_RULE = `${capitalized(countInWords(MAX_NO_SHOWS))} missed classes within ${NO_SHOW_DAYS} days, and only the desk can book for you.`;

const HAD_BOOKED = "You are receiving this because you had booked this class.";

const OF_PLACE = {
  button: { label: "See or cancel my booking", leadsTo: "cancel" },
  because: "You are receiving this because you booked this class.",
} as const;
const OF_WAITING = {
  button: { label: "See or leave the waiting list", leadsTo: "cancel" },
  because: "You are receiving this because you are on the waiting list of this class.",
} as const;
const OF_CANCELLED = { button: { label: "See my bookings", leadsTo: "bookings" }, because: HAD_BOOKED } as const;

const BOOK_AGAIN = { label: "Book again", leadsTo: "booking" } as const;
const SEE_TIMETABLE = { label: "See the timetable", leadsTo: "timetable" } as const;

export const MAIL_TEXTS = {
  booked: (facts) => ({
    title: withGuest(facts, "You have a place", "You and your guest have places", "Your guest has a place"),
    paragraphs: [canCancel(facts)],
    ...OF_PLACE,
  }),
  rebooked: (facts) => ({
    subject: "Booking moved",
    title: withGuest(facts, "Your booking is moved", "You and your guest are moved"),
    paragraphs: [
      [
        facts.wasLate
          ? "You gave up the earlier place after its deadline. You owe nothing, and it does not count as a missed class; the desk sees that it was late."
          : "You gave up the earlier place in time, free of charge. Thank you: somebody else can have it.",
      ],
      canCancel(facts),
    ],
    ...OF_PLACE,
  }),
  waiting: ({ position, promotionsEnd }) => ({
    subject: "You are on the waiting list",
    title: `You are ${position == null ? "" : `number ${position} `}on the waiting list`,
    paragraphs: [
      promotionsEnd === undefined
        ? ["When a place becomes free, we email everybody on the list, and whoever books first gets it."]
        : [
            "Until ",
            { strong: promotionsEnd },
            ", a place that becomes free goes to the first person on the list, and we email them. After that, we email everybody on it, and whoever books first gets it.",
          ],
      ["You can leave the list at any time."],
    ],
    ...OF_WAITING,
  }),
  promoted: (facts) => ({
    subject: facts.guest?.isAlone ? "Your guest has a place now" : "You have a place now",
    title: `A place became free, and it is ${facts.guest?.isAlone ? "your guest's" : "yours"}`,
    paragraphs: [
      ["It was your turn on the waiting list. There is nothing more to do: just come."],
      canCancel(facts, "Can't make it? Give up your place"),
    ],
    ...OF_PLACE,
  }),
  "place-free": ({ guest }) => ({
    title: guest?.isAlone ? "A place is free for your guest" : "A place is free",
    paragraphs: [["It goes to whoever books it first: everybody on the waiting list gets this email."]],
    button: { label: guest?.isAlone ? "Book it for my guest" : "Book this place", leadsTo: "booking" },
    because: OF_WAITING.because,
  }),
  missed: ({ guest }) => ({
    title: guest?.isAlone ? "We missed your guest" : "We missed you",
    paragraphs: [
      [`${guest?.isAlone ? (guest.name ?? YOUR_GUEST) : "You"} had a place, but the desk recorded that nobody came.`],
      [
        guest?.isAlone
          ? `Is that wrong? Tell the desk within two days. ${MISSED_RULE}`
          : `Were you there? Tell us within ${DISPUTE_DAYS_AFTER} days and the desk will check: until then it does not count. ${MISSED_RULE}`,
      ],
    ],
    button: { label: guest?.isAlone ? "See my bookings" : "I was there", leadsTo: "bookings" },
    because: HAD_BOOKED,
  }),
  cancelled: (facts) => ({
    subject: "Booking cancelled",
    title: cancelledTitle(facts),
    paragraphs: [
      [
        withGuest(
          facts,
          "You cancelled in time, free of charge. Thank you: somebody else can have the place.",
          "You cancelled in time, free of charge. Thank you: others can have the two places.",
        ),
      ],
    ],
    ...ofCancelled(facts),
  }),
  "cancelled-late": ({ deadline, phone, ...facts }) => ({
    subject: "Booking cancelled",
    title: cancelledTitle(facts),
    paragraphs: [
      [
        "You cancelled after ",
        { strong: deadline },
        ". You owe nothing, and it does not count as a missed class; the desk sees that it was late.",
      ],
      ["Did something come up that you could not help? Tell our desk: ", { strong: phone }, "."],
    ],
    ...ofCancelled(facts),
  }),
  "gym-cancelled": ({ className, isWaiting }) => ({
    subject: "Cancelled",
    title: `${className} is cancelled`,
    ...notTakingPlace(isWaiting),
  }),
  closed: ({ date, isWaiting }) => ({
    subject: "Cancelled, we are closed",
    title: `We are closed on ${date}`,
    ...notTakingPlace(isWaiting),
  }),
  moved: ({ className, isWaiting }) => ({
    subject: "Moved",
    title: `${className} has moved`,
    ...changed(isWaiting, (place) => `Your ${place} has moved with it.`, "Does the new time not suit you?"),
  }),
  substitute: ({ trainer, insteadOf, isWaiting }) => ({
    subject: "Another trainer",
    title: insteadOf === null ? `Your trainer is now ${trainer}` : `${trainer} teaches in place of ${insteadOf}`,
    ...changed(isWaiting, (place) => `Day, time and your ${place} stay as they are.`, "Would you rather not come?"),
  }),
  "class-changed": ({ className, isWaiting }) => ({
    subject: "Another class",
    title: `Your class is now ${className}`,
    ...changed(isWaiting, (place) => `Day, time and your ${place} stay as they are.`, "Not the class you want?"),
  }),
  "back-on": (facts) => ({
    subject: "Takes place after all",
    title: `${facts.className} takes place after all`,
    ...backOn(facts),
    because: HAD_BOOKED,
  }),
  "just-come": ({ className, guest }) => ({
    subject: "Just come",
    title: `${className} no longer needs booking`,
    paragraphs: [
      [
        `${guest?.isAlone ? "Your guest was" : "You were"} on the waiting list. Now there is nothing to book, and nothing to wait for: just come.`,
      ],
    ],
    button: guest?.isAlone ? OF_PLACE.button : SEE_TIMETABLE,
    because: "You are receiving this because you were on the waiting list of this class.",
  }),
  "desk-booked": (facts) => ({
    title: withGuest(
      facts,
      "We booked a place for you",
      "We booked places for you and your guest",
      "We booked a place for your guest",
    ),
    paragraphs: [["Our desk booked it for you."], canCancel(facts)],
    button: OF_PLACE.button,
    because: "You are receiving this because our desk booked this class for you.",
  }),
  "desk-cancelled": ({ isLate, isWaiting, phone, guest }) => ({
    title: isWaiting
      ? `We took ${guest?.isAlone ? "your guest" : "you"} off the waiting list`
      : `We cancelled your ${guest?.isAlone ? "guest's " : ""}booking`,
    paragraphs: [
      ...(isWaiting ? [] : [[isLate ? LATE_BY_DESK : "The cancellation is free of charge."]]),
      ["Didn't ask for this? Call our desk: ", { strong: phone }, "."],
    ],
    ...ofCancelled({ guest }),
  }),
  frozen: ({ isWaiting, phone, guest }) => ({
    title: isWaiting
      ? "You are off the waiting list: your pass is frozen"
      : "Your booking is cancelled: your pass is frozen",
    paragraphs: [
      ...(isWaiting ? [] : [["The cancellation is free of charge, and you lose no days of your pass."]]),
      ["Want to come anyway? Call our desk: ", { strong: phone }, "."],
    ],
    ...ofCancelled({ guest }),
  }),
  reminder: (facts) => {
    const ends = facts.isLate ? "free cancellation ended at" : "free to cancel until";
    const when = `${facts.start}; ${ends} ${facts.relativeDeadline}`;
    return {
      wholeSubject: `${facts.className}: ${when}`,
      title: when,
      paragraphs: [
        facts.isLate
          ? ["Can't come? Please cancel anyway: you owe nothing, and somebody may be waiting for your place."]
          : canCancel(facts),
      ],
      ...OF_PLACE,
    };
  },
} satisfies Record<string, (facts: MailContext) => MailText>;

type WithGuest = Pick<MailContext, "guest">;

/** Chooses the text for one person (or one whose guest is waiting), for two, or for a guest alone. */
function withGuest({ guest }: WithGuest, single: string, two: string, alone = single): string {
  if (guest?.isAlone) return alone;
  return guest === undefined || guest.isWaiting ? single : two;
}

function cancelledTitle({ guest }: WithGuest): string {
  return guest?.isAlone ? "Your guest's booking is cancelled" : "Your booking is cancelled";
}

function ofCancelled({ guest }: WithGuest): Pick<MailText, "button" | "because"> {
  if (!guest?.isAlone) return OF_CANCELLED;
  return { button: (guest.isHostWaiting ? OF_WAITING : OF_PLACE).button, because: HAD_BOOKED };
}

function notTakingPlace(isWaiting: boolean): Pick<MailText, "paragraphs" | "button" | "because"> {
  const what = isWaiting ? "Its waiting list has ended." : "Your booking is cancelled, free of charge.";
  const sorry = `We are sorry: this class is not taking place. ${what}`;
  return { paragraphs: [[sorry]], button: SEE_TIMETABLE, because: HAD_BOOKED };
}

function backOn(facts: MailContext): Pick<MailText, "paragraphs" | "button"> {
  switch (facts.again) {
    case "place": {
      const places = withGuest(facts, "You have your place again", "You have your two places again");
      const place: Paragraph = [`${places}. There is nothing to do: just come.`];
      const cancel = canCancel(facts, "Other plans now? Cancel", "Sorry for the confusion.");
      return { paragraphs: [place, cancel, ...tooMany(facts)], button: OF_PLACE.button };
    }
    case "waiting-list": {
      const waiting: Paragraph = ["You are back on its waiting list, in your old position."];
      return { paragraphs: [waiting, ...tooMany(facts)], button: OF_WAITING.button };
    }
    case "other-time": {
      const what = facts.isWaiting ? "you are not on its waiting list" : "your booking was not moved";
      const moved = `It is at another time now, so ${what}. Does it suit you? Book again.`;
      return { paragraphs: [[moved]], button: BOOK_AGAIN };
    }
    case "no-booking":
      return { paragraphs: [["It no longer needs booking: just come."]], button: SEE_TIMETABLE };
    case undefined:
      return {
        paragraphs: [["You now have another class at that time, so your place was released. You can book it again."]],
        button: BOOK_AGAIN,
      };
  }
}

/** For more open bookings than the limit, for example after closed days were reopened. */
function tooMany({ open }: MailContext): Paragraph[] {
  const giveBack = "Please cancel the ones you won't come to: until then you can't book more.";
  return open === undefined
    ? []
    : [[`You have ${open} open bookings now, and the limit is ${MAX_OPEN_BOOKINGS}. ${giveBack}`]];
}

function changed(
  isWaiting: boolean,
  sentence: (place: string) => string,
  question: string,
): Pick<MailText, "paragraphs" | "button" | "because"> {
  const [place, way] = isWaiting
    ? ["place on the waiting list", "You can leave the list at any time."]
    : ["place", "Cancel free of charge until it starts."];
  return { paragraphs: [[sentence(place)], [`${question} ${way}`]], ...(isWaiting ? OF_WAITING : OF_PLACE) };
}

/** `Can't come? Cancel free of charge until Sunday 22 November, 9:00pm. Somebody may be waiting for your place.` */
function canCancel(
  { deadline }: MailContext,
  question = "Can't come? Cancel",
  after = "Somebody may be waiting for your place.",
): Paragraph {
  return [`${question} free of charge until `, { strong: deadline }, `. ${after}`];
}
