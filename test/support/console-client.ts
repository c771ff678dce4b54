/** A client of the console that acts like a browser without JavaScript, with a session from `test/support/staff.ts`. */
import { postFormsIn } from "./served-forms.ts";

export function createConsoleClient(url: string, cookie: string) {
  const headers = { Cookie: cookie, Origin: url, "Sec-Fetch-Site": "same-origin" };
  const get = async (path: string): Promise<string> => (await fetch(url + path, { headers })).text();
  return {
    get,
    /** Sends a form. @returns the status and the redirect's target */
    async post(path: string, body: URLSearchParams | FormData) {
      const response = await fetch(url + path, { method: "POST", body, headers, redirect: "manual" });
      await response.arrayBuffer();
      return { status: response.status, location: response.headers.get("Location") ?? "" };
    },
    /** The fields of a page's largest form with their values. */
    form: async (path: string) => {
      const [largest] = postFormsIn(await get(path), path).toSorted((a, b) => b.fields.length - a.fields.length);
      return new URLSearchParams(largest?.fields.map(([name, value]) => [name, value]));
    },
  };
}
