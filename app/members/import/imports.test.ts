import { beforeEach, describe, expect, test, vi } from "vitest";
import { addMembers, emptyTables, momentAt } from "../../../test/bookings/booking-gym.ts";
import { removeWithAll } from "../../../test/content/content-changes.ts";
import { importSent, memberRows, readImport, sendList, undoSent } from "../../../test/members/import-gym.ts";
import {
  BLANK,
  bookAtDesk,
  DESK,
  freeze,
  give,
  makePerson,
  OWNER,
  passForm,
  versionOf,
} from "../../../test/members/members-gym.ts";
import { GYM_WITH_MEMBERS, openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { ENGINES } from "../../../test/support/test-services.ts";
import { planType } from "../../content-types/pricing.ts";
import { correctPerson } from "../../people/desk-records.server.ts";
import { inviteToLink } from "../../people/link-account.server.ts";
import {
  addPersonNote,
  listPersonNotes,
  marketingConsent,
  recordMarketingConsent,
} from "../../people/person-notes.server.ts";
import { applyRetention } from "../../platform/retention.server.ts";
import { transact } from "../../platform/transact.server.ts";
import { addDays } from "../../time/dates.server.ts";
import { dateOfDay, dayNumber } from "../../time/days.ts";
import { rowsToReview } from "../console/import-page.server.ts";
import { queueExpiryMails } from "../expiry-mails.server.ts";
import { voidPass } from "../pass-changes.server.ts";
import { extendPasses, undoExtension } from "../pass-extensions.server.ts";
import { passesOfPerson } from "../pass-rows.server.ts";
import { stateOn } from "../passes.ts";
import { findImport, IMPORT_RETENTION, judgementOf, setImportSettings } from "./imports.server.ts";
import { judgeInChild } from "./judge.server.ts";
import { runImport } from "./run-import.server.ts";

const SUNDAY = "2026-11-22";
const HEAD = "Name,Phone,Plan,Last day,Visits left,Email\n";

describe.each(ENGINES)("an import on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, GYM_WITH_MEMBERS);

  beforeEach(async () => {
    await emptyTables(services, "bookings", "person_consents");
    await emptyTables(services, "imports", "pass_mails", "pass_acts", "pass_days", "passes", "door_numbers", "outbox");
    await emptyTables(services, "person_notes", "person_words", "former_phones", "people");
  });

  const people = () => services.db.selectFrom("people").selectAll().orderBy("name").execute();
  const idOf = async (name: string) => (await people()).find((person) => person.name === name)?.id ?? "";
  const passesOf = async (name: string) =>
    (await passesOfPerson(services.db, await idOf(name))).map(
      (pass) =>
        `${pass.row.plan_slug} ${dateOfDay(pass.firstDay)} ${dateOfDay(pass.lastDay)} ${stateOn(pass, dayNumber(SUNDAY))}`,
    );
  const countsOf = async (id: string) => (await readImport(services, id)).judgement.counts;
  const emailedPeople = () =>
    services.db.selectFrom("outbox").select("person_id").where("person_id", "is not", null).execute();

  test("adds people and passes once, and is undone row for row", async () => {
    await give(services, await makePerson(services, { name: "Somebody Else", phone: "0700 111 222" }), "nguvu");
    const before = await memberRows(services);
    const id = await sendList(
      services,
      `${HEAD}Jane Wanja,0712345678,Nguvu,2026-12-20,,jane@example.com\nJohn Kim,0712345679 (wife),Pack of two,2026-11-22,1,\nAda Were,0712345670 / 0733345670,Nguvu,2026-11-20,,\nUma Old,0712345671,Pack of two,2026-10-01,2,\nSomebody Else,0700111222,Nguvu,2027-01-31,,\n`,
    );
    const woken = vi.fn();
    services.events.once("peopleImported", woken);
    const outcomes = await Promise.all([importSent(services, id), importSent(services, id)]);
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual(["done", "same"]);
    // Their search words are made at once.
    expect(woken).toHaveBeenCalledOnce();
    expect(await findImport(services.db, id)).toMatchObject({ imported_by: OWNER.name });
    const notes = await listPersonNotes(services.db, await idOf("Ada Were"));
    expect(notes).toMatchObject([{ text: expect.stringContaining("0733"), by: OWNER.name }]);
    for (const [name, pass] of [
      ["Jane Wanja", "nguvu 2026-11-22 2026-12-20 running"],
      ["John Kim", "pack-of-two 2026-11-22 2026-11-22 running"],
      ["Ada Were", "nguvu 2026-11-20 2026-11-20 grace"],
      ["Uma Old", "pack-of-two 2026-10-01 2026-10-01 ended"],
    ] as const)
      expect(await passesOf(name)).toEqual([pass]);
    const renewed = ["nguvu 2026-11-22 2026-12-21 running", "nguvu 2026-12-22 2027-01-31 future"];
    expect(await passesOf("Somebody Else")).toEqual(renewed);
    expect(await marketingConsent(services.db, await idOf("Jane Wanja"))).toBeUndefined();
    expect(await passesOfPerson(services.db, await idOf("John Kim"))).toMatchObject([{ pass: { visits: 1 } }]);
    expect(await setImportSettings(services, id, { columns: [], answers: {} })).toEqual({ code: "import-gone" });
    const version = await versionOf(services, await idOf("Somebody Else"));
    expect(await undoSent(services, id)).toEqual({ code: "done" });
    expect(await memberRows(services)).toEqual(before);
    // Forms opened before it are stale.
    expect(await versionOf(services, await idOf("Somebody Else"))).toBe(version + 1);
    expect(await undoSent(services, id)).toEqual({ code: "same" });
    const log = services.db.selectFrom("audit_log").select(["action", "details"]).where("slug", "=", id).orderBy("id");
    expect(await log.execute()).toEqual([
      { action: "list-brought-in", details: '{"people":4,"passes":5}' },
      { action: "list-taken-back", details: '{"people":4}' },
    ]);
  });

  test("of a later file adds nobody twice, even after a correction at the desk, renews passes, and is deleted after 30 days", async () => {
    const first =
      "Name,Phone,Plan,Expiry\nPili Same,0712005501,Mwanzo,2027-03-10\nTatu Same,0712005502,Mwanzo,2027-03-10\nTatu Same,0712005502,Mwanzo,2027-04-10\n";
    await importSent(services, await sendList(services, first));
    const pili = await idOf("Pili Same");
    const typed = { ...BLANK, name: "Pili Same", phone: "0733 005 501" };
    await correctPerson(services, DESK, pili, typed, await versionOf(services, pili));
    const renewed =
      "Name,Phone,Plan,Expiry\nPili Same,0712005501,Mwanzo,2027-04-10\nTatu Same,0733005502,Mwanzo,2027-03-10\n";
    const later = await sendList(services, renewed);
    expect(await countsOf(later)).toMatchObject({ new: 0, here: 1, review: 1 });
    await importSent(services, later);
    const passes = ["mwanzo 2026-11-22 2027-03-10 running", "mwanzo 2027-03-11 2027-04-10 future"];
    for (const name of ["Pili Same", "Tatu Same"]) expect((await passesOf(name)).toSorted()).toEqual(passes);
    expect((await people()).length).toBe(2);
    const isKeptAfter = async (days: number) => {
      clock.now = momentAt(addDays(SUNDAY, days), 12);
      await applyRetention(services, IMPORT_RETENTION);
      return (await findImport(services.db, later)) !== undefined;
    };
    expect([await isKeptAfter(29), await isKeptAfter(31)]).toEqual([true, false]);
  });

  const USES: Record<string, (id: string) => Promise<unknown>> = {
    "Has Pass": (id) => give(services, id, "mwanzo"),
    "Has Note": (id) => addPersonNote(services, DESK, id, { formId: crypto.randomUUID(), text: "Forgot her bag" }),
    "Has Booking": (id) => bookAtDesk(services, "monday-1.2026-11-23", id),
    "Has Consent": (id) => recordMarketingConsent(services, DESK, id, { isGiven: true, how: "by phone" }),
    "Has Invitation": (id) => inviteToLink(services, DESK, id),
    "Has Mails Off": (id) => services.db.updateTable("people").set({ mails: 0 }).where("id", "=", id).execute(),
    "Has Child": (id) => makePerson(services, { isChild: "on", guardianId: id }),
  };
  test.each(Object.entries(USES).slice(0, kind === "postgres" ? 1 : undefined))(
    "is not undone once somebody %s",
    async (name, use) => {
      const id = await sendList(services, `${HEAD}${name},0712345671,Nguvu,2026-12-20,,\n`);
      await importSent(services, id);
      await use(await idOf(name));
      const before = await memberRows(services);
      expect(await undoSent(services, id)).toEqual({ code: "import-used" });
      expect(await memberRows(services)).toEqual(before);
    },
  );

  test.each<[string, (id: string, pass: string) => Promise<unknown>]>([
    ["frozen", (id, pass) => freeze(services, id, pass, "2026-12-01", "2026-12-14")],
    ["followed by another", (id) => give(services, id, "nguvu")],
    ["used for a booking", (id) => bookAtDesk(services, "monday-1.2026-11-23", id)],
  ])("is not undone once its pass for a known person was %s", async (_, use) => {
    const id = await makePerson(services, { name: "Known Before", phone: "0712 345 671" });
    const version = await versionOf(services, id);
    const list = await sendList(services, `${HEAD}Known Before,0712345671,Nguvu,2026-12-20,,\n`);
    await importSent(services, list);
    expect(await versionOf(services, id)).toBe(version + 1);
    const [{ row } = expect.unreachable()] = await passesOfPerson(services.db, id);
    await use(id, row.id);
    expect(await undoSent(services, list)).toEqual({ code: "import-used" });
  });

  if (kind === "postgres") return;

  test("fails when the people can't be read, and the next list is judged", async () => {
    const readFacts = () => Promise.reject(new Error("no connection"));
    const task = { source: { pasted: "Jane Wanja" }, settings: { columns: [], answers: {} }, readFacts };
    await expect(judgeInChild(services, task)).rejects.toThrow("no connection");
    // More than are read at once: the last of them is known, too.
    await addMembers(services, 501);
    const { name } = (await people()).toSorted((a, b) => (a.id < b.id ? 1 : -1))[0] ?? expect.unreachable();
    const list = `${HEAD}Jane Wanja,0712345678\n${name},0712345679\n`;
    expect(await countsOf(await sendList(services, list))).toMatchObject({ new: 1, review: 1 });
  });

  test("of passes that end on a closed day moves the end to the next open day, and adds them once", async () => {
    const dates = ["2026-12-02", "2026-12-10"];
    await transact(services, (change) => extendPasses(change, OWNER, { dates, reason: "Closed" }));
    const list = `${HEAD}Jane Wanja,0712345678,Nguvu,2026-12-02,,\nJohn Kim,0712345679,Pack of two,2026-12-10,1,\n`;
    await importSent(services, await sendList(services, list));
    const again = await sendList(services, list);
    expect(await importSent(services, again)).toEqual({ code: "import-empty" });
    expect(await passesOf("Jane Wanja")).toEqual(["nguvu 2026-11-22 2026-12-03 running"]);
    expect(await passesOf("John Kim")).toEqual(["pack-of-two 2026-11-22 2026-12-11 running"]);
    await transact(services, (change) => undoExtension(change, OWNER, dates));
  });

  test("leaves rows for review whose match has changed since the preview", async () => {
    const id = await sendList(services, `${HEAD}Jane Wanja,0712345678,Nguvu,2026-12-20,,\nAda Were,0712345670,,,,\n`);
    const { seen } = await readImport(services, id);
    await makePerson(services, { name: "Jane Wanja", phone: "0712 345 678" });
    expect(await runImport(services, OWNER, id, seen)).toEqual({ code: "done" });
    expect((await people()).map(({ name }) => name)).toEqual(["Ada Were", "Jane Wanja"]);
    expect(await passesOf("Jane Wanja")).toEqual([]);
    const { stored, judgement } = await readImport(services, id);
    expect(judgement.rows.map(({ line, reasons }) => [line, reasons[0]?.code]).at(-1)).toEqual([2, "record-changed"]);
    expect(rowsToReview(stored, judgement)).toContain(`"Jane Wanja","0712 345 678","Nguvu","'2026-12-20"`);
    // A void pass doesn't count, and a row whose plan is gone is not imported.
    const ada = await idOf("Ada Were");
    const pass = await give(services, ada, "evenings");
    await voidPass(services, OWNER, await passForm(services, ada, pass));
    const gone = await sendList(services, `${HEAD}Ada Were,0712345670,Evenings,2026-12-21,,\n`);
    const { seen: before, judgement: judged } = await readImport(services, gone);
    expect(judged.rows.at(-1)).toMatchObject({ pass: { planSlug: "evenings" } });
    await removeWithAll(services, planType, "evenings");
    expect(await runImport(services, OWNER, gone, before)).toEqual({ code: "done" });
    const { judgement: kept } = await readImport(services, gone);
    expect(kept.rows.at(-1)?.reasons[0]?.code).toBe("record-changed");
    // A stale form imports nothing.
    const other = await sendList(services, `${HEAD}Eve Were,0712345111,,,,\n`);
    const old = (await readImport(services, other)).seen;
    await setImportSettings(services, other, { columns: ["name"], answers: {} });
    expect(await runImport(services, OWNER, other, old)).toEqual({ code: "import-changed" });
  });

  test("stores no judgement by settings that were changed while it was made", async () => {
    const id = await sendList(services, `${HEAD}Eve Were,0712345111,,,,\n`);
    const { stored } = await readImport(services, id);
    await setImportSettings(services, id, { columns: ["name"], answers: {} });
    await judgementOf(services, { ...stored, judgement: null });
    expect(await findImport(services.db, id)).toMatchObject({ judgement: null });
    const { stored: read } = await readImport(services, id);
    // An erasure deletes a row while the list is judged.
    await services.db.updateTable("imports").set({ source: "[]", judgement: null }).where("id", "=", id).execute();
    await judgementOf(services, { ...read, judgement: null });
    expect(await findImport(services.db, id)).toMatchObject({ judgement: null });
    clock.now = momentAt(addDays(SUNDAY, 1), 0);
    expect((await readImport(services, id)).judgement.today).toBe(dayNumber(SUNDAY) + 1);
  });

  test("exports rows for review as CSV that spreadsheets don't alter, and that can be imported again", async () => {
    const list = `Name,Phone,Plan,First day,Last day\nJane Wanja,0712345678,Gold,04/03/2027,03/04/2027\n"=1+1 Were",+254712345671,Gold,25/11/2026,25/12/2026\nAda Were,7.12E+08,Gold,26/11/2026,26/12/2026\n`;
    const { stored, judgement } = await readImport(services, await sendList(services, list));
    const csv = rowsToReview(stored, judgement);
    expect(csv).toContain(`"Jane Wanja","0712 345 678","Gold","'04/03/2027","'03/04/2027"`);
    expect(csv).toContain(`"'=1+1 Were","0712 345 671","Gold"`);
    const again = await sendList(services, csv.replaceAll("Gold", "Nguvu"));
    expect(await countsOf(again)).toMatchObject({ new: 2, review: 1 });
    const { rows } = (await readImport(services, again)).judgement;
    const lastDays = rows.map(({ pass }) => pass && dateOfDay(pass.lastDay));
    expect(lastDays).toEqual([undefined, "2027-04-03", "2026-12-25", "2026-12-26"]);
  });

  test("sends no email on its day, and can be undone even after an email was sent", async () => {
    const list = `Name,Phone,Plan,From,Last day,Email\nJane Wanja,0712345678,Nguvu,2026-10-30,2026-11-29,jane@example.com\nAda Were,0712345679,Nguvu,2026-11-01,2026-11-30,ada@example.com\nUma Old,0712345671,Nguvu,2026-10-20,2026-11-20,uma@example.com\n`;
    const id = await sendList(services, list);
    await importSent(services, id);
    await queueExpiryMails(services);
    expect(await emailedPeople()).toEqual([]);
    clock.now = momentAt(addDays(SUNDAY, 1), 9);
    await queueExpiryMails(services);
    expect(await emailedPeople()).toHaveLength(1);
    expect(await undoSent(services, id)).toEqual({ code: "done" });
    expect([await emailedPeople(), await people()]).toEqual([[], []]);
  });
});
