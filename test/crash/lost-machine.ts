/**
 * `npm run crash:machine [-- TIMES [sqlite|postgres [continuous]]]`: a machine is lost with its folder while visitors send forms, and
 * restored on an empty one from its off-site copy by `npm run restore -- latest`. What was acknowledged before that copy began must be
 * there. Backups are five seconds apart here, not an hour. With `continuous` the copy is Litestream's, which must be on the path.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { DatabaseKind } from "../../app/platform/database.server.ts";
import { momentOfBackup, newestBackup } from "../../tools/backup-files.ts";
import { ROOT } from "../../tools/spawn.ts";
import { createVisitor, PASSWORD } from "../support/http-client.ts";
import { installedBinaries } from "../support/postgres-server.ts";
import { startSiteProcess } from "../support/site-process.ts";
import { type Acknowledged, beVisitors, compare, countOf, readerOf, startVisitors } from "./crash.ts";
import { newSiteData, readEngine } from "./stress-command.ts";

const BETWEEN_BACKUPS_MS = 5000;
const MAX_LIFE_MS = 15_000;

const SETTINGS = {
  // Renamed once complete, as the tools of docs/operating.md do.
  BACKUP_COMMAND: "cp {} ../away/part && mv ../away/part ../away/$(basename {})",
  BACKUP_CHECK_COMMAND: "cp ../away/$(ls ../away | grep '^nguvu-' | tail -n 1) {}/",
  BACKUP_PASSPHRASE: "mlima simba chai barabara",
};

/** Creates a machine's folder, and on PostgreSQL its server. */
async function newMachine(folder: string, kind: DatabaseKind) {
  const data = await newSiteData(kind, folder, { installed: installedBinaries() });
  const away = join(folder, "away");
  const commands = Object.entries(SETTINGS).map(([name, value]) => [name, value.replaceAll("../away", away)]);
  const backupSettings: Record<string, string> = { ...Object.fromEntries(commands), ...data.environment };
  return { ...data, backupSettings };
}

/** Starts a program. `ended` rejects with its output if it fails. */
function run(command: string, args: readonly string[], settings: Record<string, string> = {}) {
  const ended = promisify(execFile)(command, args, { cwd: ROOT, env: { ...process.env, ...settings } });
  // A program that was killed has no failure to report.
  ended.catch(() => {});
  return { kill: () => ended.child.kill("SIGKILL"), ended };
}

const command = (name: string, args: readonly string[], settings: Record<string, string>) =>
  run(process.execPath, [join(ROOT, "bin", `${name}.ts`), ...args], settings);

/** Loses one machine and restores it on another. */
async function loseMachine(kind: DatabaseKind, isContinuous: boolean) {
  const folder = await mkdtemp(join(tmpdir(), "nguvu-lost-"));
  const away = join(folder, "away");
  await mkdir(away);
  const lost = await newMachine(folder, kind);
  const settings = { ...lost.backupSettings };
  if (isContinuous) delete settings.BACKUP_COMMAND;
  const secret = "a secret that is lost with its machine 81";
  const site = await startSiteProcess({ ...settings, SECRET: secret, TRUSTED_PROXIES: "127.0.0.1" });
  const replica = `file://${join(away, "litestream")}`;
  const database = join(lost.dataDir, "nguvu.sqlite");
  const streaming = isContinuous ? run("litestream", ["replicate", database, replica]) : undefined;

  // Before the first copy, there is nothing to restore.
  while (!isContinuous && (await newestBackup(away)) === undefined) await pause(50);
  const member = createVisitor(site.url);
  await member.post("/signup", { email: "member@example.com", password: PASSWORD });
  const { run: visitors, acknowledged } = await startVisitors(readerOf(lost.environment), lost.dataDir);
  let isAlive = true;
  const clients = beVisitors(site.url, visitors, acknowledged, () => isAlive);
  /** The acknowledged forms before each backup. */
  const before: { at: number; acknowledged: Acknowledged }[] = [];
  const until = performance.now() + BETWEEN_BACKUPS_MS + Math.random() * MAX_LIFE_MS;
  let backup: ReturnType<typeof run> | undefined;
  while (performance.now() + BETWEEN_BACKUPS_MS < until) {
    await pause(BETWEEN_BACKUPS_MS);
    before.push({ at: Date.now(), acknowledged: structuredClone(acknowledged) });
    if (!isContinuous) backup = command("backup", [], settings);
  }
  await pause(Math.max(0, until - performance.now()));
  isAlive = false;
  site.signalGroup("SIGKILL");
  streaming?.kill();
  backup?.kill();
  const lostAt = Date.now();
  await Promise.all([site.ended, ...clients]);
  await lost.remove();

  const began = performance.now();
  const machine = await newMachine(folder, kind);
  const restoring = performance.now();
  let file = "latest";
  if (isContinuous) {
    file = join(away, "nguvu.sqlite");
    await run("litestream", ["restore", "-o", file, replica]).ended;
  }
  await command("restore", [file], machine.backupSettings).ended;
  const restoreSeconds = (performance.now() - restoring) / 1000;
  const again = await startSiteProcess(machine.environment);
  const servingSeconds = (performance.now() - began) / 1000;
  const newest = await newestBackup(away);
  const copied = isContinuous ? lostAt - BETWEEN_BACKUPS_MS : (momentOfBackup(newest ?? "")?.getTime() ?? 0);
  const copy = before.findLast(({ at }) => at <= copied);
  // The secret is restored too: people stay signed in.
  member.moveTo(again.url);
  const page = await member.get("/account");
  if (copy !== undefined && page.status !== 200) throw new Error(`/account answers ${page.status} to a member`);
  again.signal("SIGTERM");
  await again.ended;

  const read = readerOf(machine.environment);
  const missing = copy === undefined ? [] : await compare(read, kind, copy.acknowledged);
  const lostSince = (await compare(read, kind, acknowledged)).length - missing.length;
  await machine.remove();
  await rm(folder, { recursive: true, force: true });
  return {
    acknowledged: countOf(acknowledged),
    /** Forms acknowledged before the copy began, but missing. */
    missing,
    /** Forms acknowledged after that, and lost with the machine. */
    lostSince,
    restoreSeconds,
    /** From the empty machine to a serving site. */
    servingSeconds,
  };
}

if (import.meta.main) {
  const [times = "10", engine, mode] = process.argv.slice(2);
  const missing: string[] = [];
  for (let time = 1; time <= Number(times); time += 1) {
    const figures = await loseMachine(readEngine(engine), mode === "continuous");
    missing.push(...figures.missing);
    console.log(JSON.stringify({ time, ...figures }));
  }
  process.exit(missing.length === 0 ? 0 : 1);
}
