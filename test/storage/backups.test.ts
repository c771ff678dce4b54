/** Backups, the commands that copy and fetch them, and their age limits. */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { findOldBackup, readBackupState, recordBackup } from "../../app/platform/backup-state.server.ts";
import type { Config } from "../../app/platform/config.ts";
import { SQLITE_FILE } from "../../app/platform/database.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../app/platform/durations.ts";
import { readSealedSecret, sealSecret, unseal } from "../../app/platform/secret.server.ts";
import { backUp, checkBackup } from "../../bin/backup.ts";
import { takeBackupTurn, takeCheckTurn } from "../../host/start/backups.ts";
import { backupName, backupsToDelete, momentOfBackup, newestBackup } from "../../tools/backup-files.ts";
import { copyDatabaseTo, readCopy } from "../../tools/database-copy.ts";
import { restoreBackup } from "../../tools/restore-backup.ts";
import { insertRows } from "../support/insert-rows.ts";
import { openInstance, testConfig } from "../support/open-instance.ts";
import { installedBinaries, type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { copyMigratedFile, ENGINES, openTestSiteBeforeEach, type TestSite } from "../support/test-services.ts";

const MOMENT = "2026-11-21T05:00:00.000Z";
const MOMENTS = { createdAt: MOMENT, updatedAt: MOMENT, expiresAt: MOMENT };

const PASSPHRASE = "mlĩma simba chai barabara";

describe.each(ENGINES)("backup turns on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);

  test("one of several instances gets the turn, once an hour; the off-site copy is checked once a day, once there is one", async () => {
    const { services } = site;
    const other = await site.secondInstance();
    onTestFinished(other.close);
    const turns = await Promise.all([site, other, site].map(({ services }) => takeBackupTurn(services)));
    expect(turns.filter(Boolean)).toHaveLength(1);
    site.passTime(54 * MINUTE_MS);
    expect(await takeBackupTurn(services)).toBe(false);
    site.passTime(MINUTE_MS);
    expect(await takeBackupTurn(services)).toBe(true);
    expect(await takeCheckTurn(services)).toBe(false);
    await recordBackup(services, { away_at: services.now().toISOString() });
    expect(await takeCheckTurn(services)).toBe(true);
    expect(await takeCheckTurn(services)).toBe(false);
    site.passTime(DAY_MS);
    expect(await takeCheckTurn(services)).toBe(true);
  });

  test("a backup is old after 26 hours: the off-site copy, if there is a command for it", async () => {
    const { services } = site;
    const away = { ...services, config: { ...services.config, backupCommand: "cp {} /away" } };
    const real = { ...services, config: { ...services.config, publicUrl: "https://nguvu.example" } };
    // The migrated database of the tests is a day old at most.
    site.passTime(3 * DAY_MS);
    expect(await findOldBackup(services)).toBeUndefined();
    expect(await findOldBackup(away)).toBeUndefined();
    await recordBackup(services, { begun_at: services.now().toISOString() });
    expect(await findOldBackup(away)).toEqual({ last: undefined, problem: null });
    expect(await findOldBackup(real)).toEqual(kind === "sqlite" ? { last: undefined, problem: null } : undefined);
    const made = services.now();
    await recordBackup(services, { made_at: made.toISOString(), problem: "the disk is full" });
    expect(await findOldBackup(services)).toBeUndefined();
    site.passTime(26 * HOUR_MS);
    expect(await findOldBackup(services)).toEqual({ last: made, problem: "the disk is full" });
    expect(await findOldBackup(away)).toMatchObject({ last: undefined });
    await recordBackup(services, { away_at: services.now().toISOString() });
    expect(await findOldBackup(away)).toBeUndefined();
  });

  // Sealing takes half a second of processor time. On PostgreSQL, a restore reads the secret.
  test.runIf(kind === "sqlite")(
    "the secret is stored encrypted by the passphrase, and follows changes of both",
    async () => {
      const { services } = site;
      const sealed = { ...services, config: { ...services.config, backupPassphrase: PASSPHRASE } };
      await sealSecret(sealed);
      const first = (await readSealedSecret(services.db)) ?? "";
      // As another keyboard writes it.
      expect(await unseal(` ${PASSPHRASE.normalize("NFD")} `, first)).toBe(services.config.secret);
      expect(await unseal(`${PASSPHRASE}!`, first)).toBeUndefined();
      await sealSecret(sealed);
      expect(await readSealedSecret(services.db)).toBe(first);
      const secret = "another secret, which is long enough too";
      await sealSecret({ ...sealed, config: { ...sealed.config, secret } });
      expect(await unseal(PASSPHRASE, (await readSealedSecret(services.db)) ?? "")).toBe(secret);
      await sealSecret(services);
      expect(await readSealedSecret(services.db)).toBeUndefined();
    },
  );
});

test("backups are kept for two days, one of each day for a month, and the newest always", () => {
  const now = new Date("2026-11-27T12:30:00Z");
  const before = (ms: number) => backupName(new Date(now.getTime() - ms), "sqlite");
  const names = Array.from({ length: 45 * 24 }, (_, index) => before(index * HOUR_MS));
  const others = ["nguvu-2020-01-01T00-00-00.000Z.sqlite.part", "nguvu.sqlite", "nguvu-2026-01-01.sqlite", "notes.txt"];
  const deleted = new Set(backupsToDelete([...others, ...names], now));
  const kept = names.filter((name) => !deleted.has(name));
  expect(others.filter((name) => deleted.has(name))).toEqual([]);
  const ages = kept.map((name) => (now.getTime() - (momentOfBackup(name)?.getTime() ?? 0)) / HOUR_MS);
  expect(ages.filter((age) => age < 48)).toHaveLength(48);
  // The day that is partly older than two days has newer copies.
  expect(ages.filter((age) => age >= 48)).toHaveLength(29);
  expect(Math.max(...ages)).toBeLessThan(31 * 24);
  expect(backupsToDelete(kept, now)).toEqual([]);
  expect(backupsToDelete([before(400 * DAY_MS), before(500 * DAY_MS)], now)).toEqual([before(500 * DAY_MS)]);
});

test.skipIf(process.platform === "win32")("the list of processes doesn't show the password of a dump", async () => {
  const dataDir = await temporaryFolder();
  await writeFile(join(dataDir, "pg_dump"), '#!/bin/sh\necho "$PGPASSWORD, $*" >&2; exit 1', { mode: 0o700 });
  vi.stubEnv("PATH", `${dataDir}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { href: databaseUrl } = Object.assign(new URL("postgres://nguvu@127.0.0.1:1/nguvu"), { password: "s3cret" });
  await expect(copyDatabaseTo({ dataDir, databaseUrl }, dataDir, new Date())).rejects.toThrow(
    /^pg_dump failed: s3cret, (?!.*s3cret)/,
  );
});

test("a backup of a folder without a database fails and writes nothing", async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "garbage"));
  await writeFile(join(folder, "garbage", SQLITE_FILE), "no database ".repeat(1000));
  for (const name of ["missing", "", "garbage"]) {
    const config = await testConfig({ dataDir: join(folder, name) });
    await expect(backUp(config, new Date())).rejects.toThrow("is not a database of the site");
  }
  expect(await readdir(folder, { recursive: true })).toEqual(["garbage", join("garbage", SQLITE_FILE)]);
});

const installed = installedBinaries();

// PostgreSQL's part needs the machine's own `pg_dump` and a matching server.
describe.each(ENGINES.filter((kind) => kind === "sqlite" || installed !== undefined))(
  "npm run backup, on %s",
  (kind) => {
    let postgres: PostgresServer | undefined;
    let folder: string;
    let site: TestSite;

    beforeAll(async () => {
      if (kind === "postgres") postgres = await startPostgres({ installed });
    });
    afterAll(() => postgres?.remove());
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), "nguvu it's away-"));
      for (const name of ["away", "data"]) await mkdir(join(folder, name));
      const config = await testConfig({ dataDir: join(folder, "data"), databaseUrl: postgres?.url });
      if (kind === "sqlite") await copyMigratedFile(join(config.dataDir, SQLITE_FILE));
      site = await openInstance(config, kind, async () => {}, { isMigrated: kind === "sqlite" });
    });
    afterEach(async () => {
      await site.close();
      await rm(folder, { recursive: true });
    });

    /** The settings, with copies in the folder `away`. */
    function settings(changes: Partial<Config> = {}): Config {
      const away = `'${join(folder, "away").replaceAll("'", "'\\''")}'`;
      return {
        ...site.services.config,
        backupCommand: `cp {} ${away}/`,
        backupCheckCommand: `cp ${away}/"$(ls ${away} | tail -n 1)" {}/`,
        ...changes,
      };
    }

    test("a copy is made, copied off-site, fetched and checked, and each step is recorded", async () => {
      const { services } = site;
      const { dataDir } = services.config;
      await mkdir(join(dataDir, "backups"), { recursive: true });
      const old = backupName(new Date("2020-01-01"), kind === "sqlite" ? "sqlite" : "dump");
      const part = `${backupName(new Date(Date.now() - HOUR_MS), "sqlite")}.part`;
      for (const name of [old, `${old}.part`, part]) await writeFile(join(dataDir, "backups", name), "");
      const moment = new Date();
      const copy = await backUp(settings(), moment);
      // The newer part is of a backup that is being made.
      expect((await readdir(join(dataDir, "backups"))).sort()).toEqual([part, basename(copy)]);
      expect(await readdir(join(folder, "away"))).toEqual([basename(copy)]);
      expect((await stat(copy)).mode & 0o777).toBe(0o600);
      const at = moment.toISOString();
      const noted = { begun_at: at, made_at: at, away_at: at, problem: null, checked_at: null };
      expect(await readBackupState(services)).toMatchObject(noted);
      const { name, rows } = await checkBackup(settings(), new Date());
      expect(name).toBe(basename(copy));
      expect(rows).toBeGreaterThan(10);
      const checked = { check_problem: null, checked_rows: rows, checked_newest: at };
      expect(await readBackupState(services)).toMatchObject(checked);
      expect((await readdir(dataDir)).filter((file) => file.startsWith("fetched"))).toEqual([]);
      await mkdir(join(folder, "away", "older"));
      await writeFile(join(folder, "away", "older", old), "");
      expect(await newestBackup(join(folder, "away"))).toBe(join(folder, "away", basename(copy)));
      await backUp(settings(), new Date(), join(folder, "by hand"));
      expect((await readdir(join(folder, "away"))).sort()).toEqual([basename(copy), "older"]);
      expect((await readBackupState(services)).away_at).toBe(at);
      await writeFile(join(dataDir, "backups", old), "");
      await backUp(settings({ backupCommand: undefined }), new Date());
      expect(await readdir(join(dataDir, "backups")), "without a copy elsewhere none is deleted").toContain(old);
      if (kind === "sqlite") await services.db.schema.dropTable("backup_state").execute();
      expect((await stat(await backUp(settings(), new Date()))).isFile(), "though not recorded").toBe(true);
    });

    test("a copy that can't be copied off-site, or is missing, damaged or old, is recorded as a failure", async () => {
      const { services } = site;
      const failing = settings({ backupCommand: "false {}" });
      await expect(backUp(failing, new Date())).rejects.toThrow("BACKUP_COMMAND exited with 1");
      expect((await readBackupState(services)).problem).toContain("BACKUP_COMMAND exited with 1");
      const problem = async () => {
        await expect(checkBackup(settings(), new Date())).rejects.toThrow();
        return (await readBackupState(services)).check_problem;
      };
      expect(await problem()).toContain("BACKUP_CHECK_COMMAND");
      const copy = join(folder, "away", basename(await backUp(settings(), new Date())));
      expect((await readBackupState(services)).problem).toBeNull();
      await truncate(copy, 20_000);
      expect(await problem()).toMatch(/damaged|not sound|pg_restore failed/);
      await rm(copy);
      // Made 27 hours ago, with a newer name.
      await recordBackup(services, { begun_at: new Date(Date.now() - 27 * HOUR_MS).toISOString() });
      await copyDatabaseTo(services.config, join(folder, "away"), new Date());
      expect(await problem()).toBe("The newest off-site copy is 27 hours old.");
    });

    test("a backup is restored with its secret, and the previous data is moved aside", async () => {
      const secret = "the secret of the machine that was lost";
      const lost = settings({ backupPassphrase: PASSPHRASE, secret });
      const mark = (id: string) =>
        insertRows(site.services.db, "verifications", [{ id, identifier: "", value: "", ...MOMENTS }]);
      await sealSecret({ ...site.services, config: lost });
      await mark("before");
      const copy = await backUp(lost, new Date());
      await mark("after");

      const bare = settings({ backupPassphrase: PASSPHRASE, secret: undefined });
      await expect(restoreBackup(bare, copy, new Date())).rejects.toThrow("Stop the site first");
      await site.close();
      const guessed = { ...bare, backupPassphrase: "mlima simba chai nyumba" };
      await expect(restoreBackup(guessed, copy, new Date())).rejects.toThrow("BACKUP_PASSPHRASE is not the passphrase");
      const wrong = restoreBackup({ ...bare, secret: "another secret, which is long enough" }, copy, new Date());
      await expect(wrong).rejects.toThrow("SECRET is not the secret");
      const other = join(folder, kind === "sqlite" ? "of-another-engine.dump" : "of-another-engine.sqlite");
      await writeFile(other, "");
      await expect(restoreBackup(bare, other, new Date())).rejects.toThrow("is a backup of");

      await chmod(copy, 0o444);
      const restored = await restoreBackup(bare, copy, new Date());
      expect(restored).toMatchObject({ hasSecret: true, newestBooking: undefined });
      expect((await readFile(join(bare.dataDir, "secret"), "utf8")).trim()).toBe(secret);
      expect(restored.aside.length).toBeGreaterThan(0);
      for (const name of await readdir(bare.dataDir)) {
        expect((await stat(join(bare.dataDir, name))).mode & 0o677, name).toBe(0o600);
      }
      if (kind === "sqlite") {
        const empty = { ...bare, dataDir: join(folder, "empty") };
        expect((await restoreBackup(empty, copy, new Date())).aside).toEqual([]);
        expect((await readdir(empty.dataDir)).sort()).toEqual(["nguvu.sqlite", "secret"]);
      }
      site = await openInstance(bare, kind, async () => {});
      const rows = await site.services.db.selectFrom("verifications").select("id").execute();
      expect(rows).toEqual([{ id: "before" }]);
      // Data that was moved aside is in no later backup.
      expect((await readCopy(await backUp(lost, new Date()))).rows).toBe(restored.rows);
    });
  },
);
