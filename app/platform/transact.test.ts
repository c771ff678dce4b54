/** Transactions: locks are taken in a fixed order, and released when the transaction ends. */
import { describe, expect, test } from "vitest";
import { ENGINES, openTestSiteBeforeEach, untilLocksAreAwaited } from "../../test/support/test-services.ts";
import { type Change, noticeVersions, transact } from "./transact.server.ts";

describe.each(ENGINES)("a transaction on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  const { services } = site;

  test("takes locks in one order, each once, with a higher ticket than the transaction before", async () => {
    const wrong = transact(services, ({ lock }) => lock("content"), { lock: "timetable" });
    await expect(wrong).rejects.toThrow('The lock "content" must be taken before "timetable"');
    const next = () =>
      transact(
        services,
        async ({ lock, ticket }) => {
          await lock("timetable");
          const first = ticket();
          await lock("timetable");
          expect(ticket()).toBe(first);
          return first;
        },
        { lock: "content" },
      );
    const numbers = [await next(), await next()];
    expect(numbers[1]).toBe((numbers[0] ?? 0) + 1);
    await expect(transact(services, async ({ ticket }) => ticket())).rejects.toThrow("does not hold");
  });

  test.each(["content", "timetable", "people", "sales"] as const)(
    "holds the lock %s until it ends, whether committed, abandoned or failed",
    async (lock) => {
      const other = await site.secondWriter();
      const ends = {
        committed: async () => "done",
        abandoned: async ({ abandon }: Parameters<Parameters<typeof transact>[1]>[0]) => abandon("left"),
        failed: async () => Promise.reject(new Error("no")),
      };
      for (const end of Object.values(ends)) {
        const moments: [string, number][] = [];
        let second: Promise<unknown> | undefined;
        const work = async (change: Change) => {
          const next = async ({ at }: Change) => moments.push(["second", at.getTime()]);
          second = transact(other.services, next, { lock });
          if (kind === "postgres") await untilLocksAreAwaited(services, 1);
          moments.push(["first", services.now().getTime()]);
          return end(change);
        };
        await transact(services, work, { lock }).catch(() => "failed");
        await second;
        expect(moments.map(([name]) => name)).toEqual(["first", "second"]);
        expect(moments[1]?.[1]).toBeGreaterThanOrEqual(moments[0]?.[1] ?? 0);
      }
    },
  );

  test("has versions that a poll begun before it doesn't decrease", async () => {
    noticeVersions(services, { content: 7, timetable: 7, places: 7 });
    noticeVersions(services, { content: 6, timetable: 6, places: 6 });
    expect([services.content.version, services.timetable.version, services.timetable.places]).toEqual([7, 7, 7]);
  });

  test("stores nothing, changes no version and sends no mail when it is abandoned", async () => {
    const before = { ...services.content };
    const outcome = await transact(
      services,
      async (change) => {
        change.siteChanged();
        await change.queueMail({ to: "zawadi@example.com", subject: "Habari", text: "Karibu" });
        return change.abandon({ code: "refused" });
      },
      { lock: "content" },
    );
    expect(outcome).toEqual({ code: "refused" });
    expect(services.content.version).toBe(before.version);
    expect(await services.db.selectFrom("outbox").selectAll().execute()).toEqual([]);
  });
});
