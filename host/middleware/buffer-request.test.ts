import { describe, expect, it } from "vitest";
import { MAX_IMPORT_BODY_BYTES } from "../../app/members/import/imports.server.ts";
import { MAX_UPLOAD_BODY_BYTES } from "../../app/pictures/upload.server.ts";
import { bufferRequest, uploadLimit } from "./buffer-request.ts";

const LIMIT = { bytes: 1000, fields: 5 };

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

  it.each<[string, Record<string, string>, number]>([
    ["a chunked body at the chunk that exceeds the limit", {}, 7],
    ["a body with too large a Content-Length at once", { "content-length": "60000000" }, 2],
  ])("stops reading %s", async (_, headers, chunks) => {
    const { body, read } = stream(1000);
    expect(await bufferRequest(posted(body, headers), LIMIT)).toEqual({ ok: false, reason: "too-large" });
    expect(read.chunks).toBeLessThan(chunks);
  });

  it("reports a body that ends early", async () => {
    const { body } = stream(3, 2);
    expect(await bufferRequest(posted(body), LIMIT)).toEqual({ ok: false, reason: "cut-off" });
  });

  const URL_ENCODED = "application/x-www-form-urlencoded";
  const MANY = { bytes: 64 * 1024, fields: 5 };

  function multipart(names: string[], text = "x"): FormData {
    const form = new FormData();
    for (const name of names) form.append(name, text);
    return form;
  }

  const names = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);
  const urlEncoded = (count: number, text = "x") => new URLSearchParams(names(count).map((name) => [name, text]));

  it.each<[string, Request]>([
    ["as many fields as the limit", posted(urlEncoded(5))],
    ["as many fields in parts", posted(multipart(names(5)))],
    ["ampersands that were typed", posted(urlEncoded(5, "&".repeat(100)))],
    ["ampersands that were typed, in parts", posted(multipart(names(5), "&".repeat(100)))],
    ["no form", posted("&".repeat(100), { "content-type": "application/json" })],
  ])("accepts a body with %s", async (_, request) => {
    expect(await bufferRequest(request, MANY)).toMatchObject({ ok: true });
  });

  it.each<[string, Request]>([
    ["more fields than the limit", posted(urlEncoded(6))],
    ["more fields than the limit in parts", posted(multipart(names(6)))],
    ["empty fields", posted("&".repeat(6), { "content-type": URL_ENCODED })],
    ["one field many times", posted("a&a&a&a&a&a", { "content-type": `${URL_ENCODED}; charset=utf-8` })],
    ["a type in capitals", posted("a&a&a&a&a&a", { "content-type": URL_ENCODED.toUpperCase() })],
    ["a type behind another", posted("a&a&a&a&a&a", { "content-type": `text/plain, ${URL_ENCODED}` })],
    ["a type that names another", posted("a&a&a&a&a&a", { "content-type": `${URL_ENCODED}; x="multipart/form-data"` })],
  ])("refuses a body with %s", async (_, request) => {
    expect(await bufferRequest(request, MANY)).toEqual({ ok: false, reason: "too-many-fields" });
  });

  it("counts at least as many fields as Node finds in a form of parts", async () => {
    const part = (head: string) => `--b\r\n${head}\r\n\r\nx\r\n`;
    const heads = [
      'Content-Disposition: form-data; name="a"',
      'content-disposition:form-data;name="a"',
      "Content-Disposition: form-data; name=a",
      'Content-Disposition: FORM-DATA; NAME="a"',
      'Content-Type: text/plain\r\nContent-Disposition: form-data; name="a"; filename="f"',
      'Content-Disposition: attachment; name="a"',
    ];
    for (const head of heads) {
      const type = { "content-type": "multipart/form-data; boundary=b" };
      const request = () => posted(`${part(head).repeat(6)}--b--\r\n`, type);
      const parsed = request().formData();
      const form = await parsed.catch(() => new FormData());
      const { ok } = await bufferRequest(request(), MANY);
      expect(ok ? 0 : 6, head).toBeGreaterThanOrEqual([...form].length);
    }
  });
});

it("an upload is a POST to the address of the pictures or of a list of members, and nothing else", () => {
  const uploads = (method: string, ...targets: string[]) =>
    targets.filter((target) => uploadLimit(method, target) !== undefined);
  const others = ["/staff/pictures/", "/staff/picturesque", "/staff/pictures.data", "/staff/pictures/0123"];
  const own = ["/staff/pictures", "/staff/pictures?page=2"];
  expect(uploads("POST", ...own, ...others)).toEqual(own);
  expect(uploads("GET", "/staff/pictures")).toEqual([]);
  const limits = ["/staff/pictures", "/staff/members/import"].map((target) => uploadLimit("POST", target));
  expect(limits).toEqual([MAX_UPLOAD_BODY_BYTES, MAX_IMPORT_BODY_BYTES]);
});
