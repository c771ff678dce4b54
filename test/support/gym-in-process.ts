/** The built site on the data of a gym at a fixed time, in the test's own process, without a socket and workers. */
import { matchPath } from "react-router";
import { openSite } from "../../host/start/bootstrap.ts";
import { routePaths } from "./route-paths.ts";
import { importBuiltApp } from "./site-in-process.ts";

export const GYM_ORIGIN = "http://localhost:3000";

export type GymInProcess = Awaited<ReturnType<typeof openGym>>;

/** Opens the site on a data folder from `copyDemonstration`. The build must exist. */
export async function openGym(folder: string, moment: Date) {
  const site = await openSite({ DATA_DIR: folder }, { logLevel: "silent", now: () => moment });
  if ("problems" in site) throw new Error(site.problems.join(" "));
  const { services, close } = site;
  const { createApp } = await importBuiltApp();
  const app = createApp(services);
  let cookie = "";
  async function send(path: string, init: RequestInit = {}) {
    const headers = { cookie, Origin: GYM_ORIGIN };
    const request = new Request(GYM_ORIGIN + path, { ...init, headers });
    return app.fetch(request, { peerAddress: "127.0.0.1" });
  }
  const read = async (response: Response) => ({
    status: response.status,
    html: await response.text(),
    location: response.headers.get("Location"),
  });
  return {
    services,
    close,
    get: async (path: string) => read(await send(path)),
    post: async (path: string, body: URLSearchParams | FormData) => read(await send(path, { method: "POST", body })),
    /** Signs in a person of the demonstration, who all have the same password. @throws when refused */
    async signIn(email: string) {
      const { password = "" } = services.demonstration?.signIns[0] ?? {};
      const response = await send("/login", { method: "POST", body: new URLSearchParams({ email, password }) });
      if (response.status !== 303) throw new Error(`${email} could not sign in: ${response.status}`);
      const lines = response.headers.getSetCookie();
      cookie = lines.map((line) => line.split(";")[0]).join("; ");
    },
    /** Uses the browser of a person who is already signed in. */
    setCookie(value: string) {
      cookie = value;
    },
  };
}

/** The paths of the pages that a page links to, with their queries. @param page the page's own path */
export function linksIn(html: string, page: string): string[] {
  return [...html.matchAll(/<a [^>]*?href="([/?][^"#]*)/g)].map(([, link = ""]) => {
    const { pathname, search } = new URL(link.replaceAll("&amp;", "&"), GYM_ORIGIN + page);
    return pathname + search;
  });
}

/** The paths of all routes. Paths without parameters come first, as a path with parameters may match them too. */
export const GYM_ROUTES: readonly string[] = routePaths()
  .filter((path) => !path.endsWith("*"))
  .toSorted((a, b) => Number(a.includes(":")) - Number(b.includes(":")));

const knownRoutes = new Map<string, string>();

/** The route of a path. It is remembered, as each comparison compiles the route. */
export function routeOf(path: string): string {
  const [pathname = ""] = path.split(/[?#]/);
  const route = knownRoutes.get(pathname) ?? GYM_ROUTES.find((each) => matchPath(each, pathname)) ?? "*";
  knownRoutes.set(pathname, route);
  return route;
}
