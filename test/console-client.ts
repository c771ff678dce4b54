/** A client of the console that works as a browser without script does, with a session that `test/staff.ts` has made. */

export type ConsoleClient = {
  get: (path: string) => Promise<string>;
  /** Sends a form. @returns the status and where it leads */
  post: (path: string, body: URLSearchParams | FormData) => Promise<{ status: number; location: string }>;
  /** The fields of an entry's form, or of another page's only form, as they are shown. */
  form: (path: string) => Promise<URLSearchParams>;
};

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", quot: '"', "#x27": "'", lt: "<", gt: ">" };

export function createConsoleClient(url: string, cookie: string): ConsoleClient {
  const headers = { Cookie: cookie, Origin: url, "Sec-Fetch-Site": "same-origin" };
  const get = async (path: string) => (await fetch(url + path, { headers })).text();
  return {
    get,
    async post(path, body) {
      const response = await fetch(url + path, { method: "POST", body, headers, redirect: "manual" });
      await response.arrayBuffer();
      return { status: response.status, location: response.headers.get("Location") ?? "" };
    },
    form: async (path) => fieldsIn(await get(path)),
  };
}

/** The inputs and text areas of a page; its selects have their first option. */
function fieldsIn(html: string): URLSearchParams {
  const text = (escaped = "") => escaped.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
  const fields = new URLSearchParams();
  for (const [tag, attributes = "", content] of html.matchAll(
    /<(?:input|textarea)\b([^>]*)>(?:([^<]*)<\/textarea>)?/g,
  )) {
    const name = /\bname="([^"]*)"/.exec(attributes)?.[1];
    if (name === undefined || /\btype="(search|file|radio|checkbox|image)"/.test(tag)) continue;
    fields.set(name, text(content ?? /\bvalue="([^"]*)"/.exec(attributes)?.[1]));
  }
  return fields;
}
