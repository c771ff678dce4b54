/**
 * Two signed-in visitors and one who isn't load the same public pages concurrently and repeatedly, from an empty page cache
 * and from a full one: each sees their own saved classes and nobody's address.
 */
import { listEntries } from "../app/cms/entries.server.ts";
import { planType } from "../app/content-types/pricing.ts";
import { publishValues } from "../test/content/content-changes.ts";
import { createVisitor, PASSWORD, type TestVisitor } from "../test/support/http-client.ts";
import { type SiteInProcess, startSiteInProcess } from "../test/support/site-in-process.ts";
import { expect, test } from "./fixtures.ts";

/** Documents, and the data that React Router requests on a client-side navigation to them. */
const PATHS = ["/", "/classes", "/classes?show=all", "/schedule/monday", "/nowhere"].flatMap((path) => [
  path,
  path === "/" ? "/_.data" : path.replace(/(\?|$)/, ".data$1"),
]);

/** A round with an empty cache, and a round with a full cache. */
const ROUNDS = 2;

type Person = { visitor: TestVisitor; email: string | undefined; saved: number };

/** Empties the page cache by a change of content. */
async function emptyPageCache({ services }: SiteInProcess): Promise<void> {
  const [plan] = await listEntries(services, planType);
  if (plan === undefined) throw new Error("There is no plan");
  const { slug, ...values } = plan;
  await publishValues(services, planType, slug, { ...values, price: values.price + 1 });
}

test("visitors see only their own pages, concurrently, with an empty cache and with a full one", async () => {
  test.setTimeout(90_000);
  const site = await startSiteInProcess();
  const join = async (email: string, classes: readonly string[]): Promise<Person> => {
    const visitor = createVisitor(site.url);
    expect((await visitor.post("/signup", { email, password: PASSWORD })).status).toBe(303);
    for (const slug of classes) {
      await visitor.post("/saved-classes", { class: slug, do: "save", back: "/classes" });
    }
    return { visitor, email, saved: classes.length };
  };
  const people: Person[] = [
    await join("one@example.com", ["cycling"]),
    await join("two@example.com", ["boxing", "meditation"]),
    { visitor: createVisitor(site.url), email: undefined, saved: 0 },
  ];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const path of PATHS) {
      if (round === 0) await emptyPageCache(site);
      // Each time a different visitor is first.
      const order = people.map((person, index) => people[(index + round) % people.length] ?? person);
      const check = async ({ visitor, email, saved }: Person) => {
        const { headers, text } = await visitor.get(path);
        const what = `${path} of ${email}, round ${round}`;
        expect(text, what).not.toMatch(/(one|two)@example\.com/);
        if (email === undefined) expect(headers.get("cache-control"), what).toMatch(/^public, /);
        else expect(headers.get("cache-control"), what).toBe("private, no-store");
        if (path.includes(".data")) return;
        expect(text, what).toContain(email === undefined ? "Create an account" : "Your account");
        if (path.startsWith("/classes")) expect(text.split('aria-pressed="true"'), what).toHaveLength(saved + 1);
      };
      await Promise.all(order.map(check));
    }
  }
  await site.close();
});
