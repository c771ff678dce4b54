/** An HTTP client with a cookie jar that posts the site's forms like a browser without JavaScript. */
import { pageStamp } from "../../app/enquiries/honeypot.server.ts";
import { readConfig } from "../../app/platform/config.ts";
import { withSecret } from "../../app/platform/secret.server.ts";

export type TestVisitor = ReturnType<typeof createVisitor>;

/** A password that the site accepts. */
export const PASSWORD = "a long walk to Karura";

/** @param address the client's address in the trusted proxy's header */
export function createVisitor(url: string, address?: string) {
  const cookies = new Map<string, string>();
  let site = url;

  async function send(path: string, init: RequestInit) {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set("Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    if (address !== undefined) headers.set("X-Forwarded-For", address);
    const response = await fetch(site + path, { ...init, headers, redirect: "manual" });
    const text = await response.text();
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line) || value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: response.status, location: response.headers.get("Location"), text, headers: response.headers };
  }

  return {
    get: (path: string, headers: Record<string, string> = {}) => send(path, { headers }),
    post: (path: string, fields: Record<string, string> | URLSearchParams | FormData) =>
      send(path, {
        method: "POST",
        body: fields instanceof FormData ? fields : new URLSearchParams(fields),
        headers: { Origin: site, "Sec-Fetch-Site": "same-origin" },
      }),
    /** Switches to another instance, or to the same one on another port, with the same cookies. */
    moveTo: (next: string) => {
      site = next;
    },
    /** Uses the session of a `Cookie` header. */
    setCookie: (cookie: string) => {
      const [name = "", value = ""] = cookie.split("=");
      cookies.set(name, value);
    },
    /** The values of the cookies, by name. */
    cookies,
  };
}

/** The contact form, sent some seconds after its page was opened. */
export function contactForm(stamp: string, fields: Record<string, string>) {
  const contact = { name: "Wanjiru", email: "wanjiru@example.com", class: "", comment: "" };
  return { ...contact, subject: "", stamp, elapsed: "4000", ...fields };
}

/** The current stamp of the contact form's page. */
export async function readStamp(visitor: TestVisitor): Promise<string> {
  return /name="stamp" value="([^"]+)"/.exec((await visitor.get("/contact")).text)?.[1] ?? "";
}

/** The stamp of a contact form rendered an hour ago by a site on a data folder: forms sent at once are suspect. */
export async function olderStamp(dataDir: string): Promise<string> {
  const outcome = readConfig({ DATA_DIR: dataDir });
  if (!outcome.ok) throw new Error(outcome.problems.join(" "));
  return pageStamp({ config: await withSecret(outcome.config), now: () => new Date(Date.now() - 60 * 60_000) });
}
