/** What cancelling a booking means at this moment, in words. */
import type { OwnBooking } from "../booking.ts";
import type { BookableSessionView } from "./booking-view.ts";
import { CHECKED_IN, RESULTS, type Said } from "./messages.ts";
import { bookableSessionView, momentText, priceText } from "./session-view.server.ts";

export type CancellationView = {
  session: BookableSessionView;
  price: string | undefined;
  said: Said;
  /** The button's words; undefined: there is nothing to cancel any more. */
  button: "Cancel this booking" | "Cancel, late" | "Leave the list" | undefined;
};

/** @param now ISO 8601 */
export function cancellationView(booking: OwnBooking, now: string): CancellationView {
  return {
    session: bookableSessionView(booking.session),
    price: priceText(booking.priceKes),
    ...wordsOf(booking, now),
  };
}

function wordsOf({ session, state, freeUntil }: OwnBooking, now: string): Pick<CancellationView, "said" | "button"> {
  const hasBegun = session.startsAt <= now;
  if (state === "waiting" && !hasBegun) {
    return {
      said: {
        strong: "Leave the waiting list?",
        rest: "It costs nothing. Should you join again, you are the last in line.",
      },
      button: "Leave the list",
    };
  }
  if (state === "attended" && !hasBegun) return { said: CHECKED_IN, button: undefined };
  if (state !== "booked" && state !== "held") {
    return {
      said: {
        strong: `${RESULTS[state === "waiting" ? "expired" : state]}.`,
        rest: "There is nothing to cancel any more.",
      },
      button: undefined,
    };
  }
  if (hasBegun) {
    return { said: { strong: "This class has begun.", rest: "Please speak to the desk." }, button: undefined };
  }
  if (freeUntil <= now) {
    return {
      said: {
        strong: `It is later than ${momentText(freeUntil)}: this counts as a late cancellation.`,
        rest: "Better late than not at all: somebody may be waiting for your place.",
      },
      button: "Cancel, late",
    };
  }
  const until = freeUntil < session.startsAt ? momentText(freeUntil) : "it starts";
  return {
    said: {
      strong: `Cancelling is free of charge until ${until}.`,
      rest: "Somebody else can have your place then.",
    },
    button: "Cancel this booking",
  };
}
