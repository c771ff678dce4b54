/** The pages about money: what depends on the seller, what they refuse, and that the expected sum is hidden until the drawer is counted. */
import { beforeAll, describe, expect, test } from "vitest";
import { momentAt } from "../../../test/bookings/booking-gym.ts";
import { tryPublishing } from "../../../test/content/content-changes.ts";
import { linkNewAccount, makePerson } from "../../../test/members/members-gym.ts";
import { ensureDrawer, newCode, openSales, sold, take } from "../../../test/sales/sales-gym.ts";
import { addStaffBeforeAll, openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { callRoute, type PageData, routeCall, staffCall } from "../../../test/support/route-calls.ts";
import { loader as todayLoader } from "../../console/first-page/first-page.route.tsx";
import { membershipType } from "../../content-types/membership.ts";
import { loader as newPersonLoader } from "../../members/console/new-person.route.tsx";
import { loader as personLoader } from "../../members/console/person.route.tsx";
import { loader as membershipLoader } from "../../members/views/membership.route.tsx";
import { findPerson } from "../../people/people.server.ts";
import type { StaffMember } from "../../staff/roles.ts";
import { findOpenDrawer } from "../drawer.server.ts";
import { refundPayment, undoSale } from "../take-back.server.ts";
import { loader as ownReceiptLoader } from "../views/own-receipt.route.tsx";
import { loader as ownReceiptsLoader } from "../views/receipts.route.tsx";
import { action as closedAction, loader as closedLoader } from "./closed-drawer.route.tsx";
import { action as drawerAction, loader as drawerLoader } from "./drawer.route.tsx";
import { loader as moneyLoader } from "./money.route.tsx";
import { readTodaysMoney } from "./money-view.server.ts";
import { loader as csvLoader } from "./payments-csv.route.ts";
import { loader as receiptLoader } from "./receipt.route.tsx";
import { action as saleAction, loader as saleLoader } from "./sale.route.tsx";
import { salePath } from "./sale-forms.ts";
import { sellerOf } from "./sales-request.server.ts";
import { action as sellAction, loader as sellLoader } from "./sell.route.tsx";
import { loader as whoLoader } from "./sell-who.route.tsx";
import { loader as undoLoader } from "./undo-sale.route.tsx";

const { services, clock } = openGymBeforeAll("sqlite", { now: momentAt("2026-11-22", 12), hasMembers: true });

type Who = "owner" | "desk" | "trainer";
const staff: Record<Who, StaffMember> = {
  owner: addStaffBeforeAll(services, "owner", { name: "Wanjiku" }),
  desk: addStaffBeforeAll(services, "desk", { name: "Moraa" }),
  trainer: addStaffBeforeAll(services, "trainer", { name: "Kamau" }),
};
beforeAll(() => openSales(services));

type Route = Parameters<typeof callRoute>[0];
type Fields = Record<string, string>;

const call = (who: Who, path: string, params: Fields, fields?: Fields) =>
  staffCall(services, staff[who], path, { params, fields });

const load = async (who: Who, loader: Route, params: Fields = {}, path = "/staff/money"): Promise<PageData> =>
  loader(call(who, path, params));

const submit = (who: Who, action: Route, params: Fields, fields: Fields) =>
  callRoute(action, call(who, "/staff/money", params, fields));

const statusOf = async (loader: Route, params: Fields = {}, path = "/staff/money") =>
  (await callRoute(loader, call("owner", path, params))).status;

const soldBy = async (who: Who, plan = "mwanzo", typed: Parameters<typeof sold>[3] = {}) => {
  await ensureDrawer(services);
  return sold(services, await makePerson(services), plan, typed, sellerOf(staff[who]));
};

const sellFields = async (person: string, typed: Fields): Promise<Fields> => {
  await ensureDrawer(services);
  const { page } = await load("owner", sellLoader, { people: person });
  const empty = { reference: "", amount: "", until: "", price: "", reason: "", pin: "" };
  return { do: "sell", formId: page.formId, seen: page.seen, plan0: "mwanzo", way: "cash", ...empty, ...typed };
};

describe("by role", () => {
  test("only the owner sells for less than 90 %", async () => {
    const cheap = { price: "35", reason: "Student" };
    const sell = async (who: Who) => {
      const people = await makePerson(services);
      return (await submit(who, sellAction, { people }, await sellFields(people, cheap))).status;
    };
    expect([await sell("owner"), await sell("desk"), await sell("trainer")]).toEqual([303, 403, 403]);
  });

  test("the desk reads on Today what is due, and of a drawer left open, and a trainer of no money", async () => {
    const owe = async (until: string) => salePath((await soldBy("desk", "mwanzo", { amount: "20", until })).row.id);
    const [due, later] = [await owe("2026-11-22"), await owe("2026-11-23")];
    const listed = async () => ((await readTodaysMoney(services, staff.desk)) ?? []).map(({ to }) => to);
    expect(await listed()).toEqual([due]);
    const today = await load("trainer", todayLoader, {}, "/staff");
    expect([today.maySell, JSON.stringify(today)]).toEqual([false, expect.not.stringContaining("KES")]);
    clock.now = momentAt("2026-11-23", 9);
    expect(await listed()).toEqual(["/staff/money/drawer", due, later]);
    const { rows } = await load("desk", moneyLoader, {}, "/staff/money?show=owed");
    expect(rows).toMatchObject([{ to: due, state: { words: "Owes KES 19, due yesterday" } }, { to: later }]);
  });

  test("there are no such pages while sales are off, or for unknown ids", async () => {
    const { row, receipts } = await soldBy("desk", "mwanzo", { pin: "A123456789B", amount: "20" });
    const { id } = await linkNewAccount(services, row.person_id);
    const visitor = { id, email: "", savedShows: [], isTestAccount: false };
    const params = { receipt: receipts[0]?.id ?? "" };
    const asOwner: PageData = { ...routeCall(services, "/account/receipts", { visitor }), params };
    const statusOfOwn = async (loader: Route) => (await callRoute(loader, asOwner)).status;
    const own = async () => [await statusOfOwn(ownReceiptsLoader), await statusOfOwn(ownReceiptLoader)];
    for (const off of [{ isOn: "off", sales: "on" }, { isOn: "on" }]) {
      await tryPublishing(services, membershipType, "membership", off);
      for (const loader of [moneyLoader, whoLoader, drawerLoader]) expect(await statusOf(loader)).toBe(404);
    }
    expect(await statusOf(saleLoader, { sale: row.id })).toBe(404);
    expect((await load("owner", personLoader, { person: row.person_id })).page.sales).toBeUndefined();
    expect(await own()).toEqual([404, 404]);
    await openSales(services);
    expect(await own()).toEqual([200, 200]);
    const receipt = { buyerPin: "A123456789B" };
    expect(await ownReceiptLoader(asOwner)).toMatchObject({ receipt, gymPin: "P051234567X" });
    expect(await load("desk", receiptLoader, params)).toMatchObject({ receipt, gym: { pin: "P051234567X" } });
    expect((await membershipLoader(asOwner)).receipts).toMatchObject({ owed: "You owe KES 19.", receipts: [{}] });
    expect((await load("desk", newPersonLoader)).page.choice).toBeUndefined();
    for (const people of ["nobody", "~"]) expect(await statusOf(sellLoader, { people })).toBe(404);
    expect(await statusOf(saleLoader, { sale: "none" })).toBe(404);
    expect(await statusOf(receiptLoader, { receipt: "2026-9999" })).toBe(404);
    expect(await statusOf(csvLoader, {}, "/staff/money/payments.csv?from=x&to=y")).toBe(400);
  });
});

test("the expected sum is on no page before the drawer is counted, and on the drawer's page afterwards", async () => {
  const open = await findOpenDrawer(services.db);
  if (open) await submit("owner", drawerAction, {}, { do: "close", drawerId: open.id, amount: "1" });
  // A day without other sales.
  clock.now = momentAt("2026-11-25", 9);
  const [drawerId, buyer] = [crypto.randomUUID(), await makePerson(services)];
  const opening = { do: "open", formId: drawerId, amount: "7,372", sell: buyer };
  expect((await submit("desk", drawerAction, {}, opening)).location).toBe(`/staff/sell/${buyer}?done=open`);
  const out = { do: "out", formId: crypto.randomUUID(), amount: "20", reason: "Drinking water" };
  expect((await submit("desk", drawerAction, {}, out)).status).toBe(303);
  const { row, receipts } = await soldBy("desk");
  await sold(services, row.person_id, "nguvu");
  const pages: [Route, Fields, string?][] = [
    [todayLoader, {}, "/staff"],
    [moneyLoader, {}],
    [moneyLoader, {}, "/staff/money?show=owed"],
    [moneyLoader, {}, "/staff/money?show=drawers"],
    [moneyLoader, {}, "/staff/money?show=sheet"],
    [moneyLoader, {}, "/staff/money?q=2026-0001"],
    [drawerLoader, {}],
    [saleLoader, { sale: row.id }],
    [undoLoader, { sale: row.id }],
    [sellLoader, { people: row.person_id }],
    [receiptLoader, { receipt: receipts[0]?.id ?? "" }],
    [personLoader, { person: row.person_id }, "/staff/members"],
  ];
  for (const [loader, params, path] of pages)
    expect(JSON.stringify(await load("desk", loader, params, path)), path).not.toMatch(/7,?456|\b104\b/);
  expect(await statusOf(closedLoader, { drawer: drawerId })).toBe(404);
  const wrong = await submit("desk", drawerAction, {}, { do: "close", drawerId, amount: "many" });
  expect([wrong.status, JSON.stringify(wrong)]).toEqual([422, expect.not.stringMatching(/7,?456/)]);
  const closed = await submit("desk", drawerAction, {}, { do: "close", drawerId, amount: "7,446" });
  expect([closed.status, closed.location]).toEqual([303, `/staff/money/drawers/${drawerId}?done=close`]);
  const { page } = await load("desk", closedLoader, { drawer: drawerId });
  expect(page.difference.words).toBe("KES 10 short");
  const amounts = page.rows.map(({ amount }: { amount: string }) => amount);
  expect(amounts).toEqual(["KES 7,372", "KES 104", "KES −20", "KES 7,456", "KES 7,446"]);
  const { rows } = await load("desk", moneyLoader, {}, "/staff/money?show=drawers");
  expect(rows[0]).toMatchObject({ to: `/staff/money/drawers/${drawerId}`, state: { words: "KES 10 short" } });
  const noted = await submit("desk", closedAction, { drawer: drawerId }, { do: "note", note: "Wrong change" });
  expect(noted.status).toBe(303);
});

describe("forms", () => {
  test("a used code is refused, saying when, for whom and by whom; what was typed is kept", async () => {
    await ensureDrawer(services);
    const typed = { way: "mpesa", reference: newCode() };
    await sold(services, await makePerson(services, { name: "Grace Atieno" }), "mwanzo", typed, sellerOf(staff.desk));
    const person = await makePerson(services);
    const { form, status } = await submit("desk", sellAction, { people: person }, await sellFields(person, typed));
    expect(status).toBe(422);
    expect(form?.errors.reference).toMatch(
      /^This code was used on Sun 22 Nov, .* for Grace Atieno, by Moraa: receipt 2026-\d{4}\.$/,
    );
    expect(form?.typed).toMatchObject({ reference: typed.reference, plan0: "mwanzo" });
    const { row } = await sold(services, person, "mwanzo", { amount: "9" });
    const rest = { do: "take", formId: crypto.randomUUID(), amount: "", ...typed };
    expect((await submit("desk", saleAction, { sale: row.id }, rest)).form?.errors).toEqual(form?.errors);
  });

  test("a person has no debt in a sale that somebody else pays, and pages that sell start from the last sale and pass", async () => {
    const [payer, other] = [await makePerson(services), await makePerson(services, { phone: "0712 345 678" })];
    const name = (await findPerson(services.db, other))?.name;
    const { rows } = await load("desk", whoLoader, { people: payer }, `/staff/sell/${payer}/more?q=${name}`);
    const people = `${payer}~${other}`;
    expect(rows.map(({ to }: { to: string }) => to)).toEqual([`/staff/sell/${people}`]);
    const fields = await sellFields(people, { plan1: "day-pass", amount: "20" });
    expect((await submit("desk", sellAction, { people }, fields)).status).toBe(303);
    const { sales } = (await load("desk", personLoader, { person: other })).page;
    expect([sales.rows.length, sales.owed]).toEqual([1, undefined]);
    expect((await load("desk", sellLoader, { people: payer })).page.owes.text).toBe(
      "Owes KES 29 for Mwanzo, Day pass.",
    );
    await sold(services, payer, "mwanzo", { amount: "9" });
    expect((await load("desk", personLoader, { person: payer })).page.sales.owed).toBe("Owes KES 59");
    const sell = async () => (await load("desk", sellLoader, { people: `${other}~${other}` })).page;
    const before = await sell();
    expect([before.owes, before.people.length]).toEqual([undefined, 1]);
    const { row } = await sold(services, other, "mwanzo", { amount: "20" });
    await take(services, row.id);
    const refund = { payment: row.id, way: "cash", amount: "5", reference: "", reason: "Discount", passes: "stay" };
    await refundPayment(services, sellerOf(staff.owner), row.id, { ...refund, formId: crypto.randomUUID() });
    const { effects } = (await load("desk", undoLoader, { sale: row.id })).page;
    expect(effects[0].text).toBe("Give KES 15 back in cash, from the drawer.");
    const { receipts, whatsApp } = (await load("desk", saleLoader, { sale: row.id })).page;
    expect(decodeURIComponent(whatsApp)).toContain(`Refund receipt ${receipts[0].title}`);
    const { justSold, people: buyers } = await sell();
    expect([justSold, buyers[0].choice.usual]).toEqual([expect.stringMatching(/^Mwanzo was sold/), "mwanzo"]);
    await undoSale(services, sellerOf(staff.owner), row.id, { reason: "Wrong plan" });
    expect((await sell()).justSold).toBe("");
    expect((await load("desk", saleLoader, { sale: row.id })).page.state.words).toBe("Undone");
  });
});
