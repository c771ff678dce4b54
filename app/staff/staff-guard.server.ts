/** The console's guard: requirements of layouts and sensitive actions. */

import { createContext, data, type RouterContextProvider, redirect, redirectDocument } from "react-router";
import { safeReturnPath, signInPathFor, withSignInIntent } from "../accounts/return-to.ts";
import { findSignIn } from "../accounts/sign-in.server.ts";
import { visitorContext } from "../accounts/visitor-context.ts";
import { logNames } from "../platform/log.server.ts";
import { clientAddressContext, servicesContext } from "../request/request-context.ts";
import {
  type Access,
  type ConsoleSignIn,
  consoleAccess,
  findConsoleSignIn,
  hasFreshSecondStep,
} from "./access.server.ts";
import type { StaffMember } from "./roles.ts";

/** The member of staff who uses the console; only routes below `app/console/console-layout.route.tsx` have it. */
export const staffContext = createContext<StaffMember>();

export const consoleSignInContext = createContext<ConsoleSignIn>();

export type GuardArgs = { context: Readonly<RouterContextProvider>; request: Request; url: URL };

export const CONSOLE_PATH = "/staff";
const SECOND_STEP_PATH = "/staff/second-step";
const SET_UP_PATH = "/staff/second-step/set-up";
const SIGN_IN_AGAIN_PATH = "/staff/sign-in-again";

/**
 * The request's member of staff, past the second step or not.
 * @throws a redirect to Sign In for signed-out visitors, a 404 for visitors who aren't staff
 */
export async function requireStaff({ context, request, url }: GuardArgs): Promise<ConsoleSignIn> {
  const visitor = context.get(visitorContext);
  if (visitor === null) throw redirectDocument(signInPathFor(url.href));
  const staff = await findStaff({ context, request });
  if (staff === undefined) {
    logRefusal(context, 404, visitor.email);
    throw data(null, { status: 404 });
  }
  return staff;
}

export async function findStaff({ context, request }: Omit<GuardArgs, "url">): Promise<ConsoleSignIn | undefined> {
  const services = context.get(servicesContext);
  const signIn = await findSignIn(services, request);
  return signIn && findConsoleSignIn(services, signIn.id);
}

/** Logs a request refused because the person isn't staff or lacks the role. The request's log line has the path. */
export function logRefusal(context: GuardArgs["context"], code: 403 | 404, email: string): void {
  const services = context.get(servicesContext);
  const who = logNames(services, { email, clientAddress: context.get(clientAddressContext) });
  services.log.info({ event: "permission-refused", code, ...who }, "refused access to a console page or form");
}

/**
 * The response to a signed-out or unverified request: pages redirect; forms are held (307) and resent, except
 * uploads.
 */
export function redirectKeepingForm({ request, url }: GuardArgs, signInPath: string): Response {
  const isForm = request.headers.get("Content-Type")?.startsWith("application/x-www-form-urlencoded") ?? false;
  const path = safeReturnPath(`${url.pathname}${url.search}`);
  if (request.method !== "POST" || !isForm || path === undefined) return redirect(signInPath);
  return redirect(withNext(SIGN_IN_AGAIN_PATH, path), 307);
}

/** The page that gives a sign-in the access it lacks, and then leads on to `url`. */
export function secondStepPathFor(access: Exclude<Access, "allowed">, url: URL): string {
  return withNext(access === "set-up" ? SET_UP_PATH : SECOND_STEP_PATH, safeReturnPath(`${url.pathname}${url.search}`));
}

export function isSecondStepFresh(context: GuardArgs["context"]): boolean {
  const { now } = context.get(servicesContext);
  return hasFreshSecondStep(context.get(consoleSignInContext).state, now());
}

/** Guards pages with sensitive forms. @throws a redirect to the second step if the last one was over ten minutes ago */
export function requireFreshSecondStep(context: GuardArgs["context"], url: URL): void {
  if (!isSecondStepFresh(context)) throw redirect(secondStepPathFor("second-step", url));
}

/**
 * Guards pages of the second step that only sign-ins with access to the console may see.
 * @throws a redirect to the second step, or to its set-up
 */
export function requireConsoleAccess(context: GuardArgs["context"], url: URL): void {
  const access = consoleAccess(context.get(consoleSignInContext).state, context.get(servicesContext).now());
  if (access !== "allowed") throw redirect(secondStepPathFor(access, url));
}

/** Requires recent verification for actions with typed values. @throws a redirect to a page that holds the form */
export function holdFormUntilFresh(args: GuardArgs): void {
  if (!isSecondStepFresh(args.context)) throw redirectKeepingForm(args, secondStepPathFor("second-step", args.url));
}

/**
 * Whether a visitor's page that is sensitive for staff needs verification: for staff with a factor, after ten minutes.
 */
export async function isSecondStepDue(args: Omit<GuardArgs, "url">): Promise<boolean> {
  const staff = await findStaff(args);
  return staff?.state.hasFactor === true && !hasFreshSecondStep(staff.state, args.context.get(servicesContext).now());
}

/** The destination after verification: a page of the console or the account, by default the console's first. */
export function nextInConsole(url: URL): string {
  const next = safeReturnPath(url.searchParams.get("next"));
  return next?.startsWith(CONSOLE_PATH) || next?.startsWith("/account") ? next : CONSOLE_PATH;
}

export function withNext(path: string, next: string | undefined): string {
  return withSignInIntent(path, { next: next === CONSOLE_PATH ? undefined : next, save: undefined });
}
