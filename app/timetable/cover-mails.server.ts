/** The words of mails to trainers and the desk about who leads a class session. Pure, so for use in any transaction. */
import { dayAndDate } from "../time/date-texts.server.ts";
import type { ClassSession } from "./class-session.ts";
import type { CoverEnd, CoverRequest } from "./cover-request.ts";

/** A mail without its recipient: paragraphs of lines, and the page it leads to. */
export type CoverMail = {
  kind: string;
  subject: string;
  paragraphs: string[][];
  link: { label: string; page: "session" | "cover" | "timetable" };
};

/** What a session is called in a mail: `Yoga, Thu 26 Nov, 6:00pm`. */
type Named = { label: string };

function factsOf({ className, date, time }: ClassSession): string[] {
  return [`Class:   ${className}`, `When:    ${dayAndDate(date)}, ${time.from}-${time.to}`];
}

const SEE = { label: "The class", page: "session" } as const;
const ANSWER = { label: "Your answer", page: "cover" } as const;

/** To the trainer who leads a session from now on. */
export function leadsNowMail(session: ClassSession, { label }: Named, by: string): CoverMail {
  const isClosed = session.isClosed
    ? ["The gym is closed that day, so it does not take place unless that changes."]
    : [];
  return {
    kind: "cover-leads",
    subject: `You lead ${label}`,
    paragraphs: [
      [session.insteadOf === null ? "You lead this class:" : `You lead this class, for ${session.insteadOf}:`],
      factsOf(session),
      [`${by} has put that into the timetable, and visitors see it.`, ...isClosed],
    ],
    link: SEE,
  };
}

/** To the trainer who led a session until now. */
export function leadsNoMoreMail(session: ClassSession, { label }: Named, by: string): CoverMail {
  return {
    kind: "cover-replaced",
    subject: `${session.trainerName} leads ${label}`,
    paragraphs: [
      [`${session.trainerName} leads this class, so you don’t:`],
      factsOf(session),
      [`${by} has put that into the timetable, and visitors see it.`],
    ],
    link: { label: "Your timetable", page: "timetable" },
  };
}

/** To a colleague who is asked. */
export function askedMail(session: ClassSession, { label }: Named, reason: string | null): CoverMail {
  return {
    kind: "cover-asked",
    subject: `${session.trainerName} asks for cover: ${label}`,
    paragraphs: [
      [`${session.trainerName} can’t lead this class, and asks whether you can:`],
      [...factsOf(session), ...(reason === null ? [] : [`Why:     ${reason}`])],
      ["Whoever accepts first leads it."],
    ],
    link: ANSWER,
  };
}

/** Why a request has ended, for those who need not answer any more and for who asked. */
const ENDED: Readonly<Record<Exclude<CoverEnd, "begun">, (who: { trainer: string; by: string }) => string>> = {
  covered: ({ by }) => `${by} leads it.`,
  withdrawn: ({ trainer }) => `${trainer} leads it after all.`,
  cancelled: () => "The class is cancelled.",
  moved: () => "The class is at another time now.",
  gone: () => "The class is not in the timetable any more.",
};

/** To a colleague who has not answered, when nobody needs the answer any more. */
export function notNeededMail(
  { label }: Named,
  how: Exclude<CoverEnd, "begun">,
  who: { trainer: string; by: string },
): CoverMail {
  return {
    kind: "cover-over",
    subject: how === "covered" ? `Taken: ${label}` : `No cover needed: ${label}`,
    paragraphs: [[`${who.trainer} had asked you for cover. ${ENDED[how](who)} There is nothing to do.`]],
    link: { label: "The request", page: "cover" },
  };
}

/** To who asked, when the request ended without them. */
export function requestOverMail(
  { label }: Named,
  how: Exclude<CoverEnd, "begun">,
  who: { trainer: string; by: string },
): CoverMail {
  const again = how === "moved" ? " If you can’t lead it then either, ask again." : "";
  return {
    kind: "cover-over",
    subject: `Your request for cover: ${label}`,
    paragraphs: [[`You had asked for cover. ${ENDED[how](who)}${again}`]],
    link: { label: "The class", page: "cover" },
  };
}

/** To who asked, when all whom they asked have said no. */
export function allDeclinedMail({ label }: Named): CoverMail {
  return {
    kind: "cover-declined",
    subject: `Nobody can lead ${label} for you`,
    paragraphs: [["All the colleagues whom you asked have said no. The desk knows that the class needs somebody."]],
    link: { label: "Ask somebody else", page: "cover" },
  };
}

/** To the desk: nobody leads the class yet. @param asked who was asked, with the answer of each in words */
export function coverNeededMail(session: ClassSession, request: CoverRequest, asked: readonly string[]): CoverMail {
  return {
    kind: "cover-needed",
    subject: `${session.trainerName} can’t lead ${request.label}`,
    paragraphs: [
      [`${session.trainerName} can’t lead this class:`],
      [...factsOf(session), ...(request.reason === null ? [] : [`Why:     ${request.reason}`])],
      asked.length === 0 ? ["No colleague was asked."] : [`Asked:   ${asked.join(", ")}`],
    ],
    link: { label: "Put in a substitute, or cancel the class", page: "session" },
  };
}

/** To the desk, which was told that nobody leads the class: somebody does. */
export function deskNotNeededMail({ label }: Named, who: { trainer: string; by: string | undefined }): CoverMail {
  const leads = who.by === undefined ? `${who.trainer} leads it after all.` : `${who.by} leads it, for ${who.trainer}.`;
  return {
    kind: "cover-found",
    subject: `${who.by ?? who.trainer} leads ${label}`,
    paragraphs: [[leads, "There is nothing to do."]],
    link: SEE,
  };
}
