/** Transactions: locks are taken in a fixed order, and released when the transaction ends. */
import { describe, expect, test } from "vitest";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
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

  test.each(["content", "timetable"] as const)(
    "holds the lock %s until it ends, whether committed, abandoned or failed",
    async (lock) => {
      const other = kind === "postgres" ? await site.secondInstance() : site;
      const ends = {
        committed: async () => "done",
        abandoned: async ({ abandon }: Parameters<Parameters<typeof transact>[1]>[0]) => abandon("left"),
        failed: async () => Promise.reject(new Error("no")),
      };
      for (const end of Object.values(ends)) {
        const order: string[] = [];
        let released = new Date(0);
        const began = Promise.withResolvers<void>();
        const first = transact(
          services,
          async (change) => {
            began.resolve();
            await new Promise((resolve) => setTimeout(resolve, 50));
            order.push("first");
            released = other.services.now();
            return end(change);
          },
          { lock },
        ).catch(() => "failed");
        await began.promise;
        const second = async ({ at }: Change) => [order.push("second"), at.getTime()] as const;
        const [, at] = await transact(other.services, second, { lock });
        await first;
        expect(at).toBeGreaterThanOrEqual(released.getTime());
        expect(order).toEqual(["first", "second"]);
      }
      if (other !== site) await other.close();
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
