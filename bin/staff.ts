/** `npm run staff -- COMMAND`: manages staff from the server, for the first invitation, and when nobody can sign in. */

import { AsyncLocalStorage } from "node:async_hooks";
import { EventEmitter } from "node:events";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { catalogue } from "../app/content-types/catalogue.ts";
import { FORM_MESSAGES, messageFor } from "../app/forms/problems.ts";
import { createImageEncoder } from "../app/pictures/encoder.server.ts";
import { readConfig, siteOrigin } from "../app/platform/config.ts";
import { openDatabase, SQLITE_FILE } from "../app/platform/database.server.ts";
import { createLog } from "../app/platform/log.server.ts";
import { withSecret } from "../app/platform/secret.server.ts";
import type { Services } from "../app/platform/services.ts";
import { StartProblem, startProblem } from "../app/platform/start-problem.server.ts";
import { invite, listInvitations, makeOwnerLink } from "../app/staff/invitations.server.ts";
import { INVITATION_VALID_HOURS } from "../app/staff/messages.ts";
import {
  accountEmail,
  changeRole,
  findPersonByEmail,
  listPeople,
  removePerson,
  resetSecondStep,
} from "../app/staff/people.server.ts";
import { STAFF_PROBLEMS, type StaffOutcome } from "../app/staff/problems.ts";
import { isRole, ROLE_NAMES, ROLES, type Role } from "../app/staff/roles.ts";
import { readVersion } from "../host/start/version.ts";
import { seeds } from "../seed/content.ts";
import "../app/wiring.ts";

export const USAGE = `Use:
  npm run staff -- list                        who works in the console, and who is invited
  npm run staff -- owner-link                  prints the link that makes the first owner
  npm run staff -- invite EMAIL ROLE           invites by mail, and prints the link
  npm run staff -- role EMAIL ROLE             gives another role
  npm run staff -- remove EMAIL                closes the console to somebody; the account stays
  npm run staff -- reset-second-step EMAIL     removes the app, the passkeys and the recovery codes, and signs out everywhere
  npm run staff -- help                        prints this
It works while the site runs, with the site's DATA_DIR or DATABASE_URL, SECRET, and PUBLIC_URL for the links.
A role is one of: ${ROLES.join(", ")}.`;

/** The output of a command, and whether it succeeded. */
export type CommandOutcome = { ok: boolean; text: string };

type Code = keyof typeof STAFF_PROBLEMS | keyof typeof FORM_MESSAGES;

function refused(code: Code): CommandOutcome {
  return { ok: false, text: messageFor({ code }, { ...FORM_MESSAGES, ...STAFF_PROBLEMS }) };
}

/** Runs a command with its arguments. Invalid arguments change nothing, and the outcome names them. */
export async function runStaffCommand(services: Services, args: readonly string[]): Promise<CommandOutcome> {
  const [command = "", typedEmail = "", typedRole = "", ...rest] = args;
  const count = { list: 1, "owner-link": 1, invite: 3, role: 3, remove: 2, "reset-second-step": 2 }[command];
  if (count === undefined || args.length !== count || rest.length > 0) {
    const why = command === "" ? "" : count === undefined ? `There is no command ${command}.\n` : "";
    return { ok: false, text: `${why}${USAGE}` };
  }
  if (command === "list") return { ok: true, text: await listing(services) };
  if (command === "owner-link") {
    const link = await makeOwnerLink(services);
    return link === undefined
      ? { ok: false, text: "The site has an owner, who invites others." }
      : { ok: true, text: withAddressNote(services, link) };
  }
  const checked = accountEmail().safeParse(typedEmail);
  if (!checked.success) return refused((checked.error.issues[0]?.message ?? "email-malformed") as Code);
  const email = checked.data;
  if (count === 3 && !isRole(typedRole)) return refused("role-unknown");
  const role = typedRole as Role;
  if (command === "invite") return inviteByCommand(services, email, role);
  const id = await findPersonByEmail(services, email);
  if (id === undefined) return refused("not-staff");
  if (command === "role") {
    return said(await changeRole(services, null, id, role), `${email} has the role ${ROLE_NAMES[role]} now.`);
  }
  if (command === "remove") {
    return said(await removePerson(services, null, id), `${email} can no longer open the console.`);
  }
  return said(
    await resetSecondStep(services, null, id),
    `${email} has no second step now, is signed out everywhere, and sets it up again at the next sign-in.`,
  );
}

function said(outcome: StaffOutcome, text: string): CommandOutcome {
  return outcome.code === "done" ? { ok: true, text } : refused(outcome.code);
}

async function inviteByCommand(services: Services, email: string, role: Role): Promise<CommandOutcome> {
  const outcome = await invite(services, null, email, role);
  if (outcome.code !== "done") return refused(outcome.code);
  if (outcome.link === undefined) return { ok: true, text: `${email} was invited less than a minute ago.` };
  return {
    ok: true,
    text: withAddressNote(
      services,
      `${email} is invited as ${ROLE_NAMES[role]}. The site mails this link, which works once, and for ${INVITATION_VALID_HOURS} hours:\n${outcome.link}`,
    ),
  };
}

/** A text that ends in a link, with a note on the link's address if PUBLIC_URL is not set. */
function withAddressNote({ config }: Services, text: string): string {
  if (config.publicUrl !== undefined) return text;
  return `${text}\nPUBLIC_URL is not set, so the link begins with ${siteOrigin(config)}. Does the site have another address? Set PUBLIC_URL for this command and for the site, or replace the beginning of the link.`;
}

async function listing(services: Services): Promise<string> {
  const people = await listPeople(services);
  const rows = people.map(({ name, email, role, hasApp, isAppLost, passkeys, lastSeenAt }) => {
    const hasStep = (hasApp && !isAppLost) || passkeys > 0;
    const secondStep = hasStep ? "second step on" : isAppLost ? "app of a lost secret" : "no second step";
    return [ROLE_NAMES[role], email, name, secondStep, lastSeenAt === null ? "not seen lately" : `seen ${lastSeenAt}`];
  });
  const invited = (await listInvitations(services)).map(({ email, role, expiresAt }) => [
    ROLE_NAMES[role],
    email,
    "(invited)",
    new Date(expiresAt) > services.now() ? `until ${expiresAt}` : `expired ${expiresAt}`,
  ]);
  const all = [...rows, ...invited].map((row) => row.join("\t"));
  return all.length === 0
    ? "Nobody yet. `npm run staff -- owner-link` prints the link that makes the first owner."
    : all.join("\n");
}

/** Opens the database of a site, which may be running. @throws when there is none yet, or an older version's */
async function openSite(environment: NodeJS.ProcessEnv): Promise<{ services: Services; close: () => Promise<void> }> {
  // Unused here; a supervisor's settings file may leave it empty.
  const outcome = readConfig({ ...environment, PORT: environment.PORT || undefined });
  if (!outcome.ok) throw new StartProblem(outcome.problems.join("\n"));
  const { dataDir, databaseUrl } = outcome.config;
  const file = join(dataDir, SQLITE_FILE);
  if (databaseUrl === undefined && !(await stat(file).catch(() => undefined))?.isFile()) {
    throw new StartProblem(`DATA_DIR: there is no ${file}. Start the site once, or set DATA_DIR to its data folder.`);
  }
  const config = await withSecret(outcome.config);
  const log = createLog("silent");
  const database = await openDatabase(config, log);
  const tables = await database.db.introspection.getTables();
  if (!tables.some(({ name }) => name === "staff_invitations")) {
    await database.close();
    throw new StartProblem("The database is empty or of an older version. Start the site once to update it.");
  }
  const services: Services = {
    config,
    db: database.db,
    databaseState: database.state,
    version: readVersion(),
    log,
    requestId: new AsyncLocalStorage(),
    now: () => new Date(),
    events: new EventEmitter(),
    imageEncoder: createImageEncoder(log),
    content: { types: Object.values(catalogue), version: 0, olderReads: 0, seeds },
    timetable: { version: 0, places: 0 },
  };
  return { services, close: database.close };
}

/** Arguments that print the help, for which no site is needed. */
const HELP = new Set(["help", "--help", "-h"]);

/** Runs a command on the site of these settings. Settings without a site that has started fail, and create no database. */
export async function runCommandLine(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<CommandOutcome> {
  if (HELP.has(args[0] ?? "")) return { ok: true, text: USAGE };
  try {
    const { services, close } = await openSite(environment);
    try {
      return await runStaffCommand(services, args);
    } finally {
      await close();
    }
  } catch (error) {
    const outcome = readConfig(environment);
    const known = error instanceof StartProblem ? error.message : undefined;
    const problem = known ?? (outcome.ok ? startProblem(error, outcome.config, SQLITE_FILE) : undefined);
    const text = `Cannot run the command: ${problem ?? (error instanceof Error ? error.message : String(error))}`;
    return { ok: false, text };
  }
}

if (import.meta.main) {
  const { ok, text } = await runCommandLine(process.argv.slice(2), process.env);
  (ok ? console.log : console.error)(text);
  process.exitCode = ok ? 0 : 1;
}
