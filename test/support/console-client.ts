/** A client of the console that acts like a browser without JavaScript, with a session from `test/support/staff.ts`. */
import { postFormsIn } from "./served-forms.ts";

export type ConsoleClient = {
  get: (path: string) => Promise<string>;
  /** Sends a form. @returns the status and the redirect's target */
  post: (path: string, body: URLSearchParams | FormData) => Promise<{ status: number; location: string }>;
  /** The fields of a page's largest form with their values. */
  form: (path: string) => Promise<URLSearchParams>;
};

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
    form: async (path) => {
      const [largest] = postFormsIn(await get(path), path).toSorted((a, b) => b.fields.length - a.fields.length);
      return new URLSearchParams(largest?.fields.map(([name, value]) => [name, value]));
    },
  };
}
