/** What calendars say about a session beside its name and its time. */

/** The word that begins the name of a cancelled session: some programs show it as any other. */
export const CANCELLED = "Cancelled";

/** One line for each thing there is to say; `movedFrom` is "Monday 23 November, 9:00am". */
export function aboutSession(session: {
  trainer: string;
  insteadOf: string | null;
  isCancelled: boolean;
  reason: string | null;
  movedFrom: string | undefined;
}): string[] {
  const { trainer, insteadOf, isCancelled, reason, movedFrom } = session;
  return [
    ...(isCancelled ? [`${CANCELLED}${reason ? `: ${reason}` : ""}`] : []),
    `Trainer: ${trainer}${insteadOf === null ? "" : `, for ${insteadOf}`}`,
    ...(movedFrom === undefined ? [] : [`Moved from ${movedFrom}${reason && !isCancelled ? `: ${reason}` : ""}`]),
  ];
}
