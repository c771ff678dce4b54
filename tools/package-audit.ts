/** Audits the packages against the registry: vulnerabilities in the site's dependencies, and all signatures. */
import { spawnSync } from "node:child_process";
import { ROOT } from "./spawn.ts";

const AUDITS = [
  ["audit", "--omit=dev", "--audit-level=high", "--fetch-retries=0", "--json"],
  ["audit", "signatures", "--fetch-retries=0", "--json"],
];

/** Why npm produced no report, for example because it is offline; undefined if it produced one. */
export function noReportReason(output: string): string | undefined {
  const { message, error } = JSON.parse(output || '{"message":"npm printed nothing"}');
  if (error === undefined && message === undefined) return undefined;
  return message ?? error.summary;
}

/** An unreachable registry isn't a failure: the tests must pass offline. @returns the exit code */
export async function auditPackages(): Promise<number> {
  const codes = AUDITS.map((args) => {
    const npm = process.env.npm_execpath;
    const { status, stdout } = spawnSync(npm ? process.execPath : "npm", npm ? [npm, ...args] : args, {
      cwd: ROOT,
      encoding: "utf8",
    });
    if (status === 0) return 0;
    const reason = noReportReason(stdout);
    console.log(reason === undefined ? stdout : `No report from npm ${args.slice(0, 2).join(" ")}: ${reason}`);
    return reason === undefined ? 1 : 0;
  });
  return Math.max(...codes);
}
