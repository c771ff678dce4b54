/** Config → database → services: everything the site runs on, opened once and closed cleanly. */
import { AsyncLocalStorage } from "node:async_hooks";
import { keepTestAccount } from "../app/accounts/test-account.server.ts";
import { contentVersion, seedIfEmpty } from "../app/content/entries.server.ts";
import { type Config, readConfig } from "../app/platform/config.ts";
import { openDatabase } from "../app/platform/database.server.ts";
import { createLog, type LogLevel } from "../app/platform/log.server.ts";
import { createMailTransport } from "../app/platform/mail.server.ts";
import { migrate } from "../app/platform/migrate.server.ts";
import { startOutbox } from "../app/platform/outbox.server.ts";
import { withSecret } from "../app/platform/secret.server.ts";
import type { Services } from "../app/platform/services.ts";
import { content } from "../seed/content.ts";
import { startHousekeeping } from "./housekeeping.ts";

/** How often other instances' changes of content are looked for. */
const CONTENT_LOOK_MS = 1000;

export type OpenServices = { services: Services; close: () => Promise<void> };

/** Settings that make no sense: the start is refused, and each problem names its setting. */
export type Refused = { problems: string[] };

/** Opens what the site runs on, or says which settings are wrong. Migrates and seeds the database first. */
export async function openServices(
  environment: Record<string, string | undefined>,
  logLevel: LogLevel = "info",
): Promise<OpenServices | Refused> {
  const outcome = readConfig(environment);
  if (!outcome.ok) return { problems: outcome.problems };
  const config: Config = await withSecret(outcome.config);
  const requestId = new AsyncLocalStorage<string>();
  const log = createLog(logLevel, undefined, requestId);
  const database = await openDatabase(config, log);
  await migrate(database.db, database.kind);
  const services: Services = {
    config,
    db: database.db,
    log,
    requestId,
    now: () => new Date(),
    content: { version: 0, olderReads: 0 },
  };
  await seedIfEmpty(services, content);
  await keepTestAccount(services);
  services.content.version = await contentVersion(services.db);
  const transport = createMailTransport(config, log);
  const outbox = startOutbox(services, transport);
  const stopHousekeeping = startHousekeeping(services);
  const look = setInterval(() => {
    contentVersion(services.db).then(
      (version) => {
        // A look that was asked before a change of this instance must not take the version back.
        services.content.version = Math.max(services.content.version, version);
      },
      (error: unknown) => log.warn({ event: "content-look-failed", err: error }, "the content version is out of reach"),
    );
  }, CONTENT_LOOK_MS);
  look.unref();
  return {
    services,
    async close() {
      clearInterval(look);
      stopHousekeeping();
      await outbox.stop();
      await database.close();
    },
  };
}
