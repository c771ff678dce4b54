/** The page of imports: what the form refuses, stale and repeated forms, and the exported rows. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { momentAt } from "../../../test/bookings/booking-gym.ts";
import { importSent, readImport, sendList } from "../../../test/members/import-gym.ts";
import { give } from "../../../test/members/members-gym.ts";
import { lettersOf } from "../../../test/members/people-oracle.ts";
import { addStaffBeforeAll, openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { callRoute, type PageData, staffCall } from "../../../test/support/route-calls.ts";
import type { StaffMember } from "../../staff/roles.ts";
import { MAX_IMPORT_BODY_BYTES } from "../import/imports.server.ts";
import { listMembers } from "../member-list.server.ts";
import { action, loader } from "./import.route.tsx";

const HEAD = "Name,Phone,Plan,Last day\n";
const { services } = openGymBeforeAll("sqlite", { now: momentAt("2026-11-22", 12), hasMembers: true });
const desk = addStaffBeforeAll(services, "desk", { name: "Moraa" });
const owner = addStaffBeforeAll(services, "owner", { name: "Wanjiku" });

const callAt = (query: string, fields?: Record<string, string>, staff = owner) =>
  staffCall(services, staff, `/staff/members/import${query}`, { fields });

const load = async (id: string): Promise<PageData> => (await loader(callAt(`?import=${id}`) as PageData)).page;
const submit = (id: string, fields: Record<string, string>, staff = owner) =>
  callRoute(action, callAt(`?import=${id}`, fields, staff));

type Sent = { file?: string; pasted?: string; formId?: string; staff?: StaffMember; body?: BodyInit };

/** Sends the form of a list as a browser does. */
function send({ file, pasted = "", formId = randomUUID(), staff = owner, body }: Sent) {
  const form = new FormData();
  form.set("formId", formId);
  form.set("list", new Blob(file === undefined ? [] : [file]), file === undefined ? "" : "people.csv");
  form.set("pasted", pasted);
  const made = callAt("", undefined, staff);
  const init = { method: "POST", body: body ?? form, duplex: "half" };
  const type = body === undefined ? undefined : { "Content-Type": "multipart/form-data; boundary=x" };
  const request = new Request(made.request.url, { ...init, ...(type && { headers: type }) } as RequestInit);
  return callRoute(action, { ...made, request });
}

test("a list is read from a file or from pasted text, which is kept, once and for the owner only; a broken body is refused", async () => {
  const formId = randomUUID();
  const { status, location } = await send({ file: `${HEAD}Jane Wanja,0712000001,,\n`, formId });
  expect([status, location]).toEqual([303, `/staff/members/import?import=${formId}`]);
  expect((await send({ file: `${HEAD}Jane Wanja,0712000001,,\n`, formId })).location).toBe(location);
  const pasted = randomUUID();
  await send({ pasted: 'Name\tPhone\n"Jay" Jane\t0712000001\n', formId: pasted });
  expect((await readImport(services, pasted)).judgement.rows.map(({ name }) => name)).toEqual(["", '"Jay" Jane']);
  const refused = "<html><body>Name</body></html>";
  expect((await send({ pasted: refused })).form?.typed.pasted).toBe(refused);
  expect((await send({ pasted: HEAD, staff: desk })).status).toBe(403);
  expect((await send({ body: "--x\r\nnothing" })).form?.errors.pasted).toMatch(/did not arrive completely/);
});

test.each<[string, Sent, "list" | "pasted", RegExp]>([
  ["nothing", {}, "pasted", /Paste|Choose/],
  [
    "a workbook",
    { file: "PK\x03\x04 [Content_Types].xml" },
    "list",
    /This is a spreadsheet file or an archive\. Copy the cells/,
  ],
  // Its body is not read, so the list's field is unknown.
  ["6 MB", { file: "x".repeat(MAX_IMPORT_BODY_BYTES) }, "pasted", /larger than 5 MB/],
])("%s is refused with a message at its field", async (_, sent, field, sentence) => {
  const { status, form } = await send(sent);
  expect([status, form?.errors]).toEqual([422, { [field]: expect.stringMatching(sentence) }]);
});

test("the page imports what it shows once, and doesn't undo it once a person was used", async () => {
  const list = `${HEAD}Ada Were,0712000010,Nguvu,20/12/2026\nBen Were,7.1E+08,,\n,,Nguvu,2/1/2027\nCyd,0722000010\nDan,0722000011\n`;
  const id = await sendList(services, list);
  const page = await load(id);
  expect(page.view).toMatchObject({ clear: 3, review: 2, order: "“2/1/2027” is read as 2 Jan 2027." });
  const [ada, ben] = page.view.samples;
  expect(ada.parts).toMatchObject({ Name: "Ada Were", Plan: "Nguvu", "Last day": "20 Dec 2026" });
  expect([ben.parts.Name, page.view.samples.length]).toEqual(["Ben Were", 3]);
  const press = { do: "import", seen: page.view.seen };
  expect((await submit(id, { ...press, seen: "older" })).status).toBe(409);
  expect((await submit(id, press)).status).toBe(303);
  expect((await load(id)).view).toMatchObject({ made: { people: 3, passes: 1 }, review: 2 });
  const { id: person } = await services.db.selectFrom("people").select("id").executeTakeFirstOrThrow();
  await give(services, person, "mwanzo");
  const refused = await submit(id, { do: "undo" });
  expect([refused.status, refused.form?.errors.form]).toEqual([409, expect.stringMatching(/changed or used since/)]);
});

test("the owner's choices decide how a list is read, and a list can be deleted from the start page", async () => {
  const id = await sendList(services, "Name,Bb,Cc,Dd\nEve Njeri,0712000030,Gold,03/04/2027\n");
  const columns = { "column-0": "name", "column-1": "phone", "column-2": "plan", "column-3": "last-day" };
  expect((await submit(id, { do: "read", ...columns, "column-3": "plan" })).form?.errors.form).toMatch(/Two columns/);
  await submit(id, { do: "read", ...columns });
  const values = (await load(id)).view.selects.slice(0, 2).map(({ options }: PageData) => options[1].value);
  expect(values).toEqual(["plan-word:gold=nguvu", "day-order:last-day=turned"]);
  await submit(id, { do: "read", ...columns, "answer-0": "plan-word:gold=bingwa", "answer-1": values[1] });
  expect((await load(id)).view.samples[0].parts).toMatchObject({ Plan: "Bingwa", "Last day": "4 Mar 2027" });
  const done = await callRoute(action, callAt("", { do: "discard", id }));
  expect(done.location).toBe("/staff/members/import?done=discard");
  expect((await submit(id, { do: "read", ...columns })).status).toBe(404);
  expect((await load(id)).problem).toMatch(/deleted/);
});

test("the rows of a long list, and the members whom it adds, have pages", async () => {
  const row = (_: unknown, index: number) => `K${lettersOf(index)}moi,0733${100_000 + index},Nguvu,20/12/2026\n`;
  const id = await sendList(services, HEAD + Array.from({ length: 121 }, row).join(""));
  expect((await load(`${id}&page=1`)).view.rows).toHaveLength(21);
  await importSent(services, id);
  for (const filter of ["all", "running"] as const) {
    const pages = [await listMembers(services, filter, 0), await listMembers(services, filter, 1)];
    expect(new Set(pages.flatMap(({ members }) => members.map((member) => member.id))).size).toBe(100);
  }
});
