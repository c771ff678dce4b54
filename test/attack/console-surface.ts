/** The targets of hostile requests to the console: every page, and every form with its fields. */

import type { ContentType } from "../../app/cms/content-type.ts";
import type { Field, Presence } from "../../app/cms/fields.ts";
import { catalogue } from "../../app/content-types/catalogue.ts";
import { type ConsoleContent, consolePaths, deskSessionPath, sessionPath } from "../support/console-pages.ts";
import type { Surface } from "./hostile-requests.ts";

/** The names of a field's inputs. */
function inputsOf(name: string, { kind, item }: Field<unknown, Presence>): string[] {
  if (item !== undefined) return [0, 1].flatMap((row) => inputsOf(`${name}.${row}`, item));
  if (kind === "time") return [`${name}.from`, `${name}.to`];
  return kind === "photo" ? ["file", "alt", "x", "y"].map((part) => `${name}.${part}`) : [name];
}

/** The addresses of the console, with the forms that are there. `cookie` lets somebody in. */
export function consoleSurface(content: ConsoleContent, cookie: string): Surface {
  const { slugs, enquiry, person, picture, member, list, slot } = content;
  const ofTypes = Object.values<ContentType>(catalogue).flatMap((type): [string, string[]][] => {
    const inputs = Object.entries(type.fields).flatMap(([key, field]) => inputsOf(key, field));
    const fields = ["do", "revision", "basedOn", "effectiveFrom", "effectiveTime", "replaces", ...inputs];
    const path = `/staff/content/${type.name}`;
    return [
      [`${path}/${slugs.get(type.name)}`, fields],
      [`${path}/new`, fields],
    ];
  });
  const entry = `/staff/content/class/${slugs.get("class")}`;
  const slotInputs = ["do", "seen", "act", "from", "to", "class", "trainer", "effectiveFrom"];
  const answerInputs = ["affected", "affectedIds", "affectedReason"];
  const consent = ["do", "id", "name", "day", "purpose", "how", "guardian"];
  const forms: Record<string, string[]> = {
    ...Object.fromEntries(ofTypes),
    "/staff/content/gallery-picture": ["do", "seen", "place.gallery-picture-000000"],
    "/staff/timetable/add": ["do", "class", "trainer", "date", "from", "to", "reason", "anyway"],
    "/staff/timetable/closures": ["do", "days", "from", "to", "note", "shown", "addToPasses"],
    "/staff/timetable/rows/new": [...slotInputs, "days.working-week", "days.monday"],
    [`/staff/timetable/rows/${slot}`]: [...slotInputs, "day", ...answerInputs],
    [sessionPath(content)]: ["do", "seen", "date", "from", "to", "trainer", "reason", "anyway"],
    "/staff/day/to-tell": ["do", "session", "seen", "back", "script"],
    "/staff/day": ["do", "session", "booking", "script"],
    [deskSessionPath(content)]: ["do", "session", "booking", "script", "who", "account", "find", "name", "phone"],
    [`/staff/day/person/${person}`]: ["do", "session", "name", "phone", "formId"],
    [`${entry}/history`]: ["do", "live"],
    [`${entry}/schedule`]: ["do", "day", "time", "revision", "replaces"],
    [`${entry}/discard`]: ["revision"],
    [`${entry}/remove`]: ["do", "version", "draftRevision"],
    [`${entry}/picture/photo`]: ["file", "revision"],
    [`${entry}/focus/photo`]: ["revision", "focus.x", "focus.y", "position", "x", "y"],
    [`/staff/content/testimonial/${slugs.get("testimonial")}/consent`]: consent,
    "/staff?index": ["do", "opened"],
    "/staff/enquiries": ["id", "seen", "to"],
    [`/staff/enquiries/${enquiry}`]: ["do", "seen", "seenWith", "kind", "text", "note"],
    "/staff/pictures": ["picture"],
    [`/staff/pictures/${picture}`]: [...consent, "alt", "decorative", "subjects", "focus.x", "focus.y", "position"],
    "/staff/members/new": [...MEMBER_INPUTS, "formId", "passId", "enquiryId", "isOther", ...GIVE_INPUTS],
    [`/staff/members/${member}`]: ["do", "note", "isGiven", "how", "second", "seen"],
    [`/staff/members/${member}/merge`]: [
      ...["with", "seen", "name", "phone", "email", "bornOn", "guardian", "heardOf"],
    ],
    [`/staff/members/${member}/edit`]: [...MEMBER_INPUTS, "version"],
    [`/staff/members/${member}/give`]: ["formId", ...GIVE_INPUTS],
    [`/staff/members/${member}/freeze`]: [
      ...["do", "length", "version", "seen", "pass", "firstDay", "lastDay", "medical", "reason", "actId"],
    ],
    [`/staff/members/${member}/end`]: ["do", "seen", "anyway", "reason", "actId"],
    [`/staff/members/${member}/book`]: ["do", "session", "formId"],
    "/staff/members/lists": ["list", "pasted", "formId"],
    [`/staff/members/lists/${list}`]: ["do", "seen", "firstLine", "dayOrder", "column-0", "planText-0", "plan-0"],
    [`/staff/members/lists/${list}/2`]: ["do", "who", "among", "name", "phone", "plan", "lastDay", "visits"],
    "/staff/people": ["do", "invitation"],
    "/staff/mail": ["do", "address"],
    "/staff/people/invite": ["do", "seen", "anyway", "email", "role"],
    [`/staff/people/${person}`]: ["do", "seen", "anyway", "role"],
    "/staff/second-step": ["code", "passkey"],
    "/staff/second-step/set-up": ["code"],
    "/staff/second-step/recovery-codes": ["stored"],
    "/staff/second-step/factors": ["do", "passkeyId"],
    "/staff/welcome": ["name", "email", "password"],
    "/staff/invitation": ["name", "password"],
  };
  const paths = consolePaths(content).map((path) => path.split("?")[0] ?? path);
  return { routes: [...paths, ...paths.map((path) => `${path}.data`)], forms, cookie, values: VALUES };
}

const MEMBER_INPUTS = ["name", "phone", "email", "isChild", "bornOn", "guardian", "heardOf"];
const GIVE_INPUTS = ["plan", "seen", "paidHow", "paidNote"];

/** Values that the forms have, so that some requests get further than the first check. */
const VALUES = [
  ...["save", "publish", "publish-following-timetable", "preview", "picture:photo", "focus:photo", "add:inclusions.2"],
  ...["undo", "put-back", "restore:1", "remove", "remove-all", "replace", "discard", "cancel:publish", "cancel:remove"],
  ...[
    "order",
    "up:gallery-picture-000001",
    "down:gallery-picture-000000",
    "mail",
    "note",
    "whatsapp",
    "state:answered",
    "new",
    "answered",
  ],
  ...["with:", "role", "trainer", "reset", "resend", "revoke", "owner", "desk", "new-codes", "add", "give", "withdraw"],
  ...["look", "close", "open", "cancel", "move", "substitute", "restore", "leave", "follow", "outside-hours"],
  ...["here", "undo", "missed", "walk-in", "book", "book-name", "correct", "cancel-late", "excuse", "remove"],
  ...["all-came", "all-missed", "retry-all", "retry:none", "remove:none", "take-off", "told", "together"],
  ...["unable", "ask", "withdraw", "accept", "decline", "new-address", "feed-off", "days-back", "days-kept"],
  ...[
    "return",
    "back",
    "freeze",
    "end",
    "end-back",
    "take-back",
    "door",
    "invite",
    "apart",
    "second",
    "consent",
    "mwanzo",
    "cash",
  ],
  ...["forget", "describe", "yes", "nobody", "people", "50", "1", "2036-01-01", "06:00", "slot-000000 slot-000001"],
];
