/** Names that every object inherits, such as `constructor`, are rejected as codes, ids and slugs. */
import { glob, readFile, rm } from "node:fs/promises";
import { findDemonstration } from "../app/platform/demonstration.server.ts";
import { consolePaths } from "../test/support/console-pages.ts";
import { contentOf, GYM_ROUTES, type GymInProcess, openGym, routeOf } from "../test/support/gym-in-process.ts";
import { copyDemonstration } from "../test/support/prepared-gym.ts";
import { ROOT } from "../tools/spawn.ts";
import { expect, test } from "./fixtures.ts";

test.describe.configure({ timeout: 300_000 });

/** A name that every object inherits. */
const INHERITED = "constructor";

/** The search parameters that any page reads. */
async function searchParams(): Promise<string[]> {
  const names = new Set<string>();
  for await (const file of glob("app/**/*.{ts,tsx}", { cwd: ROOT })) {
    const source = await readFile(`${ROOT}/${file}`, "utf8");
    for (const [, name = ""] of source.matchAll(/\.(?:get|has|getAll)\("([\w-]+)"\)/g)) names.add(name);
  }
  return [...names];
}

/** The addresses of a page with the inherited name as search parameters and path parameters. */
function oddAddresses(path: string, params: readonly string[]): string[] {
  const parts = path.split("/");
  const parameters = routeOf(path).split("/");
  return [
    `${path}?${new URLSearchParams(params.map((param) => [param, INHERITED]))}`,
    ...parts.flatMap((_, at) => (parameters[at]?.startsWith(":") ? parts.with(at, INHERITED).join("/") : [])),
  ];
}

async function readAll(gym: GymInProcess, paths: readonly string[], params: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const path of paths.flatMap((each) => oddAddresses(each, params))) {
    const { status, html } = await gym.get(path);
    const shown = html.replaceAll(/<script\b.*?<\/script>/gs, "");
    if (status >= 500 || /\[native code\]|\[object /.test(shown)) wrong.push(`${status}: ${path}`);
  }
  return wrong;
}

test("no page accepts an inherited name as a code, an id or a slug", async () => {
  const folder = await copyDemonstration();
  const madeAt = new Date((await findDemonstration(folder))?.madeAt ?? "");
  const gym = await openGym(folder, new Date(madeAt.getTime() + 60_000));
  const params = await searchParams();
  const publicRoutes = GYM_ROUTES.filter((route) => !/^\/(staff|account|sign-out)|:/.test(route));
  const ofMembers = GYM_ROUTES.filter((route) => route.startsWith("/account"));
  const ofStaff = new Map(consolePaths(await contentOf(gym)).map((path) => [routeOf(path), path.split("?")[0] ?? ""]));
  const wrong = await readAll(gym, [...publicRoutes, "/classes/boxing", "/classes/boxing/calendar.ics"], params);
  await gym.signIn("faith@example.com");
  wrong.push(...(await readAll(gym, ofMembers, params)));
  await gym.signIn("akinyi@example.com");
  wrong.push(...(await readAll(gym, [...ofStaff.values()], params)));
  await gym.close();
  await rm(folder, { recursive: true });
  expect(wrong).toEqual([]);
});
