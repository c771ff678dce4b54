/** The whole site as an instance for `crash-bookings.ts`: calls go through its forms. */
import type { Services } from "../../app/platform/services.ts";
import { startSiteProcess } from "../support/site-process.ts";
import { addSession } from "../support/staff.ts";
import type { BookingCall, BookingProcess, BookingReport } from "./booking-processes.ts";

/** An instance that can be called, one call at a time, and killed. */
export type BookingInstance = Pick<BookingProcess, "run" | "kill">;

/** Starts the site on the database of `services`. The build must exist. */
export async function startBookingSite(services: Services): Promise<BookingInstance> {
  const { dataDir, databaseUrl, secret = "" } = services.config;
  const site = await startSiteProcess({
    DATA_DIR: dataDir,
    SECRET: secret,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  });
  const cookies = new Map<string, string>();
  /** Bookings that a response has acknowledged. */
  const known = new Set<string>();

  async function post(path: string, userId: string, fields: Record<string, string>): Promise<Response> {
    const cookie = cookies.get(userId) ?? (await addSession(services, userId)).cookie;
    cookies.set(userId, cookie);
    const headers = { Cookie: cookie, Origin: site.url, "Sec-Fetch-Site": "same-origin" };
    const init = { method: "POST", headers, body: new URLSearchParams(fields), redirect: "manual" } as const;
    const response = await fetch(site.url + path, init);
    await response.arrayBuffer();
    return response;
  }

  async function perform(call: BookingCall): Promise<Omit<BookingReport, "ms">> {
    if (call.do === "book") return book(call.userId, call.sessionId);
    if (call.do !== "cancel") throw new Error(`A member can't ${call.do}`);
    const response = await post(`/booking/cancel?booking=${call.bookingId}`, call.userId, {});
    const done = new URL(response.headers.get("location") ?? "/", site.url).searchParams.get("done");
    return response.status === 303 ? { code: done ?? "no outcome" } : refused(response);
  }

  async function book(userId: string, sessionId: string): Promise<Omit<BookingReport, "ms">> {
    const response = await post(`/booking?session=${sessionId}`, userId, { name: "", phone: "" });
    if (response.status !== 303) return refused(response);
    const row = await services.db
      .selectFrom("bookings")
      .innerJoin("people", "people.id", "person_id")
      .select(["bookings.id", "state"])
      .where("session_id", "=", sessionId)
      .where("user_id", "=", userId)
      .where("ended_at", "is", null)
      .executeTakeFirst();
    if (row === undefined) return { code: "303", error: `${userId} has no booking of ${sessionId} after a redirect` };
    const code = known.has(row.id) ? "same" : row.state === "waiting" ? "waiting" : "booked";
    known.add(row.id);
    return { code, bookingId: row.id };
  }

  return {
    run: async ({ calls }) => {
      const began = performance.now();
      const reports: BookingReport[] = [];
      for (const call of calls) reports.push({ ...(await perform(call)), ms: performance.now() - began });
      return { reports, reads: [], seconds: (performance.now() - began) / 1000 };
    },
    kill: async () => {
      site.signal("SIGKILL");
      await site.ended;
    },
  };
}

/** Refused by a rule, or busy; any other status is an error. */
function refused({ status }: Response): Omit<BookingReport, "ms"> {
  const code = String(status);
  return [409, 422, 429, 503].includes(status) ? { code } : { code, error: `A form was answered with ${code}` };
}
