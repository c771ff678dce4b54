import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { momentAt } from "../../test/bookings/booking-gym.ts";
import { publishValues, tryPublishing } from "../../test/content/content-changes.ts";
import {
  bookAtDesk,
  DESK,
  daysOf,
  makeJoinedPerson,
  makePerson,
  merge,
  OWNER,
} from "../../test/members/members-gym.ts";
import {
  COLLEAGUE,
  ensureDrawer,
  newCode,
  openSales,
  saleForm,
  saleOf,
  sellTo,
  sold,
  take,
} from "../../test/sales/sales-gym.ts";
import { GYM_WITH_MEMBERS, openGymBeforeAll } from "../../test/support/open-gym.ts";
import { readCsv } from "../../test/support/read-csv.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { checkIn } from "../bookings/desk-actions.server.ts";
import { findEntry } from "../cms/entries.server.ts";
import { membershipType } from "../content-types/membership.ts";
import { planType } from "../content-types/pricing.ts";
import { givePass, offersFor } from "../members/give-pass.server.ts";
import { voidPass } from "../members/pass-changes.server.ts";
import { PASS_RETENTION } from "../members/pass-retention.server.ts";
import { passesOfPerson } from "../members/pass-rows.server.ts";
import { findDoorNumber } from "../people/door-numbers.server.ts";
import { erasePerson, removeUnusedPeople } from "../people/erase-person.server.ts";
import { findPerson } from "../people/people.server.ts";
import { recordMarketingConsent } from "../people/person-notes.server.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { transact } from "../platform/transact.server.ts";
import {
  closeDrawer,
  findOpenDrawer,
  listDrawers,
  noteDrawer,
  openDrawer,
  takeCashOut,
  withdrawalsOf,
} from "./drawer.server.ts";
import { exportPayments, findInLedger, owedSales, receiptsOfDay } from "./ledger.server.ts";
import { readOwnReceipt, readOwnReceipts, readReceipt } from "./receipts.server.ts";
import { exportSales, SALES_RETENTION } from "./retention.server.ts";
import { findSale, salesOfPerson, sellerNames } from "./sale-rows.server.ts";
import { parseCode, parseKraPin, parseShillings, parseSlip, priceProblem } from "./sales.ts";
import { sell } from "./sell.server.ts";
import { refundPayment, undoSale } from "./take-back.server.ts";

/** A class that asks for a pass. */
const MONDAY_CLASS = "monday-1.2026-11-23";

/** Seeded at KES 39, a month from 22 November to 21 December. */
const SUNDAY = "2026-11-22";

describe("typed input", () => {
  it.each<[string, number | undefined]>([
    ["3,900", 3900],
    [" 3,900 ", 3900],
    ["3900/=", 3900],
    ["3,900/-", 3900],
    ["KES 3,900", 3900],
    ["KSh. 3900", 3900],
    ["0", 0],
    ["1,234,567", 1_234_567],
    ...["", "39.50", "3,90", "-39", "3.900", "39 bob", "1e3", "٣٩", "USD 39", "39,0000", "KES"].map(
      (typed): [string, undefined] => [typed, undefined],
    ),
  ])("%j is the amount %s", (typed, amount) => expect(parseShillings(typed)).toBe(amount));

  it("is compared as a code in capitals, without blanks, with O and 0 alike, and read as a PIN or a slip number", () => {
    expect(parseCode(" uko2k 8dm5f ")).toEqual({ code: "UKO2K8DM5F", key: "UK02K8DM5F" });
    for (const typed of ["", "UKO2K8DM5", "UKO2K8DM5FF", "UKO2K8DM5-", "ÜKO2K8DM5F"]) {
      expect(parseCode(typed), typed).toBeUndefined();
    }
    expect(parseKraPin("a123456789b")).toBe("A123456789B");
    expect(parseKraPin("A12345678B")).toBeUndefined();
    expect(parseSlip(" 0012-a ")).toBe("0012-A");
    expect(parseSlip("")).toBeUndefined();
    expect(parseSlip("from her sister Wanjiru")).toBeUndefined();
  });

  it.each([
    [2995, 2696, false, undefined],
    [2995, 2695, false, "price-owner"],
    [2995, 2695, true, undefined],
    [2995, 1, true, undefined],
    [2995, 0, true, "price-zero"],
    [2995, 2996, true, "price-high"],
    [10, 9, false, undefined],
    [9, 8, false, "price-owner"],
  ])("of a price of %i, %i may be agreed (by the owner: %s)", (price, agreed, isOwner, problem) => {
    expect(priceProblem(price, agreed, { isOwner })).toBe(problem);
  });
});

describe.each(ENGINES)("sales on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, GYM_WITH_MEMBERS);
  beforeAll(() => openSales(services));
  beforeEach(() => ensureDrawer(services));

  const undo = (saleId: string, actor = DESK, reason = "Wrong person") => undoSale(services, actor, saleId, { reason });
  const code = async (outcome: Promise<{ code: string }>) => (await outcome).code;
  /** Sells a plan to the payer and a day pass to another person. @returns the sale's id */
  const sellToTwo = async (payer: string, plan: string, other: string, typed?: Parameters<typeof saleForm>[2]) => {
    const people = Object.entries({ [payer]: plan, [other]: "day-pass" });
    const form = await saleForm(services, people, typed);
    expect(await code(sell(services, DESK, form))).toBe("done");
    return form.formId;
  };

  test("invalid input sells nothing", async () => {
    const person = await makePerson(services);
    const cases: [Parameters<typeof sellTo>[3], string][] = [
      [{ amount: "39.50" }, "amount-invalid"],
      [{ amount: "2,000,000", way: "mpesa", reference: newCode() }, "amount-high"],
      [{ way: "" }, "way-missing"],
      [{ way: "goat" }, "way-missing"],
      [{ price: "x" }, "price-invalid"],
      [{ price: "36", reason: "x".repeat(201) }, "reason-long"],
      [{ pin: "12" }, "pin-invalid"],
      [{ amount: "9", until: "2026-11-21" }, "until-invalid"],
      [{ amount: "9", until: "soon" }, "until-invalid"],
      [{ amount: "9", until: "2027-11-24" }, "until-invalid"],
      [{ seen: "older" }, "conflict"],
      [{ formId: "x" }, "unknown"],
      [{ people: [{ id: person, planSlug: "gold" }] }, "lines-missing"],
    ];
    for (const [typed, problem] of cases) {
      expect(await code(sellTo(services, person, "mwanzo", typed)), JSON.stringify(typed)).toBe(problem);
    }
    const { row } = await sold(services, await makePerson(services), "mwanzo");
    expect(await code(sellTo(services, person, "mwanzo", { formId: row.id }))).toBe("unknown");
    // A price has changed since the page was opened.
    const form = await saleForm(services, [[person, "mwanzo"]]);
    const { slug, ...values } = (await findEntry(services, planType, "day-pass")) ?? expect.unreachable();
    const setPrice = (price: number) => publishValues(services, planType, slug, { ...values, price });
    await setPrice(11);
    expect(await code(sell(services, DESK, form))).toBe("conflict");
    await setPrice(values.price);
    expect(await passesOfPerson(services.db, person)).toEqual([]);
    const renewal = await saleForm(services, [[person, "mwanzo"]]);
    await sold(services, person, "nguvu");
    expect(await code(sell(services, DESK, renewal))).toBe("conflict");
  });

  test("the rest is owed until a day, and a payment belongs to one sale", async () => {
    const person = await makePerson(services);
    const sale = await sold(services, person, "mwanzo", { amount: "20", until: "2026-11-30" });
    const owedBy = (until: string) => owedSales(services.db, { until });
    expect(await owedBy("2026-11-30")).toMatchObject({ sales: [{ row: { id: sale.row.id } }], count: 1 });
    expect(await owedBy("2026-11-29")).toEqual({ sales: [], count: 0 });
    const formId = randomUUID();
    expect(await code(take(services, sale.row.id, { formId }))).toBe("done");
    expect(await saleOf(services, sale.row.id)).toMatchObject({ balance: 0, row: { owed_until: null } });
    await tryPublishing(services, membershipType, "membership", { isOn: "on", sales: "on" });
    expect(await code(sellTo(services, person, "mwanzo", { amount: "1", until: "2026-11-30" }))).toBe("until-today");
    await openSales(services);
    const elsewhere = await sold(services, person, "mwanzo", { amount: "1" });
    expect(await code(take(services, elsewhere.row.id, { formId }))).toBe("unknown");
    expect(elsewhere.row.owed_until).toBe(SUNDAY);
  });

  test("each receipt keeps the balance of its moment, also after a merge, and nothing is owed for an undone sale", async () => {
    const { row } = await sold(services, await makePerson(services), "mwanzo", { amount: "20" });
    await take(services, row.id);
    const kept = await makePerson(services);
    expect((await merge(services, kept, row.person_id)).code).toBe("done");
    expect(await code(undo(row.id))).toBe("done");
    const { receipts, lines, row: merged } = await saleOf(services, row.id);
    expect(new Set([merged, ...lines].map(({ person_id: id }) => id))).toEqual(new Set([kept]));
    const views = await Promise.all(receipts.map(({ id }) => readReceipt(services.db, id)));
    expect(views.map((receipt) => receipt?.view.rest)).toEqual([
      "Still owed: KES 19",
      "Paid in full.",
      "Nothing is owed.",
    ]);
    expect(views.map((receipt) => receipt?.view.firstReceiptId)).toEqual(["", receipts[0]?.id, receipts[0]?.id]);
    expect(await code(undo(randomUUID()))).toBe("unknown");
  });

  test("a sold pass is voided by undoing its sale, once another pass covers its visits, and only the owner can give one", async () => {
    const person = await makePerson(services);
    const pack = await sold(services, person, "pack-of-two");
    const member = (await findPerson(services.db, person)) ?? expect.unreachable();
    const form = { passId: pack.lines[0]?.pass_id ?? "", version: member.version, reason: "" };
    expect(await code(voidPass(services, OWNER, form))).toBe("pass-sold");
    const { seen } = await offersFor(services, member);
    const pass = { formId: randomUUID(), planSlug: "day-pass", seen, paidNote: "" };
    expect(await code(givePass(services, DESK, person, { ...pass, paidHow: "gift" }))).toBe("sold-only");
    expect(await code(givePass(services, OWNER, person, { ...pass, paidHow: "cash" }))).toBe("sold-only");
    expect(await code(givePass(services, OWNER, person, { ...pass, paidHow: "gift" }))).toBe("done");
    const booking = await bookAtDesk(services, MONDAY_CLASS, person);
    clock.now = momentAt("2026-11-23", 9);
    expect(await checkIn(services, booking, DESK)).toEqual({ code: "done" });
    expect(await code(undo(pack.row.id))).toBe("visits-used");
    const unchanged = { isUndone: false, balance: 0, receipts: [{ kind: "sale" }] };
    expect(await saleOf(services, pack.row.id)).toMatchObject(unchanged);
    // Only a pass that runs on the day of the visit can take it over.
    for (const [day, outcome] of [["2026-11-24", "visits-used"] as const, ["2026-11-23", "done"] as const]) {
      clock.now = momentAt(day, 12);
      await sold(services, person, "day-pass");
      expect(await code(undo(pack.row.id))).toBe(outcome);
    }
  });

  test("a refund says whether the passes end; each change of a sale is emailed, and refunds are logged", async () => {
    const email = "guardian@example.com";
    const guardianId = await makePerson(services, { email });
    const child = await makePerson(services, { isChild: "on", guardianId, email: "child@example.com" });
    const { row, payments } = await sold(services, child, "mwanzo", { amount: "20" });
    await take(services, row.id, { amount: "9" });
    const typed = { payment: payments[0]?.id ?? "", way: "cash", amount: "9", reference: "", reason: "Moved away" };
    const refund = (passes: string) =>
      code(refundPayment(services, OWNER, row.id, { ...typed, formId: randomUUID(), passes }));
    const runsUntil = async () => (await daysOf(services, row.person_id)).map((days) => days.slice(-10));
    expect([await refund(""), await refund("stay")]).toEqual(["passes-missing", "done"]);
    expect(await runsUntil()).toEqual(["2026-12-21"]);
    expect([await refund("end"), await runsUntil()]).toEqual(["done", [SUNDAY]]);
    expect(await saleOf(services, row.id)).toMatchObject({ balance: 0, row: { owed_until: null } });
    expect(await code(undo(row.id))).toBe("done");
    expect(await saleOf(services, row.id)).toMatchObject({ isUndone: true, balance: 0 });
    const mails = await services.db.selectFrom("outbox").select("recipient").where("person_id", "=", child).execute();
    // The sale, a payment, two refunds, and undoing it.
    expect(mails.map(({ recipient }) => recipient)).toEqual(Array(5).fill(email));
    const log = services.db.selectFrom("audit_log").select(["action", "details"]).where("slug", "=", row.id);
    const acts = (await log.orderBy("id").execute()).map(({ action, details }) => [action, JSON.parse(details)]);
    const sentBack = ["money-sent-back", { amount: 9 }];
    expect(acts).toEqual([sentBack, sentBack, ["sale-undone", {}]]);
  });

  test("the drawer's amounts are numbers, and a difference can have a note", async () => {
    const drawerId = (await findOpenDrawer(services.db))?.id ?? "";
    const { row } = await sold(services, await makePerson(services), "day-pass");
    expect(await code(closeDrawer(services, COLLEAGUE, { drawerId, counted: "x" }))).toBe("drawer-amount");
    await closeDrawer(services, DESK, { drawerId, counted: "0" });
    expect(await code(undo(row.id, OWNER))).toBe("drawer-closed");
    const form = { formId: randomUUID(), amount: "500" };
    expect(await code(openDrawer(services, DESK, { ...form, amount: "" }))).toBe("drawer-amount");
    for (const outcome of ["done", "same"]) expect(await code(openDrawer(services, DESK, form))).toBe(outcome);
    const taking = { formId: randomUUID(), amount: "20", reason: "Drinking water" };
    for (const outcome of ["done", "same"]) expect(await code(takeCashOut(services, OWNER, taking))).toBe(outcome);
    expect(await withdrawalsOf(services.db, form.formId)).toMatchObject([{ amount_kes: 20, by_id: OWNER.id }]);
    const explain = () => code(noteDrawer(services, DESK, { drawerId: form.formId, note: "Gave 10 too much" }));
    expect(await explain()).toBe("unknown");
    await closeDrawer(services, COLLEAGUE, { drawerId: form.formId, counted: "470" });
    expect(await explain()).toBe("done");
    const log = services.db.selectFrom("audit_log").select(["who_id", "details"]).where("slug", "=", form.formId);
    expect(await log.execute()).toEqual([{ who_id: COLLEAGUE.id, details: '{"difference":-10}' }]);
    const by = { opened_by_id: DESK.id, closed_by_id: COLLEAGUE.id };
    const [closed] = await listDrawers(services.db, 1);
    expect(closed).toMatchObject({ ...by, difference_kes: -10, note: "Gave 10 too much" });
    expect([DESK, COLLEAGUE, OWNER].map(({ id }) => id).map(await sellerNames(services.db))).toEqual(
      [DESK, COLLEAGUE, OWNER].map(({ name }) => name),
    );
  });

  test("sales are deleted five years after their last receipt, and before that payments and receipts are never changed", async () => {
    clock.now = "2020-06-01T12:00:00+03:00";
    await closeDrawer(services, DESK, { drawerId: (await findOpenDrawer(services.db))?.id ?? "", counted: "0" });
    await ensureDrawer(services);
    const old = await sold(services, await makePerson(services), "mwanzo", { way: "mpesa", reference: newCode() });
    await undo(old.row.id, OWNER);
    const paid = { way: "mpesa", reference: newCode() };
    const paidOff = await sold(services, await makePerson(services), "mwanzo", paid);
    const kept = await sold(services, await makePerson(services), "mwanzo", { amount: "1" });
    await closeDrawer(services, DESK, { drawerId: old.row.drawer_id, counted: "501" });
    clock.now = "2024-06-01T12:00:00+03:00";
    await noteDrawer(services, COLLEAGUE, { drawerId: old.row.drawer_id, note: "Counted twice" });
    clock.now = momentAt(SUNDAY, 12);
    await ensureDrawer(services);
    await take(services, kept.row.id);
    const newest = await sold(services, kept.row.person_id, "day-pass");
    for (const table of ["payments", "receipts"]) {
      const name = sql.table(table);
      for (const attempt of [
        sql`update ${name} set day = day where sale_id = ${newest.row.id}`,
        sql`delete from ${name} where sale_id = ${newest.row.id}`,
        ...(kind === "postgres" ? [sql`truncate ${name} cascade`] : []),
      ]) {
        await expect(attempt.execute(services.db)).rejects.toThrow(/kept for five years and never changed/);
      }
    }
    expect(await salesOfPerson(services.db, kept.row.person_id, 1)).toEqual([newest]);
    await applyRetention(services, ...SALES_RETENTION);
    for (const { row } of [old, paidOff]) expect(await findSale(services.db, row.id)).toBeUndefined();
    const used = services.db.selectFrom("used_codes").select("code_key").where("sale_id", "=", paidOff.row.id);
    expect(await used.execute()).toEqual([]);
    const sellers = (await services.db.selectFrom("sellers").select("id").execute()).map(({ id }) => id);
    expect([DESK, OWNER, COLLEAGUE].map(({ id }) => sellers.includes(id))).toEqual([true, false, false]);
    expect(await saleOf(services, kept.row.id)).toMatchObject({ balance: 0 });
  });

  test("erasing a person leaves only ids in their sales", async () => {
    const { id: person, userId } = await makeJoinedPerson(services, { name: "Wambui Kiprono" });
    const typed = { amount: "30", price: "36", reason: "Her brother Otieno pays", pin: " a123456789b" };
    const sale = await sold(services, person, "mwanzo", typed);
    expect(await exportSales(services.db, userId)).toMatchObject([{ kraPin: "A123456789B", owedKes: 6 }]);
    const mails = services.db.selectFrom("outbox").select(["subject", "body_text"]).where("kind", "=", "receipt");
    const subject = expect.stringContaining(sale.receipts[0]?.id ?? "");
    const body_text = expect.stringContaining(": KES 30\n\nStill owed: KES 6");
    expect(await mails.where("person_id", "=", person).execute()).toEqual([{ subject, body_text }]);
    await erasePerson(services, OWNER, person);
    expect(await code(sellTo(services, person, "day-pass"))).toBe("unknown");
    const { db } = services;
    const rows: object[] = await db.selectFrom("sales").selectAll().where("id", "=", sale.row.id).execute();
    for (const table of ["sale_lines", "payments", "receipts"] as const)
      rows.push(...(await db.selectFrom(table).selectAll().where("sale_id", "=", sale.row.id).execute()));
    expect(rows.length).toBeGreaterThan(3);
    for (const text of ["Wambui", "Kiprono", "Otieno", "A123456789B", DESK.name])
      expect(JSON.stringify(rows), text).not.toContain(text);
    expect(await saleOf(services, sale.row.id)).toMatchObject({ balance: 6, row: { owed_until: null } });
    const receipt = await readReceipt(services.db, sale.receipts[0]?.id ?? "");
    expect(receipt?.view.buyer).toBe("An erased person");
    expect(await code(undo(sale.row.id, OWNER))).toBe("person-erased");
    const refund = { payment: sale.row.id, way: "cash", amount: "30", reference: "", reason: "Back", passes: "end" };
    expect(await code(refundPayment(services, OWNER, sale.row.id, { ...refund, formId: randomUUID() }))).toBe("done");
    // They are kept as long as a sale names them, also one that somebody else paid.
    const [payer, other] = [await makePerson(services), await makePerson(services)];
    const shared = await sellToTwo(payer, "", other);
    await erasePerson(services, OWNER, payer);
    const back = { ...refund, formId: randomUUID(), payment: shared, amount: "10" };
    expect(await code(refundPayment(services, OWNER, shared, back))).toBe("done");
    expect(await passesOfPerson(services.db, other)).toMatchObject([{ end: "ended" }]);
    await erasePerson(services, OWNER, other);
    clock.now = momentAt("2032-01-01", 12);
    await applyRetention(services, PASS_RETENTION);
    for (const id of [person, payer, other]) expect(await findPerson(services.db, id)).toMatchObject({ name: "" });
  });

  test("somebody reads the receipts that they paid, and exports only their own part of another's sale", async () => {
    const [payer, other] = [await makeJoinedPerson(services), await makeJoinedPerson(services)];
    const sale = await sellToTwo(payer.id, "mwanzo", other.id, { amount: "20", pin: "A123456789B" });
    const [{ id = "" } = {}] = (await saleOf(services, sale)).receipts;
    await sold(services, payer.id, "day-pass", { way: "mpesa", reference: newCode(), amount: "99" });
    await take(services, (await sold(services, payer.id, "nguvu", { amount: "60" })).row.id, { amount: "2" });
    const read = async ({ userId }: typeof payer) => [
      await readOwnReceipts(services, userId),
      await readOwnReceipt(services, userId, id),
    ];
    const receipts = ["KES 2", "KES 60", "KES 99", "KES 20"].map((paid) => ({ text: expect.stringContaining(paid) }));
    expect(await read(payer)).toMatchObject([{ owed: "You owe KES 32.", receipts }, { id }]);
    expect(await read(other)).toEqual([{ owed: undefined, receipts: [] }, undefined]);
    const exported = { day: SUNDAY, lines: [expect.objectContaining({ plan: "Day pass" })] };
    expect(await exportSales(services.db, other.userId)).toEqual([exported]);
  });

  test("a person without an account is kept with a sale, a pass, a booking or a consent", async () => {
    const [payer = "", other = "", booked = "", agreed = "", unused = ""] = await Promise.all(
      Array.from({ length: 5 }, () => makePerson(services)),
    );
    // Known from a booking alone until then.
    await services.db.deleteFrom("door_numbers").where("person_id", "=", payer).execute();
    await sellToTwo(payer, "", other);
    expect(await findDoorNumber(services.db, payer)).toBeDefined();
    expect(await findPerson(services.db, payer)).toMatchObject({ version: 2 });
    await bookAtDesk(services, MONDAY_CLASS, booked);
    await recordMarketingConsent(services, DESK, agreed, { isGiven: false, how: "by phone" });
    const ids = [payer, other, booked, agreed, unused];
    await transact(services, (change) => removeUnusedPeople(change, ids), { lock: "people" });
    const left = await services.db.selectFrom("people").select("id").where("id", "in", ids).execute();
    expect(left.map(({ id }) => id).toSorted()).toEqual([payer, other, booked, agreed].toSorted());
  });

  test("the spreadsheet of a period, read back, is the ledger", async () => {
    clock.now = "2026-12-05T12:00:00+03:00";
    const person = await makePerson(services, { name: '=Sum "Mercy", Ngugi' });
    const reference = newCode();
    const sale = await sold(services, person, "mwanzo", { way: "mpesa", reference, pin: "A000000001B" });
    for (const typed of [` ${reference.toLowerCase()} `, sale.receipts[0]?.id ?? ""])
      expect(await findInLedger(services.db, typed)).toMatchObject([{ row: { id: sale.row.id } }]);
    await undo(sale.row.id);
    expect(await findInLedger(services.db, reference)).toMatchObject([{ isUndone: true }]);
    await sold(services, person, "day-pass");
    const text = await new Response(exportPayments(services.db, "2026-12-05", "2026-12-05")).text();
    const [head, ...rows] = readCsv(text);
    expect(head?.join()).toBe("Receipt,Date,Payment method,Code,Amount,Seller,Buyer,Buyer's PIN,Item");
    const day = services.db.selectFrom("payments").selectAll().where("day", "=", "2026-12-05").orderBy("at");
    expect(rows.map(([receipt, , way, reference, amount]) => [receipt, way, reference, Number(amount)])).toEqual(
      (await day.execute()).map((row) => [row.receipt_id, row.way, row.reference, row.amount_kes]),
    );
    expect(rows[0]?.slice(5)).toEqual([DESK.name, `'=Sum "Mercy", Ngugi`, "A000000001B", "Mwanzo"]);
    const { rows: receipts } = await receiptsOfDay(services.db, "2026-12-05");
    expect(receipts.map(({ receipt }) => receipt.kind)).toEqual(["sale", "undo", "sale"]);
    const older = await receiptsOfDay(services.db, "2026-12-05", receipts[0]?.receipt.number);
    expect(older.rows).toEqual(receipts.slice(1));
    const before = await new Response(exportPayments(services.db, "2026-11-01", "2026-12-04")).text();
    expect(readCsv(before).map(([receipt]) => receipt)).not.toContain(receipts[0]?.receipt.id);
  });
});
