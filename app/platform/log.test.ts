import { expect, it } from "vitest";
import { createLog } from "./log.server.ts";

it("logs an error without what it quotes, and says where it happened", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const refused = Object.assign(new Error('invalid value "wanjiru@example.com" in /reset?token=abc123'), {
    code: "22P02",
    detail: "Key (email)=(wanjiru@example.com) already exists.",
  });
  log.error({ event: "failed", err: new Error("could not save 'my secret'", { cause: refused }) }, "failed");
  const [line = ""] = lines;
  expect(line).not.toMatch(/wanjiru|abc123|my secret|Key \(email\)/);
  expect(JSON.parse(line).err).toMatchObject({ message: "could not save '…'", cause: { code: "22P02" } });
  expect(JSON.parse(line).err.stack[0]).toContain("log.test.ts");
  expect(line.trim().split("\n")).toHaveLength(1);
});
