/** A client of the console that acts like a browser without JavaScript, with a session from `test/support/staff.ts`. */

export type ConsoleClient = {
  get: (path: string) => Promise<string>;
  /** Sends a form. @returns the status and the redirect's target */
  post: (path: string, body: URLSearchParams | FormData) => Promise<{ status: number; location: string }>;
  /** The fields of an entry's form, or of a page's only form, with their shown values. */
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

/** The fields that a browser would send of a page's inputs, text areas and selects. */
function fieldsIn(html: string): URLSearchParams {
  const text = (escaped = "") => escaped.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
  const fields = new URLSearchParams();
  // Hidden forms belong to buttons elsewhere.
  const visible = html.replaceAll(/<form\b[^>]*\bhidden=""[^>]*>.*?<\/form>/gs, "");
  for (const [, element, attributes = "", content = ""] of visible.matchAll(
    /<(input|textarea|select)\b([^>]*)>(?:((?:(?!<\/?(?:input|textarea|select)\b).)*)<\/(?:textarea|select)>)?/gs,
  )) {
    const name = /\bname="([^"]*)"/.exec(attributes)?.[1];
    const value = /\bvalue="([^"]*)"/.exec(attributes)?.[1];
    if (name === undefined || /\btype="(search|file|image)"/.test(attributes)) continue;
    if (element === "select") {
      const option = /<option\b([^>]*\bselected=""[^>]*)>/.exec(content) ?? /<option\b([^>]*)>/.exec(content);
      fields.append(name, text(/\bvalue="([^"]*)"/.exec(option?.[1] ?? "")?.[1]));
    } else if (/\btype="(radio|checkbox)"/.test(attributes)) {
      if (/\bchecked=""/.test(attributes)) fields.append(name, text(value ?? "on"));
    } else {
      fields.append(name, text(element === "textarea" ? content : value));
    }
  }
  return fields;
}
