/** The record of everything that a person reads and sends. */

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SQLITE_FILE } from "../../app/platform/database.server.ts";
import { type Attempt, gymFolder, type Person, type Prepared } from "./gym.ts";
import { describePage } from "./record.ts";
import { bodyOf, findPages, type Press, pressesIn, VARIANTS } from "./requests.ts";
import { type Answer, openGolden, type Site } from "./site.ts";

/** What came of each request, by who asked what. */
export type Records = Record<string, string>;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The ids that the gym has: any other was made by the request, and is another one when code asks for more of them. */
function knownIds(gym: string): ReadonlySet<string> {
  const database = new DatabaseSync(join(gymFolder(gym), SQLITE_FILE), { readOnly: true });
  const ids = new Set<string>();
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  for (const { name } of tables) {
    for (const row of database.prepare(`select * from "${name}"`).iterate())
      for (const value of Object.values(row))
        if (typeof value === "string") for (const id of value.match(UUID) ?? []) ids.add(id);
  }
  database.close();
  return ids;
}

function createRecorder(site: Site, gym: string) {
  const ids = knownIds(gym);
  const stable = (text: string) =>
    text
      .replaceAll(UUID, (id) => (ids.has(id) ? id : "<new id>"))
      .replaceAll(/(?<=nguvu-golden-)\w{6}(?=\/)/g, "<folder>")
      .replaceAll(/^Version .*$/gm, "Version");
  const describeAnswer = ({ status, location, cookies, type, body }: Answer): string => {
    const names = cookies.map((line) => `cookie ${line.replace(/=.+/, " is set").replace(/=$/, " is removed")}`);
    const isPage = type.startsWith("text/html");
    const content = isPage ? describePage(body) : /^(text|application\/json)/.test(type) ? body.split(/\r?\n/) : [type];
    const head = `${status}${location === null ? "" : ` → ${location}`}`;
    return stable([head, ...names, ...content].join("\n"));
  };
  /** Sends a form; where it leads to a page, that is read too. What tables it added rows to, or deleted from, is recorded. */
  async function post(key: string, path: string, cookie: string, body: URLSearchParams | FormData): Promise<string> {
    await site.reset();
    const before = await site.countRows();
    const answer = await site.send(key, path, cookie, body);
    const rows = [...(await site.countRows())].flatMap(([table, count]) => {
      const more = count - (before.get(table) ?? 0);
      return more === 0 ? [] : [`rows of ${table}: ${more > 0 ? "+" : ""}${more}`];
    });
    const parts = [describeAnswer(answer), ...rows];
    if (answer.status === 303 && answer.location?.startsWith("/")) {
      const cookies = answer.cookies.length > 0 ? answer.cookies.join("; ") : cookie;
      const next = await site.send(`${key} then`, answer.location, cookies);
      parts.push(`── then ${stable(answer.location)}`, describeAnswer(next));
    }
    await site.reset();
    return parts.join("\n");
  }
  return { describeAnswer, post };
}

function bodyFor(press: Press, fields: [string, string][]): URLSearchParams | FormData {
  if (!press.form.isMultipart) return new URLSearchParams(fields);
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  for (const name of press.form.files) data.append(name, new File([], ""));
  return data;
}

/** Who has the same pages as another owner, and only these that differ. */
const CONSOLE_OF_ANOTHER = /^\/(staff\/(second-step|people)|account)\b/;
const WITHIN: Readonly<Record<string, RegExp>> = {
  "owner with second step": CONSOLE_OF_ANOTHER,
  "owner without factor": CONSOLE_OF_ANOTHER,
};

/** Others of the same gym, who send what they may not have a form for. */
const OTHERS = ["trainer", "desk"];

export async function recordPerson(
  person: Person,
  { people }: Prepared,
  known: string[] | undefined,
  isChosen: (path: string) => boolean,
): Promise<{ records: Records; pages: string[] }> {
  const site = await openGolden(gymFolder(person.gym));
  const { describeAnswer, post } = createRecorder(site, person.gym);
  const records: Records = {};
  const isWanted = (path: string) => isChosen(path) && (WITHIN[person.name]?.test(path) ?? true);
  const presses = new Map<string, { press: Press; html: string }>();
  const read = async (path: string) => {
    const key = `${person.name} GET ${path}`;
    await site.reset();
    const answer = await site.send(key, path, person.cookie);
    records[key] = describeAnswer(answer);
    const isPage = answer.type.startsWith("text/html");
    if (isPage)
      for (const press of pressesIn(answer.body, path))
        if (!presses.has(press.kind)) presses.set(press.kind, { press, html: answer.body });
    return { html: isPage ? answer.body : "", location: answer.location };
  };
  const pages = known?.filter(isWanted) ?? (await findPages(person.starts, isWanted, read));
  if (known !== undefined) for (const path of pages) await read(path);
  const others = person.name === "owner" ? people.filter(({ name }) => OTHERS.includes(name)) : [];
  for (const [kind, { press, html }] of presses) {
    const seen = new Set<string>();
    for (const variant of VARIANTS) {
      const fields = bodyOf(press, html, variant);
      const sent = JSON.stringify(fields);
      if (seen.has(sent)) continue;
      seen.add(sent);
      const key = `${person.name} POST ${kind} (${variant})`;
      records[key] = `${press.page}\n${await post(key, press.form.action, person.cookie, bodyFor(press, fields))}`;
    }
    for (const other of others) {
      const key = `${other.name} POST ${kind} (of the owner)`;
      const body = bodyFor(press, bodyOf(press, html, "filled"));
      records[key] = await post(key, press.form.action, other.cookie, body);
    }
  }
  await site.close();
  return { records, pages };
}

/** Each attempt by everybody, with POST and with GET. */
export async function recordAttempts({ people, attempts }: Prepared): Promise<{ records: Records; pages: string[] }> {
  const site = await openGolden(gymFolder("full"));
  const { describeAnswer, post } = createRecorder(site, "full");
  const records: Records = {};
  const made = { name: "made-up cookie", cookie: "nguvu.session=a.b" };
  for (const { name, path, fields } of attempts as Attempt[]) {
    for (const { name: who, cookie } of [...people.filter(({ gym }) => gym === "full"), made]) {
      const key = `${who} POST attempt: ${name}`;
      records[key] = await post(key, path, cookie, new URLSearchParams(fields));
      const search = `${path.includes("?") ? "&" : "?"}${new URLSearchParams(fields)}`;
      records[`${who} GET attempt: ${name}`] = describeAnswer(await site.send(key, path + search, cookie));
    }
  }
  await site.close();
  return { records, pages: [] };
}
