/** How many have booked, in words. */

export type BookingCounts = { taken: number; waiting: number };

/** "9 of 12 places, 3 waiting"; null for a session that can't be booked and that nobody has booked. */
export function placesInWords({ taken, waiting }: BookingCounts, capacity: number | null): string | null {
  const line = waiting === 0 ? "" : `, ${waiting} waiting`;
  if (capacity !== null) return `${taken} of ${capacity} places${line}`;
  return taken + waiting === 0 ? null : `${taken} booked${line}`;
}

/** "11 people have booked and 3 wait."; null when nobody has booked or waits. */
export function bookedSentence({ taken, waiting }: BookingCounts): string | null {
  if (taken + waiting === 0) return null;
  const line = waiting === 1 ? "1 waits" : `${waiting} wait`;
  if (taken === 0) return waiting === 1 ? "1 person waits for a place." : `${waiting} people wait for a place.`;
  const booked = taken === 1 ? "1 person has booked" : `${taken} people have booked`;
  return waiting === 0 ? `${booked}.` : `${booked} and ${line}.`;
}

/** The same of several sessions, in which one person may have several: "11 bookings, and 3 on waiting lists." */
export function bookingsSentence({ taken, waiting }: BookingCounts): string | null {
  if (taken + waiting === 0) return null;
  const bookings = taken === 1 ? "1 booking" : `${taken} bookings`;
  return waiting === 0 ? `${bookings}.` : `${bookings}, and ${waiting} on waiting lists.`;
}

/** The sum over several sessions. */
export function sumOf(counts: Iterable<BookingCounts>): BookingCounts {
  const sum = { taken: 0, waiting: 0 };
  for (const { taken, waiting } of counts) {
    sum.taken += taken;
    sum.waiting += waiting;
  }
  return sum;
}
