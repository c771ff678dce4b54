import { getMigrations } from "better-auth/db/migration";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { quickHash } from "../../test/support/staff.ts";
import { ENGINES, openTestSiteBeforeEach, race, setAttempts } from "../../test/support/test-services.ts";
import { AMANI, BARAKA, enter, enterBy, visitWith } from "../../test/support/visitors.ts";
import { TEST_ACCOUNT } from "../platform/config.ts";
import type { Visit } from "../request/request-context.ts";
import { authOptions } from "./better-auth.server.ts";
import { rotateSignIn } from "./rotated-sign-in.server.ts";
import { saveClass, unsaveClass } from "./saved-classes.server.ts";
import { hasSessionCookie } from "./sign-in.server.ts";
import { findVisitor, signIn, signOut, signUp } from "./sign-up-and-in.server.ts";
import { ensureTestAccount } from "./test-account.server.ts";

const QUARTER_HOUR_MS = 15 * 60_000;

describe.each(ENGINES)("accounts on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);

  const visitorWith = (cookie: string) => findVisitor(site.services, visitWith([cookie]).request);

  test("the migrations create the tables that better-auth requires", async () => {
    const database = { db: site.services.db, type: kind };
    const { toBeCreated, toBeAdded } = await getMigrations({ ...authOptions(site.services), database });
    expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });
  });

  test("a sign-up creates a user without saved classes and signs the visitor in, until signing out", async () => {
    const typed = { ...AMANI, email: " Amani@Nguvu.Example " };
    const { userId, setCookie, visit } = await enterBy(signUp, site.services, typed);
    expect(setCookie).toHaveLength(1);
    expect(setCookie[0]).toMatch(/^nguvu\.session=.+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/i);
    expect(hasSessionCookie(visit.request)).toBe(true);
    const visitor = { id: userId, email: AMANI.email, savedShows: [], isTestAccount: false };
    expect(await findVisitor(site.services, visit.request)).toMatchObject(visitor);
    // The token is stored hashed, and its hash signs nobody in.
    const [session] = await site.rows("sessions");
    const cookie = decodeURIComponent(visit.request.headers.get("cookie") ?? "");
    expect(session?.token).toHaveLength(43);
    expect(cookie).not.toContain(session?.token);
    const [name, value = ""] = cookie.split("=");
    const forged = `${name}=${encodeURIComponent(value.replace(/^[^.]+/, session?.token ?? ""))}`;
    expect(await visitorWith(forged)).toBeNull();
    // Signing out ends the session in the database and clears the cookie.
    const cleared = await signOut(site.services, visit.request);
    expect(cleared.find((line) => line.startsWith("nguvu.session=;"))).toMatch(/Max-Age=0/i);
    expect(await site.rows("sessions")).toEqual([]);
    expect(await findVisitor(site.services, visit.request)).toBeNull();
    expect((await signOut(site.services, visitWith().request)).length).toBeGreaterThan(0);
  });

  test("an address with an account, in any case, and the test account's are taken, and can't be the password", async () => {
    const press = () => signUp(site.services, AMANI, visitWith());
    const outcomes = await race(site.services, "users", () => [press(), press()]);
    expect(outcomes.map(({ code }) => code).sort()).toEqual(["done", "email-taken"]);
    expect(await site.rows("users")).toHaveLength(1);
    for (const email of ["AMANI@nguvu.example", TEST_ACCOUNT.email]) {
      expect(await signUp(site.services, { ...AMANI, email }, visitWith())).toMatchObject({ code: "email-taken" });
    }
    const typed = { ...BARAKA, password: BARAKA.email };
    expect(await signUp(site.services, typed, visitWith())).toEqual({ code: "password-address" });
    expect(site.logged.at(-1)).toMatchObject({ event: "sign-up-refused", code: "password-address" });
  });

  test.each(["accounts", "sessions"])("a sign-up that fails while writing %s leaves no rows", async (table) => {
    const { db } = site.services;
    await sql`alter table ${sql.table(table)} rename to unavailable`.execute(db);
    await expect(signUp(site.services, AMANI, visitWith())).rejects.toThrow();
    await sql`alter table unavailable rename to ${sql.table(table)}`.execute(db);
    expect(await site.rows("users")).toEqual([]);
    expect((await signUp(site.services, AMANI, visitWith())).code).toBe("done");
  });

  test("a wrong password, an unknown address and a malformed one get the same response, and no address is logged", async () => {
    await enter(site.services);
    const wrong = { code: "wrong-credentials" };
    expect(await signIn(site.services, { ...AMANI, password: "not this one" }, visitWith())).toEqual(wrong);
    expect(await signIn(site.services, { ...AMANI, email: "no@nguvu.example" }, visitWith())).toEqual(wrong);
    expect(await signIn(site.services, { email: "amani'--", password: "x" }, visitWith())).toEqual(wrong);
    expect(await signIn(site.services, { email: AMANI.email, password: "" }, visitWith())).toEqual(wrong);
    expect(JSON.stringify(site.logged)).not.toContain("@");
    expect(site.logged.filter((line) => line.event === "sign-in-refused")).toHaveLength(4);
  });

  test("after ten attempts an account is locked for a quarter of an hour, on every instance, and others aren't", async () => {
    await enter(site.services);
    await enter(site.services, BARAKA);
    const wrong = { ...AMANI, password: "not this one" };
    // The right password clears the count.
    for (let slip = 0; slip < 6; slip += 1) await signIn(site.services, wrong, visitWith());
    expect((await signIn(site.services, AMANI, visitWith())).code).toBe("done");
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => signIn(site.services, wrong, visitWith())));
    expect(outcomes.filter(({ code }) => code === "limited")).toHaveLength(2);
    const second = await site.secondInstance();
    expect(await signIn(second.services, AMANI, visitWith())).toEqual({ code: "limited" });
    expect((await signIn(second.services, BARAKA, visitWith())).code).toBe("done");
    site.passTime(QUARTER_HOUR_MS);
    expect((await signIn(site.services, AMANI, visitWith())).code).toBe("done");
  });

  test("an address is limited to 100 sign-ups an hour and 300 sign-ins in 15 minutes, without limiting others", async () => {
    const [here, beside] = [visitWith([], "2001:db8::1"), visitWith([], "2001:db8::2")];
    const elsewhere = visitWith([], "192.0.2.2");
    await enterBy(signUp, site.services, AMANI, here);
    const newcomer = (number: number) => ({ ...AMANI, email: `new-${number}@nguvu.example` });
    await signIn(site.services, AMANI, here);
    await setAttempts(site.services, "sign-up/address", 99);
    await setAttempts(site.services, "sign-in/address", 299);
    expect((await signUp(site.services, newcomer(1), here)).code).toBe("done");
    expect(await signUp(site.services, newcomer(2), beside)).toMatchObject({ code: "limited" });
    expect((await signUp(site.services, newcomer(2), elsewhere)).code).toBe("done");
    expect((await signIn(site.services, AMANI, here)).code).toBe("done");
    expect(await signIn(site.services, AMANI, beside)).toEqual({ code: "limited" });
    expect((await signIn(site.services, AMANI, elsewhere)).code).toBe("done");
    site.passTime(4 * QUARTER_HOUR_MS);
    expect((await signIn(site.services, AMANI, here)).code).toBe("done");
    expect((await signUp(site.services, newcomer(3), here)).code).toBe("done");
  });

  test("classes saved from many browsers at once are all saved, each once", async () => {
    const { userId, visit } = await enter(site.services);
    const readSaved = async () => (await findVisitor(site.services, visit.request))?.savedShows ?? [];
    const slugs = Array.from({ length: 20 }, (_, index) => `class-${index}`);
    await Promise.all([...slugs, ...slugs].map((slug) => saveClass(site.services, userId, slug)));
    const saved = await readSaved();
    expect(saved.toSorted()).toEqual(slugs.toSorted());
    await unsaveClass(site.services, userId, "class-3");
    await saveClass(site.services, "nobody", "boxing");
    expect(await readSaved()).toEqual(saved.filter((slug) => slug !== "class-3"));
    const many = Array.from({ length: 99 }, (_, index) => `class-${index}`);
    await site.services.db
      .updateTable("users")
      .set({ savedShows: JSON.stringify(many) })
      .execute();
    for (const slug of ["boxing", "yoga"]) await saveClass(site.services, userId, slug);
    expect(await readSaved()).toEqual([...many, "boxing"]);
  });

  test("the test account is created once by instances that start together, and deleted with its sessions when off", async () => {
    const second = await site.secondInstance();
    await Promise.all([ensureTestAccount(site.services), ensureTestAccount(second.services)]);
    // A password changed in the database is set again.
    await site.services.db
      .updateTable("accounts")
      .set({ password: quickHash("another") })
      .execute();
    await ensureTestAccount(site.services);
    // Wrong passwords do not lock it for the others.
    const wrong = { ...TEST_ACCOUNT, password: "not this one" };
    for (let attempt = 0; attempt < 11; attempt += 1) await signIn(site.services, wrong, visitWith());
    const { request } = (await enterBy(signIn, second.services, TEST_ACCOUNT)).visit;
    expect(await findVisitor(site.services, request)).toMatchObject({ email: TEST_ACCOUNT.email, isTestAccount: true });
    await ensureTestAccount({ ...site.services, config: { ...site.services.config, testAccount: false } });
    expect(await findVisitor(site.services, request)).toBeNull();
    expect(await signIn(site.services, TEST_ACCOUNT, visitWith())).toEqual({ code: "wrong-credentials" });
  });

  if (kind === "postgres") return;

  test("an unknown address takes as long as a wrong password", async () => {
    await enterBy(signUp, site.services);
    // Processor time, which is nearly all of it: clock time varies on a busy machine.
    const timeOf = async (email: string) => {
      const start = process.cpuUsage();
      await signIn(site.services, { email, password: "not this one" }, visitWith());
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    // Alternating, and the fastest of each: other processes may slow one down.
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < 3; round += 1) {
      known = Math.min(known, await timeOf(AMANI.email));
      unknown = Math.min(unknown, await timeOf("no@nguvu.example"));
    }
    expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(2);
  });

  test("a refused sign-in is logged with a keyed hash of the account and of the client's address", async () => {
    const wrong = (email: string, clientAddress: string) =>
      signIn(site.services, { email, password: "not this one" }, visitWith([], clientAddress));
    await enter(site.services);
    await wrong(AMANI.email, "192.0.2.7");
    await wrong(` ${AMANI.email.toUpperCase()}`, "192.0.2.8");
    await wrong("nobody@nguvu.example", "192.0.2.7");
    await wrong("a password in the wrong field", "2001:db8::1");
    await wrong("nobody@nguvu.example", "2001:db8::2");
    const lines = site.logged.filter(({ event }) => event === "sign-in-refused");
    const [first, same, other, none, neighbour] = lines;
    expect(lines).toHaveLength(5);
    const hash = expect.stringMatching(/^[\w-]{16}$/);
    expect(first).toMatchObject({ account: hash, client: hash });
    expect([same?.account === first?.account, same?.client === first?.client]).toEqual([true, false]);
    expect([other?.account === first?.account, other?.client === first?.client]).toEqual([false, true]);
    // Anything but an address may be a password, so it is not hashed. A household shares an IPv6 prefix.
    expect([none && "account" in none, none?.client === neighbour?.client]).toEqual([false, true]);
    expect(JSON.stringify(site.logged)).not.toMatch(/amani|nobody|wrong field|192\.0\.2|2001/i);
    const config = { ...site.services.config, secret: "another secret, of thirty-two characters or more" };
    const visit = visitWith([], "192.0.2.7");
    await signIn({ ...site.services, config }, { ...AMANI, password: "not this one" }, visit);
    expect([first?.account, first?.client]).not.toContain(site.logged.at(-1)?.account);
  });

  test("a foreign cookie signs nobody in, nor one with another signature or signed with another secret", async () => {
    for (const cookie of ["nguvu.session=", "nguvu.session=a.b", "nguvu.session=%", "nguvu.session=%00", "=;;=", "x"])
      expect(await visitorWith(cookie)).toBeNull();
    expect(hasSessionCookie(visitWith(["other.nguvu.session=1"]).request)).toBe(false);
    const { visit } = await enter(site.services);
    const cookie = decodeURIComponent(visit.request.headers.get("cookie") ?? "");
    const signature = cookie.slice(cookie.lastIndexOf(".") + 1);
    for (const other of [signature.toLowerCase(), signature.slice(0, -4), ""])
      expect(await visitorWith(cookie.replace(signature, encodeURIComponent(other)))).toBeNull();
    const config = { ...site.services.config, secret: "another secret, of thirty-two characters or more" };
    expect(await findVisitor({ ...site.services, config }, visit.request)).toBeNull();
  });

  test.each([
    ["in again", signIn, AMANI],
    ["up", signUp, BARAKA],
  ] as const)("signing %s ends the session the browser had", async (_, how, credentials) => {
    const { visit: first } = await enter(site.services);
    const { userId, visit } = await enterBy(how, site.services, credentials, first);
    expect(await findVisitor(site.services, first.request)).toBeNull();
    expect(await findVisitor(site.services, visit.request)).toMatchObject({ id: userId, email: credentials.email });
    expect(await site.rows("sessions")).toHaveLength(1);
  });
});

describe("on https", () => {
  const site = openTestSiteBeforeEach("sqlite", { publicUrl: "https://nguvu.example" });

  /** A visit with the cookie under its old name. */
  const withOldName = ({ request }: Visit) =>
    visitWith([(request.headers.get("cookie") ?? "").replace("__Host-", "__Secure-")]);

  test("the cookie is Secure, and limited to this host", async () => {
    const { setCookie, visit } = await enterBy(signUp, site.services);
    // Without a domain.
    const cookie = /^__Host-nguvu\.session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/i;
    expect(setCookie[0]).toMatch(cookie);
    expect(hasSessionCookie(visit.request)).toBe(true);
    expect(await findVisitor(site.services, visit.request)).not.toBeNull();
  });

  test("a cookie with the old name is valid for an old session only, so that other hosts can't set one", async () => {
    const { visit } = await enter(site.services);
    expect(hasSessionCookie(withOldName(visit).request)).toBe(true);
    expect(await findVisitor(site.services, withOldName(visit).request)).toBeNull();
    await site.services.db.updateTable("sessions").set({ hasOldCookie: 1 }).execute();
    expect(await findVisitor(site.services, withOldName(visit).request)).not.toBeNull();
    const both = `${withOldName(visit).request.headers.get("cookie")}; ${(await enter(site.services, BARAKA)).cookie}`;
    const request = new Request("http://localhost/", { headers: { cookie: both } });
    expect(await findVisitor(site.services, request)).toMatchObject({ email: BARAKA.email });
    // The second step gives the sign-in a cookie with the new name, and no other.
    const rotated = await rotateSignIn(site.services, withOldName(visit).request, "a form", async () => {});
    expect(await findVisitor(site.services, visitWith(rotated).request)).not.toBeNull();
    expect(await findVisitor(site.services, withOldName(visitWith(rotated)).request)).toBeNull();
  });

  test("signing out also clears a cookie with the old name", async () => {
    const { visit } = await enter(site.services);
    await site.services.db.updateTable("sessions").set({ hasOldCookie: 1 }).execute();
    const cleared = await signOut(site.services, withOldName(visit).request);
    for (const name of ["__Host-nguvu.session", "__Secure-nguvu.session"]) {
      expect(cleared.find((line) => line.startsWith(`${name}=;`))).toMatch(/Max-Age=0;.*Secure/i);
    }
    expect(await site.rows("sessions")).toEqual([]);
    // Browsers without the cookie get no header for it.
    expect(await signOut(site.services, visit.request)).not.toContainEqual(expect.stringContaining("__Secure-"));
  });
});
