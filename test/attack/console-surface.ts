/** The targets of hostile requests to the console: every page, and every form that a page has, with its fields and values. */
import { type ConsoleContent, consolePaths } from "../support/console-pages.ts";
import { postFormsIn } from "../support/served-forms.ts";
import type { Surface } from "./hostile-requests.ts";

/** Forms that are no longer shown after the second step, or only with a key. */
const FORMS_BEFORE: Readonly<Record<string, string[]>> = {
  "/staff/second-step": ["code", "passkey"],
  "/staff/second-step/set-up": ["code"],
  "/staff/second-step/recovery-codes": ["stored"],
  "/staff/welcome": ["name", "email", "password"],
  "/staff/invitation": ["name", "password"],
};

/** Values of forms in other states, which pass a first check. */
const OTHER_VALUES = [
  ...["publish", "picture:photo", "focus:photo", "add:inclusions.2", "undo", "put-back", "restore:1", "remove"],
  ...["replace", "end-back", "apart", "cancel-late", "outside-hours", "follow", "50", "1"],
  ...["2036-01-01", "06:00", "slot-000001"],
];

/**
 * The addresses of the console with their forms.
 * @param cookie of the signed-in owner
 */
export async function consoleSurface(origin: string, content: ConsoleContent, cookie: string): Promise<Surface> {
  const forms: Record<string, string[]> = { ...FORMS_BEFORE };
  const values = new Set(OTHER_VALUES);
  const pages = consolePaths(content);
  for (const page of pages) {
    const response = await fetch(origin + page, { headers: { cookie }, redirect: "manual" });
    // Other forms, such as signing out, would end the sign-in.
    const ofConsole = postFormsIn(await response.text(), page).filter(({ action }) => action.startsWith("/staff"));
    for (const { action, fields, files, buttons } of ofConsole) {
      const sent = [...fields, ...buttons.flat()];
      forms[action] = [...new Set([...(forms[action] ?? []), ...sent.map(([name]) => name), ...files])];
      for (const [, value] of sent) values.add(value);
    }
  }
  const paths = pages.map((page) => page.split("?")[0] ?? page);
  return { routes: [...paths, ...paths.map((path) => `${path}.data`)], forms, cookie, values: [...values] };
}
