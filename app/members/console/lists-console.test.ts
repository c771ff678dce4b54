/** The console's pages of lists: what the forms refuse, what is sent twice or from an older page, and what leaves the site again. */

import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { momentAt } from "../../../test/bookings/booking-gym.ts";
import { rehearsalOf, sendList } from "../../../test/members/list-gym.ts";
import { give, makePerson } from "../../../test/members/members-gym.ts";
import { workbookParts, zipOf } from "../../../test/members/workbooks.ts";
import { openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { readCsv } from "../../../test/support/read-csv.ts";
import { callRoute, routeCall } from "../../../test/support/route-calls.ts";
import { addStaffMember } from "../../../test/support/staff.ts";
import { findPerson } from "../../people/people.server.ts";
import { documentContext } from "../../request/request-context.ts";
import { staffContext } from "../../staff/staff-context.ts";
import type { StaffMember } from "../../staff/staff-member.ts";
import { MAX_LIST_BODY_BYTES } from "../list/list-upload.server.ts";
import { action as bringAction, loader as bringLoader } from "./bring-list.route.tsx";
import { action as listAction, loader as listLoader } from "./list.route.tsx";
import { loader as csvLoader } from "./list-csv.route.ts";
import { action as lineAction, loader as lineLoader } from "./list-line.route.tsx";
import { loader as personLoader } from "./person.route.tsx";

const SUNDAY = "2026-11-22";
const HEAD = "Name,Phone,Plan,Last day,Visits left\n";

const { services } = openGymBeforeAll("sqlite", { now: momentAt(SUNDAY, 12), hasMembers: true });
let owner: StaffMember;
let desk: StaffMember;

beforeAll(async () => {
  desk = (await addStaffMember(services, "desk", { name: "Moraa" })).member;
  owner = (await addStaffMember(services, "owner", { name: "Wanjiku" })).member;
});

type Route = Parameters<typeof callRoute>[0];

// biome-ignore lint/suspicious/noExplicitAny: each page's data has a type of its own
type PageData = any;

async function load(work: (args: PageData) => Promise<unknown>, params: object = {}, query = ""): Promise<PageData> {
  const made = routeCall(services, `/staff/members/lists${query}`);
  made.context.set(staffContext, owner);
  made.context.set(documentContext, { status: 200 } as PageData);
  return work({ ...made, params, url: new URL(made.request.url) });
}

function submit(work: Route, fields: Record<string, string>, params: object, staff = owner) {
  const made = routeCall(services, "/staff/members/lists", { fields });
  made.context.set(staffContext, staff);
  return callRoute(work, { ...made, params } as typeof made);
}

/** Sends the form of a list as a browser does. */
function send({
  file,
  name = "people.csv",
  pasted = "",
  formId = randomUUID(),
  staff = owner,
  body,
}: {
  file?: string | Uint8Array<ArrayBuffer>;
  name?: string;
  pasted?: string;
  formId?: string;
  staff?: StaffMember;
  body?: BodyInit;
}) {
  const form = new FormData();
  form.set("formId", formId);
  form.set("list", new Blob(file === undefined ? [] : [file]), file === undefined ? "" : name);
  form.set("pasted", pasted);
  const made = routeCall(services, "/staff/members/lists");
  made.context.set(staffContext, staff);
  const request = new Request(made.request.url, { method: "POST", body: body ?? form, duplex: "half" } as RequestInit);
  return callRoute(bringAction, { ...made, request });
}

/** The forms of the page of a list, as it stands. */
const backForm = async (list: string) => ({
  do: "back",
  seen: (await load(listLoader, { list })).page.brought?.seen ?? "",
});
const discardForm = async (list: string) => ({
  do: "discard",
  seen: (await load(listLoader, { list })).page.changedAt,
});

const listAt = (location: string | null) => /lists\/([\da-f-]{36})/.exec(location ?? "")?.[1] ?? "";

describe("the form of a list", () => {
  test("takes a file or what was pasted, once", async () => {
    const formId = randomUUID();
    const { status, location } = await send({ file: `${HEAD}Jane Wanja,0712000001,,,\n`, formId });
    expect([status, listAt(location)]).toEqual([303, formId]);
    expect((await send({ file: `${HEAD}Jane Wanja,0712000001,,,\n`, formId })).location).toBe(location);
    const pasted = await send({ pasted: "Name\tPhone\nJane Wanja\t0712000001\n" });
    expect((await rehearsalOf(services, listAt(pasted.location))).rows.map(({ verdict }) => verdict)).toEqual(["new"]);
    const sheet = zipOf(
      workbookParts(
        new Map([
          [4, ["Name", "Phone"]],
          [5, ["Jane Wanja", 712000001]],
        ]),
      ),
    );
    const workbook = await send({ file: new Uint8Array(sheet), name: "people.xlsx" });
    expect((await rehearsalOf(services, listAt(workbook.location))).rows).toMatchObject([
      { line: 5, verdict: "new", values: { phone: "+254712000001" } },
    ]);
    expect((await load(bringLoader)).lists.map(({ name }: { name: string }) => name)).toContain("people.xlsx");
  });

  test.each<[string, Parameters<typeof send>[0], RegExp]>([
    ["nothing", {}, /Choose a file/],
    ["blanks", { pasted: " \n\t" }, /Choose a file/],
    ["blank rows", { file: ",,\n , \n" }, /nothing in this list/],
    ["a picture", { file: new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2]) }, /no list/],
    ["a program", { file: new Uint8Array([1, 0, 0, 2, 0, 0, 3]) }, /no list/],
    ["an old Excel", { file: new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2]) }, /old Excel/],
    ["another zip", { file: new Uint8Array(zipOf([{ name: "a.txt", data: Buffer.from("a") }])) }, /can’t be read/],
    ["6 MB", { file: "x".repeat(MAX_LIST_BODY_BYTES) }, /more than 5 MB/],
    ["too many rows", { file: HEAD + "Jane Wanja,0712000001,,,\n".repeat(5001) }, /two parts/],
  ])("refuses %s with a sentence at its field", async (_, sent, sentence) => {
    const { status, form } = await send(sent);
    expect(status).toBe(422);
    expect(form?.errors.list).toMatch(sentence);
  });

  test("keeps what was pasted, and is the owner's", async () => {
    const many = `Name\n${"Jane\n".repeat(5002)}`;
    expect((await send({ pasted: many })).form?.typed.pasted?.replaceAll("\r\n", "\n")).toBe(many);
    expect((await send({ pasted: HEAD, staff: desk })).status).toBe(403);
    expect((await send({ body: new URLSearchParams({ pasted: "Name" }) })).status).toBe(400);
  });

  test("reads 50 MB to their end without keeping them", async () => {
    const chunk = new Uint8Array(1024 * 1024);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (sent++ < 50 ? controller.enqueue(chunk) : controller.close()),
    });
    const before = process.memoryUsage().arrayBuffers;
    const { status, form } = await send({ body });
    expect([status, form?.errors.list]).toEqual([422, expect.stringMatching(/more than 5 MB/)]);
    expect(sent).toBeGreaterThan(50);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30 * 1024 * 1024);
  });
});

describe("the page of a list", () => {
  test("brings in what it shows, once, and takes it back", async () => {
    const list = await sendList(
      services,
      `${HEAD}Ada Were,0712000010,Nguvu,20/12/2026,\nBen Were,7.1E+08,,,\n,,Nguvu,2/1/2027,\n`,
    );
    const { page } = await load(listLoader, { list });
    expect(page.counts).toMatchObject({ new: 1, here: 0, look: 1, refused: 1 });
    expect(page.days.examples[0]).toEqual({ text: "2/1/2027", day: "2 Jan 2027" });
    const brought = await submit(listAction, { do: "bring", seen: page.seen }, { list });
    expect([brought.status, brought.location]).toEqual([303, `/staff/members/lists/${list}?done=brought`]);
    expect((await submit(listAction, { do: "bring", seen: page.seen }, { list })).location).toBe(brought.location);
    expect((await submit(listAction, { do: "bring", seen: "older" }, { list })).status).toBe(409);
    const after = (await load(listLoader, { list }, "?show=done")).page;
    expect(after.brought).toMatchObject({ people: 1, passes: 1 });
    const [row] = after.rows;
    const person = await load(personLoader, { person: row.personId });
    expect(person.page.passes.list[0]).toMatchObject({
      paid: "Imported",
      given: expect.stringMatching(/^Imported by Wanjiku/),
    });
    expect((await submit(listAction, await backForm(list), { list })).status).toBe(303);
    expect(await findPerson(services.db, row.personId)).toBeUndefined();
    // Pressed twice.
    expect((await submit(listAction, await backForm(list), { list })).status).toBe(303);
  });

  test("says with whom something was done since", async () => {
    const list = await sendList(services, `${HEAD}Cate Were,0712000020,,,\n`);
    const { page } = await load(listLoader, { list });
    await submit(listAction, { do: "bring", seen: page.seen }, { list });
    const id = (await load(listLoader, { list }, "?show=done")).page.rows[0].personId;
    await give(services, id, "mwanzo");
    const refused = await submit(listAction, await backForm(list), { list });
    expect([refused.status, refused.form?.errors.form]).toEqual([409, expect.stringMatching(/Cate Were/)]);
  });

  test("reads the list as it is told", async () => {
    const list = await sendList(services, "Who,Tel,What,Bis\nAda Were,0712000030,Gold,03/04/2027\n");
    expect((await load(listLoader, { list })).page.columns.map(({ kind }: { kind: string }) => kind)).toEqual([
      "name",
      "phone",
      "",
      "",
    ]);
    const columns = { "column-0": "name", "column-1": "phone", "column-2": "plan", "column-3": "last-day" };
    const read = { do: "read", ...columns, firstLine: "2", dayOrder: "month-first" };
    expect((await submit(listAction, read, { list })).status).toBe(303);
    const { page } = await load(listLoader, { list });
    expect(page.unknownPlans).toMatchObject([{ text: "Gold", rows: 1 }]);
    expect(page.days).toMatchObject({ isChosen: true, examples: [{ text: "03/04/2027", day: "4 Mar 2027" }] });
    await submit(
      listAction,
      { do: "plans", "planText-0": `=${page.unknownPlans[0].key}`, "plan-0": "bingwa" },
      { list },
    );
    expect((await rehearsalOf(services, list)).rows[0]?.pass).toMatchObject({ planSlug: "bingwa" });
    expect((await submit(listAction, { ...read, firstLine: "x" }, { list })).form?.errors.firstLine).toMatch(/number/);
    expect((await submit(listAction, { ...read, "column-0": "" }, { list })).form?.errors.form).toMatch(/names/);
    await submit(listAction, { ...read, firstLine: "9" }, { list });
    expect((await load(listLoader, { list })).page).toMatchObject({ isOpen: true, rows: [], firstLine: 9 });
    expect((await submit(listAction, await discardForm(list), { list })).location).toBe(
      "/staff/members/lists?discarded=1",
    );
    expect((await submit(listAction, read, { list })).status).toBe(404);
  });
});

describe("a row of a list", () => {
  const TYPED = { do: "bring", who: "", among: "", name: "", phone: "", plan: "none", lastDay: "", visits: "" };

  test("is decided on, with a sentence at what is wrong, and the next one follows", async () => {
    const eve = await makePerson(services, { name: "Eve Were", phone: "0712 000 040" });
    await give(services, eve, "nguvu");
    const list = await sendList(
      services,
      `${HEAD}Fay Were,0712000040,Gold,2/1/2027,\nGus Were,12,,,\nHal Were,0712000042,,,\n`,
    );
    const shown = await load(lineLoader, { list, line: "2" });
    expect(shown.candidates).toMatchObject([{ key: eve, isHere: true, isChosen: false }]);
    expect(shown.nextLine).toBe(3);
    const press = async (fields: object, line = "2") =>
      submit(lineAction, { ...TYPED, among: eve, ...fields }, { list, line });
    const problem = async (fields: object) =>
      Object.entries(
        (await press({ name: "Fay Were", phone: "0712000040", who: "new", ...fields })).form?.errors ?? {},
      );
    expect(await problem({ who: "" })).toEqual([["who", "Say who it is."]]);
    expect(await problem({ name: " " })).toEqual([["name", "Enter a name."]]);
    expect(await problem({ phone: "ask" })).toMatchObject([["phone", expect.anything()]]);
    expect(shown.typed.plan).toBe("");
    expect(await problem({ plan: "" })).toMatchObject([["plan", expect.stringMatching(/“No pass”/)]]);
    expect(await problem({ plan: "gone" })).toMatchObject([["plan", expect.anything()]]);
    expect(await problem({ plan: "nguvu" })).toMatchObject([["lastDay", expect.stringMatching(/until when/)]]);
    expect(await problem({ phone: "0712 000 0" })).toMatchObject([
      ["phone", expect.stringMatching(/digit is missing/)],
    ]);
    expect(await problem({ plan: "pack-of-two", visits: "1", lastDay: "2026-11-21" })).toMatchObject([
      ["lastDay", expect.stringMatching(/over/)],
    ]);
    expect(await problem({ plan: "nguvu", lastDay: "2029-11-21" })).toMatchObject([
      ["lastDay", expect.stringMatching(/within 24 months/)],
    ]);
    expect(await problem({ plan: "pack-of-two", lastDay: "2026-12-21" })).toMatchObject([
      ["visits", expect.anything()],
    ]);
    expect(await problem({ who: eve, plan: "nguvu", lastDay: "2026-12-20" })).toMatchObject([
      ["lastDay", expect.stringMatching(/as long already/)],
    ]);
    const decided = await press({
      name: "Fay Were",
      phone: "0712000040",
      who: "new",
      plan: "nguvu",
      lastDay: "2027-01-02",
    });
    expect(decided.location).toBe(`/staff/members/lists/${list}/3?decided=2`);
    expect((await load(lineLoader, { list, line: "3" }, "?decided=2")).left).toBe(1);
    // With the number of somebody else it is asked about once more, where it was decided.
    const shared = await press({ name: "Gus Were", phone: "0712000040", who: "new", among: "" }, "3");
    expect(shared.location).toBe(`/staff/members/lists/${list}/3?decided=3`);
    await press({ do: "leave", among: "" }, "3");
    const rows = (await rehearsalOf(services, list)).rows.map(({ line, verdict }) => [line, verdict]);
    expect(rows).toEqual([
      [2, "new"],
      [3, "left"],
      [4, "new"],
    ]);
    await press({ do: "undo" }, "3");
    expect((await rehearsalOf(services, list)).rows[1]?.verdict).toBe("look");
    expect((await submit(lineAction, { ...TYPED, do: "leave" }, { list, line: "99" })).status).toBe(404);
    await expect(load(lineLoader, { list, line: "99" })).rejects.toMatchObject({ init: { status: 404 } });
  });
});

test("the sheet of rows that wait has no cell that a spreadsheet would compute", async () => {
  const names = ["=1+1", "+A1 Were", "-A1 Were", "@SUM(A1) Were", "＝A1 Were", "Plain Were"];
  const list = await sendList(services, `Name;Phone\n${names.map((name) => `${name};x`).join("\n")}\n\t=2 Were;x\n`);
  const made = routeCall(services, `/staff/members/lists/${list}/rows.csv`);
  made.context.set(staffContext, owner);
  const response = (await csvLoader({ ...made, params: { list } } as PageData)) as Response;
  const text = await response.text();
  const [head, ...rows] = readCsv(text.replace("\uFEFF", ""));
  expect(head).toEqual(["Line", "Why", "Name", "Phone"]);
  expect(rows.map(([line]) => line)).toEqual(["2", "3", "4", "5", "6", "7", "8"]);
  expect(rows.map(([, , name]) => name)).toEqual([
    "'=1+1",
    "'+A1 Were",
    "'-A1 Were",
    "'@SUM(A1) Were",
    "'＝A1 Were",
    "Plain Were",
    "'=2 Were",
  ]);
  for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+\-@]/);
});
