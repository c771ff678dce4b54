// Runs a script of the project under the Node version the project pins, installing what is missing first.
// Only this file runs under the machine's own Node (20 or newer), so it needs no packages.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = 26;

const PARENT_LOOK_MS = 250;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [script, ...words] = process.argv.slice(2);

function installIfNeeded() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const stamp = join(root, "node_modules", ".installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  for (const folder of [root, join(root, "node_modules")])
    if (existsSync(folder) && !isWritable(folder)) refuse(folder);
  console.log("Installing packages…");
  const npm = process.env.npm_execpath;
  const command = npm ? process.execPath : process.platform === "win32" ? "npm.cmd" : "npm";
  // Not `npm ci`: it rejects a lockfile that lacks the optional binaries of platforms whose packages the registry did not
  // have when the lock was made. `install --no-save` takes the locked versions too, and leaves the lockfile as it is.
  const install = ["install", "--no-save", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const done = spawnSync(command, npm ? [npm, ...install] : install, { cwd: root, stdio: "inherit" });
  if (done.status !== 0) {
    console.error("The packages could not be installed; npm's message is above.");
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function refuse(folder) {
  console.error(
    `The installed packages differ from package-lock.json, and this user can't write to ${folder}. ` +
      `Run \`npm run build\` in ${root} once as the user who owns it.`,
  );
  process.exit(1);
}

function pinnedNode() {
  const system = process.platform === "win32" ? "win" : process.platform;
  const binary = process.platform === "win32" ? "node.exe" : "node";
  const name = `${system}-${process.arch}`;
  // The package for Apple silicon has another naming pattern.
  const folder = name === "darwin-arm64" ? `node-bin-${name}` : `node-${name}`;
  const pinned = join(root, "node_modules", folder, "bin", binary);
  if (existsSync(pinned)) return pinned;
  // The registry has no pinned Node for some systems; there the machine's own must be new enough.
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return process.execPath;
  console.error(`On this system the site needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

// How a Node that serves the site is started; docs/performance.md, "Memory", has what each saves. V8's young generation would
// grow to 64 MB, a large old generation would delay garbage collection, and the mid-tier compiler would keep more after a load.
// glibc would keep memory for each thread, and freed blocks such as the 19 MiB of each password hash.
const serving = JSON.parse(readFileSync(join(root, "tools", "node-flags.json"), "utf8"));

installIfNeeded();
const node = pinnedNode();
const isServing = script === "bin/start.ts" || script === "bin/demo.ts";
const flags = isServing ? serving.flags : [];
// Stores V8's compiled code, which makes the next start a second faster.
const cache = isServing ? { NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node-compile") } : {};
const child = spawn(node, [...flags, join(root, script), ...words], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...serving.environment,
    ...cache,
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}`,
  },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
// npm runs this in a shell, which a signal to npm ends without forwarding it: the shell's end counts as the signal.
const parent = process.ppid;
if (process.env.npm_lifecycle_event !== undefined) {
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    child.kill("SIGTERM");
  }, PARENT_LOOK_MS);
}
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
