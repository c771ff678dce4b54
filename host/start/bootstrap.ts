/** Config → database → services: everything the site runs on, opened once and closed cleanly. */
import "../../app/wiring.ts";
import { AsyncLocalStorage } from "node:async_hooks";
import { EventEmitter } from "node:events";
import { ensureTestAccount } from "../../app/accounts/test-account.server.ts";
import { pollContentVersion } from "../../app/cms/content-version.server.ts";
import { findSingleEntry, seedNewTypes } from "../../app/cms/entries.server.ts";
import { catalogue } from "../../app/content-types/catalogue.ts";
import { settingsType } from "../../app/content-types/settings.ts";
import { createImageEncoder } from "../../app/pictures/encoder.server.ts";
import { startPictureWorker } from "../../app/pictures/picture-worker.server.ts";
import { alertChannels, startAlerts } from "../../app/platform/alerts.server.ts";
import { type Config, readConfig, siteOrigin } from "../../app/platform/config.ts";
import { checkDataFolder } from "../../app/platform/data-folder.server.ts";
import { type Database, openDatabase, SQLITE_FILE } from "../../app/platform/database.server.ts";
import { type Demonstration, demonstrationOf } from "../../app/platform/demonstration.server.ts";
import { createLog, type LogLevel } from "../../app/platform/log.server.ts";
import { createMailTransport, type MailTransport } from "../../app/platform/mail.server.ts";
import { migrate } from "../../app/platform/migrate.server.ts";
import { startOutbox } from "../../app/platform/outbox-worker.server.ts";
import { sealSecret, withSecret } from "../../app/platform/secret.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { startProblem } from "../../app/platform/start-problem.server.ts";
import { makeOwnerLink } from "../../app/staff/invitations.server.ts";
import { countPasskeysElsewhere } from "../../app/staff/passkeys.server.ts";
import { reencryptAppKeys } from "../../app/staff/stored-secrets.server.ts";
import { dateInNairobi, longDate } from "../../app/time/dates.server.ts";
import { seedWeeklySlots } from "../../app/timetable/slot-rows.server.ts";
import { pollTimetableVersions } from "../../app/timetable/timetable-records.server.ts";
import { seeds } from "../../seed/content.ts";
import { slots } from "../../seed/weekly-slots.ts";
import { pollVersions } from "../cache/page-versions.ts";
import { startBackups } from "./backups.ts";
import { startCleanupJobs, startPeriodicJobs, startScheduleRunner } from "./jobs.ts";
import { readVersion } from "./version.ts";
import { startWatch } from "./watch.ts";

const VERSION_POLL_MS = 1000;

export type OpenSite = {
  services: Services;
  transport: MailTransport;
  close: () => Promise<void>;
};

type OpenServices = Omit<OpenSite, "transport"> & {
  /** Sends pending alerts before the process exits. */
  tellOperator: () => Promise<void>;
};

/** Invalid or unusable settings: one message each, which names the setting. */
type StartFailure = { problems: string[] };

/**
 * Opens the services after migrating and seeding, or returns the problems. @throws errors that are not caused by the
 * settings or the machine
 */
export async function openServices(
  environment: Record<string, string | undefined>,
  logLevel: LogLevel = "info",
): Promise<OpenServices | StartFailure> {
  const opened = await openSite(environment, { logLevel, now: () => new Date() });
  if ("problems" in opened) return opened;
  const { services, transport, close } = opened;
  const channels = alertChannels(services, transport);
  const alerts = channels.length > 0 ? startAlerts(services, channels) : undefined;
  const workers = [
    ...(alerts === undefined ? [] : [alerts, startWatch(services)]),
    startOutbox(services, transport),
    startPictureWorker(services),
    startCleanupJobs(services),
    startScheduleRunner(services),
    ...startPeriodicJobs(services),
    startBackups(services),
  ];
  const poll = setInterval(() => void pollVersions(services), VERSION_POLL_MS);
  poll.unref();
  return {
    services,
    tellOperator: async () => alerts?.flush(),
    async close() {
      clearInterval(poll);
      await Promise.all(workers.map((worker) => worker.stop()));
      await close();
    },
  };
}

/** Opens the site's services without running jobs. @throws as `openServices` does */
export async function openSite(
  environment: Record<string, string | undefined>,
  options: { logLevel: LogLevel; now: Services["now"] },
): Promise<OpenSite | StartFailure> {
  const outcome = readConfig(environment);
  if (!outcome.ok) return { problems: outcome.problems };
  try {
    return await openWith(outcome.config, options);
  } catch (error) {
    const problem = startProblem(error, outcome.config, SQLITE_FILE);
    if (problem === undefined) throw error;
    return { problems: [problem] };
  }
}

async function openWith(
  settings: Config,
  { logLevel, now }: { logLevel: LogLevel; now: Services["now"] },
): Promise<OpenSite> {
  // Mail and pictures may be stored there even if database and secret are elsewhere.
  await checkDataFolder(settings.dataDir);
  const demonstration = await demonstrationOf(settings);
  const config: Config = await withSecret(settings);
  const requestId = new AsyncLocalStorage<string>();
  const events: Services["events"] = new EventEmitter();
  const log = createLog(logLevel, undefined, requestId, events);
  const database = await openDatabase(config, log);
  const services: Services = {
    config,
    db: database.db,
    databaseState: database.state,
    version: readVersion(),
    log,
    requestId,
    now,
    ...(demonstration && { demonstration }),
    events,
    imageEncoder: createImageEncoder(log),
    content: { types: Object.values(catalogue), version: 0, olderReads: 0, seeds },
    timetable: { version: 0, places: 0 },
  };
  try {
    await prepare(services, database);
  } catch (error) {
    // A database that could not be opened may fail to close too; report only why it did not open.
    await database.close().catch(() => {});
    throw error;
  }
  const senderName = async () => (await findSingleEntry(services, settingsType)).name;
  const transport = createMailTransport(config, log, { senderName });
  const close = () => {
    transport.close();
    return database.close();
  };
  return { services, transport, close };
}

async function prepare(services: Services, database: Database): Promise<void> {
  await migrate(database.db, database.kind);
  await seedNewTypes(services, Object.values(catalogue));
  await seedWeeklySlots(services, slots);
  await ensureTestAccount(services);
  await sealSecret(services);
  const lostApps = await reencryptAppKeys(services);
  if (lostApps > 0) {
    services.log.warn(
      { event: "secret-changed", apps: lostApps },
      "authenticator apps were set up with another secret: restore it, at least as OTHER_SECRET, or use recovery codes",
    );
  }
  const passkeys = await countPasskeysElsewhere(services);
  if (Object.keys(passkeys).length > 0) {
    services.log.warn(
      { event: "passkeys-elsewhere", passkeys },
      "passkeys were made for another address and do not work at PUBLIC_URL: their owners add new ones under Your second step",
    );
  }
  await Promise.all([pollContentVersion(services), pollTimetableVersions(services)]);
}

/**
 * The message with the first owner's link; undefined if there is an owner. Never throws.
 * @param isTerminal else no link, as logs must not contain it
 */
export async function ownerLinkNotice(services: Services, isTerminal: boolean): Promise<string | undefined> {
  try {
    const link = await makeOwnerLink(services);
    if (link === undefined) return undefined;
    return isTerminal
      ? `Nobody owns the site yet. Become its owner with this link, which works once:\n${link}`
      : "Nobody owns the site yet. `npm run staff -- owner-link`, with the same settings, prints the link that makes its owner.";
  } catch (error) {
    services.log.warn({ event: "owner-link-failed", err: error }, "could not make the link for the first owner");
    return undefined;
  }
}

/** The sign-ins of a demo, and how to renew an old demo, printed at startup. */
export function demonstrationNotice(
  { config, now }: Pick<Services, "config" | "now">,
  { madeAt, signIns }: Demonstration,
): string {
  const longest = (key: "who" | "email") => Math.max(...signIns.map((signIn) => signIn[key].length));
  const rows = signIns.map(
    ({ who, email, password }) => `  ${who.padEnd(longest("who"))}  ${email.padEnd(longest("email"))}  ${password}`,
  );
  const date = dateInNairobi(new Date(madeAt));
  const isFromToday = date === dateInNairobi(now());
  return [
    "A demonstration: a gym in its eighth week. Its people are invented, and its mail stays in its folder.",
    `Sign in at ${siteOrigin(config)}/login as one of these:`,
    ...rows,
    ...(isFromToday ? [] : [`It was made on ${longDate(date)}: npm run demo -- --new makes a new one.`]),
  ].join("\n");
}
