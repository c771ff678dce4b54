import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { readVersion } from "./version.ts";

const [FIRST, SECOND] = ["a".repeat(40), "b".repeat(40)];

test("the version has the commit of a packed or unpacked branch, a detached head and a second work tree", async () => {
  const root = await temporaryFolder();
  const write = (name: string, text: string) => writeFile(join(root, name), text);
  await write("package.json", '{ "version": "1.2.3" }');
  expect(readVersion(root)).toBe("1.2.3");
  await mkdir(join(root, ".git", "refs", "heads"), { recursive: true });
  await write(".git/HEAD", "ref: refs/heads/main\n");
  expect(readVersion(root)).toBe("1.2.3");
  await write(".git/packed-refs", `# pack-refs\n${FIRST} refs/heads/main\n`);
  expect(readVersion(root)).toBe("1.2.3 (aaaaaaaa)");
  await write(".git/refs/heads/main", `${SECOND}\n`);
  expect(readVersion(root)).toBe("1.2.3 (bbbbbbbb)");
  await write(".git/HEAD", `${FIRST}\n`);
  expect(readVersion(root)).toBe("1.2.3 (aaaaaaaa)");
  const second = join(root, "second");
  await mkdir(join(root, ".git", "worktrees", "second"), { recursive: true });
  await mkdir(second);
  await write("second/package.json", '{ "version": "1.2.4" }');
  await write("second/.git", `gitdir: ${join(root, ".git", "worktrees", "second")}\n`);
  await write(".git/worktrees/second/HEAD", "ref: refs/heads/main\n");
  await write(".git/worktrees/second/commondir", "../..\n");
  expect(readVersion(second)).toBe("1.2.4 (bbbbbbbb)");
});
