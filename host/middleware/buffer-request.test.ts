import { describe, expect, it } from "vitest";
import { takeRequest } from "./buffer-request.ts";

const LIMIT = 1000;

function posted(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/contact", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

/** A body in chunks; the number of those that were asked for. */
function stream(chunks: number, failAfter = Number.POSITIVE_INFINITY) {
  const read = { chunks: 0 };
  const body = new ReadableStream({
    pull(controller) {
      if (read.chunks === failAfter) return controller.error(new Error("aborted"));
      if (read.chunks === chunks) return controller.close();
      read.chunks += 1;
      controller.enqueue(new Uint8Array(300));
    },
  });
  return { body, read };
}

describe("taking a request in", () => {
  it("hands a form on as it came", async () => {
    const taken = await takeRequest(posted(new URLSearchParams({ name: "Wanjirũ" })), LIMIT);
    if (!taken.ok) throw new Error(taken.reason);
    expect((await taken.request.formData()).get("name")).toBe("Wanjirũ");
    expect(taken.request.url).toBe("http://localhost/contact");
  });

  it("reads no more of a body in chunks than the limit and what passes it", async () => {
    const { body, read } = stream(1000);
    expect(await takeRequest(posted(body), LIMIT)).toEqual({ ok: false, reason: "too-large" });
    expect(read.chunks).toBeLessThan(7);
  });

  it("reads nothing of what announces too much", async () => {
    const { body, read } = stream(1000);
    const answer = await takeRequest(posted(body, { "content-length": "60000000" }), LIMIT);
    expect(answer).toEqual({ ok: false, reason: "too-large" });
    expect(read.chunks).toBeLessThan(2);
  });

  it("says when a body ends too early", async () => {
    const { body } = stream(3, 2);
    expect(await takeRequest(posted(body), LIMIT)).toEqual({ ok: false, reason: "cut-off" });
  });
});
