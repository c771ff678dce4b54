/** Audits the packages with the registry: vulnerabilities in the site's dependencies, and all signatures. */
import { spawnSync } from "node:child_process";
import { ROOT } from "./spawn.ts";

const AUDITS = [
  ["audit", "--omit=dev", "--audit-level=high", "--fetch-retries=0", "--json"],
  ["audit", "signatures", "--fetch-retries=0", "--json"],
];

/** The reason why npm made no report, for example offline; undefined if it made a report. */
export function missingReport(output: string): string | undefined {
  const { message, error } = JSON.parse(output || '{"message":"npm printed nothing"}');
  if (error === undefined && message === undefined) return undefined;
  return message ?? error.summary;
}

/** A registry that doesn't answer fails nothing: the tests must pass offline. @returns the exit code */
export async function auditPackages(): Promise<number> {
  const codes = AUDITS.map((words) => {
    const npm = process.env.npm_execpath;
    const { status, stdout } = spawnSync(npm ? process.execPath : "npm", npm ? [npm, ...words] : words, {
      cwd: ROOT,
      encoding: "utf8",
    });
    if (status === 0) return 0;
    const reason = missingReport(stdout);
    console.log(reason === undefined ? stdout : `No report from npm ${words.slice(0, 2).join(" ")}: ${reason}`);
    return reason === undefined ? 1 : 0;
  });
  return Math.max(...codes);
}
