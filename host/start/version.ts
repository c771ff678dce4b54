import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");

/** Reads the version, such as `0.2.0 (a30efcd5)`. Without git, which may be missing, and refuses another user's clone. */
export function readVersion(root = ROOT): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const commit = readCommit(root);
  return commit === undefined ? version : `${version} (${commit.slice(0, 8)})`;
}

function readCommit(root: string): string | undefined {
  const head = read(join(root, ".git", "HEAD"));
  // In a second work tree `.git` is a file that names the folder.
  const linked = head === undefined ? /^gitdir: (.+)$/m.exec(read(join(root, ".git")) ?? "")?.[1] : undefined;
  const folder = linked === undefined ? join(root, ".git") : resolve(root, linked);
  const ownHead = head ?? read(join(folder, "HEAD"));
  const branch = /^ref: (.+)$/m.exec(ownHead ?? "")?.[1];
  if (branch === undefined) return hashIn(ownHead);
  const shared = resolve(folder, read(join(folder, "commondir"))?.trim() ?? ".");
  const packed = read(join(shared, "packed-refs"))
    ?.split("\n")
    .find((line) => line.endsWith(` ${branch}`));
  return hashIn(read(join(shared, branch)) ?? packed);
}

function hashIn(text: string | undefined): string | undefined {
  return /^[0-9a-f]{40}/.exec(text ?? "")?.[0];
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
