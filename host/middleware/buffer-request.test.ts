import { describe, expect, it } from "vitest";
import { bufferRequest } from "./buffer-request.ts";

const LIMIT = 1000;

function posted(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/contact", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

/** A body in chunks, and the number of chunks that were read. */
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

describe("buffering a request", () => {
  it("returns a form unchanged", async () => {
    const buffered = await bufferRequest(posted(new URLSearchParams({ name: "Wanjirũ" })), LIMIT);
    if (!buffered.ok) throw new Error(buffered.reason);
    expect((await buffered.request.formData()).get("name")).toBe("Wanjirũ");
    expect(buffered.request.url).toBe("http://localhost/contact");
  });

  it("stops reading a chunked body at the chunk that exceeds the limit", async () => {
    const { body, read } = stream(1000);
    expect(await bufferRequest(posted(body), LIMIT)).toEqual({ ok: false, reason: "too-large" });
    expect(read.chunks).toBeLessThan(7);
  });

  it("reads nothing of a body with too large a Content-Length", async () => {
    const { body, read } = stream(1000);
    const outcome = await bufferRequest(posted(body, { "content-length": "60000000" }), LIMIT);
    expect(outcome).toEqual({ ok: false, reason: "too-large" });
    expect(read.chunks).toBeLessThan(2);
  });

  it("reports a body that ends early", async () => {
    const { body } = stream(3, 2);
    expect(await bufferRequest(posted(body), LIMIT)).toEqual({ ok: false, reason: "cut-off" });
  });
});
