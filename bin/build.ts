/**
 * `npm run build`: builds the site into `build/`, unless it was built from the same sources. With `-- --pictures` it also
 * makes all pictures, which the site otherwise makes on request.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { withBuildLock } from "../tools/build-lock.ts";
import { reportMissingPictures } from "../tools/content-pictures.ts";
import { buildPictures, PictureProblem, updatePictureTable } from "../tools/pictures.ts";
import { isWritable, ROOT, run } from "../tools/spawn.ts";
import { splitRouteManifest } from "../tools/visitor-routes.ts";

/** The sources of the build. */
const SOURCES = [
  "app",
  "host",
  "photos",
  "seed",
  "bin",
  "tools",
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
];

const STAMP = join(ROOT, "build", ".sources");

/** Kinds of built files that are sent compressed. */
const COMPRESSED = new Set([".js", ".css", ".svg", ".json", ".webmanifest", ".txt"]);

/** Only the owner of the site's folder can build it. The message is for the operator. */
class NotBuiltError extends Error {}

/**
 * Builds if sources have changed since the last build, and writes nothing otherwise, so that any user can start the site,
 * even from a read-only folder.
 * @returns whether it had to build
 * @throws when the build fails
 */
export async function buildIfNeeded(): Promise<boolean> {
  if (await isBuiltFrom(await fingerprint())) {
    await reportMissingPictures();
    return false;
  }
  if (!isWritable(ROOT)) {
    throw new NotBuiltError(
      `the site is not built from its current sources, and this user can't write to ${ROOT}. Run \`npm run build\` there once as the user who owns it.`,
    );
  }
  // Before the sources are hashed again, because it may write a source: the table of pictures in `app/`.
  await updatePictureTable();
  await reportMissingPictures();
  const sources = await fingerprint();
  return withBuildLock(async () => {
    // Another command may have built it in the meantime.
    if (await isBuiltFrom(sources)) return false;
    console.log("Building…");
    // An interrupted build must not count as the previous one.
    await rm(STAMP, { force: true });
    const code = await run("reactRouter", ["build", "--logLevel", "warn"], { NODE_ENV: "production" });
    if (code !== 0) throw new Error("the build failed");
    await copyPublicFiles();
    await splitRouteManifest(join(ROOT, "build", "client", "assets"));
    await compressTexts(join(ROOT, "build", "client"));
    await writeFile(STAMP, sources);
    return true;
  });
}

async function isBuiltFrom(sources: string): Promise<boolean> {
  return existsSync(STAMP) && (await readFile(STAMP, "utf8")) === sources;
}

/** A hash over the names and contents of all sources. */
async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    for (const file of await filesOf(join(ROOT, source))) {
      hash
        .update(file.slice(ROOT.length))
        .update("\0")
        .update(await readFile(file))
        .update("\0");
    }
  }
  return hash.digest("hex");
}

async function filesOf(path: string): Promise<string[]> {
  if (extname(path) !== "") return [path];
  const files = await readdir(path, { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Pictures are served from where they are stored, in folders below `public/`; all other files are copied. */
async function copyPublicFiles(): Promise<void> {
  for (const entry of await readdir(join(ROOT, "public"), { withFileTypes: true })) {
    if (entry.isFile()) await cp(join(ROOT, "public", entry.name), join(ROOT, "build", "client", entry.name));
  }
}

/** Compresses every text file into a `.br` and a `.gz`, so that the host needn't. */
async function compressTexts(folder: string): Promise<void> {
  const texts = (await filesOf(folder)).filter((file) => COMPRESSED.has(extname(file)));
  await Promise.all(
    texts.map(async (file) => {
      const bytes = await readFile(file);
      const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, best));
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

/** The option that may follow `npm run build --`. */
const PICTURES = "--pictures";

async function main(args: readonly string[]): Promise<void> {
  const unknown = args.find((arg) => arg !== PICTURES);
  if (unknown !== undefined) throw new NotBuiltError(`${unknown} is not an option. The only option is ${PICTURES}.`);
  const built = await buildIfNeeded();
  console.log(built ? "Built." : "Nothing changed since the last build.");
  if (!args.includes(PICTURES)) return;
  const started = performance.now();
  const { made } = await buildPictures();
  console.log(`${made} pictures made in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

if (import.meta.main) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    const isUnreadable = error instanceof Error && "code" in error && error.code === "EACCES" && "path" in error;
    if (!isUnreadable && !(error instanceof NotBuiltError) && !(error instanceof PictureProblem)) throw error;
    console.error(`Cannot build: ${isUnreadable ? `this user can't read ${String(error.path)}.` : error.message}`);
    process.exitCode = 1;
  }
}
