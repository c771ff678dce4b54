/** Visitors for tests of accounts: signing up and in, the cookies of their browsers, and the emails they get. */
import { findVisitor, type signIn, type signUp } from "../../app/accounts/sign-up-and-in.server.ts";
import type { Visitor } from "../../app/accounts/visitor-context.ts";
import { readMailText } from "../../app/platform/outbox.server.ts";
import type { Services } from "../../app/platform/services.ts";
import type { Visit } from "../../app/request/request-context.ts";
import { addAccount, addSession } from "./staff.ts";

export const AMANI = { email: "amani@nguvu.example", password: "kettle-bell-at-dawn" };
export const BARAKA = { email: "baraka@nguvu.example", password: "rope-climb-at-noon" };

/** The `Cookie` header of a browser that has stored these `Set-Cookie` lines. */
export function cookieOf(setCookie: readonly string[]): string {
  return setCookie.map((line) => line.split(";")[0]).join("; ");
}

/** A visit from a browser that has stored these `Set-Cookie` lines. */
export function visitWith(setCookie: readonly string[] = [], clientAddress = "192.0.2.1"): Visit {
  return { request: new Request("http://localhost/", { headers: { cookie: cookieOf(setCookie) } }), clientAddress };
}

/** Creates an account that is signed in on a browser. */
export async function enter(services: Services, credentials = AMANI) {
  const userId = await addAccount(services, credentials);
  return browserOf(userId, [(await addSession(services, userId)).setCookie]);
}

/** Signs up or in, as the forms do. @throws when refused */
export async function enterBy(
  how: typeof signUp | typeof signIn,
  services: Services,
  credentials = AMANI,
  visit = visitWith(),
) {
  const outcome = await how(services, credentials, visit);
  if (outcome.code !== "done") throw new Error(outcome.code);
  return browserOf(outcome.userId, outcome.setCookie);
}

function browserOf(userId: string, setCookie: readonly string[]) {
  return { userId, setCookie, cookie: cookieOf(setCookie), visit: visitWith(setCookie) };
}

/** The visitor whom a request signs in. @throws when nobody is signed in */
export async function visitorOf(services: Services, { request }: Pick<Visit, "request">): Promise<Visitor> {
  const visitor = await findVisitor(services, request);
  if (visitor === null) throw new Error("Nobody is signed in");
  return visitor;
}

/** All queued and sent emails, oldest first. */
export function mailsOf({ db }: Services) {
  return db.selectFrom("outbox").selectAll().orderBy("created_at").execute();
}

/** The first group of an expression's newest match in the emails, for example a link's token; empty without a match. */
export async function newestInMails(services: Services, expression: RegExp): Promise<string> {
  const texts = (await mailsOf(services)).map((mail) => readMailText(services, mail) ?? "");
  return texts.flatMap((text) => expression.exec(text)?.[1] ?? []).at(-1) ?? "";
}
