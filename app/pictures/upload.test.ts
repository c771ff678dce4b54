import { expect, it } from "vitest";
import { drainUpload, MAX_UPLOAD_BODY_BYTES, readUpload } from "./upload.server.ts";

function posted(...fields: [name: string, value: string | Blob, fileName?: string][]): Request {
  const form = new FormData();
  for (const [name, value, fileName] of fields) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, fileName);
  }
  return new Request("http://nguvu.example/staff/pictures", { method: "POST", body: form });
}

const HEAD = `--${"b".repeat(30)}\r\nContent-Disposition: form-data; name="picture"; filename="me.jpg"\r\n\r\n`;

function typed(body: string, type = `multipart/form-data; boundary=${"b".repeat(30)}`): Request {
  const headers = { "Content-Type": type };
  return new Request("http://nguvu.example/staff/pictures", { method: "POST", body, headers });
}

/** A body that comes in chunks. */
function streamed(pull: (controller: ReadableStreamDefaultController) => void): Request {
  const body = new ReadableStream({ pull });
  return new Request("http://a/", { method: "POST", body, duplex: "half" } as RequestInit);
}

const photo = new Blob(["bytes"]);

const BOUNDARY_LIKE = Buffer.from("\r\n\r\n--\r\n------form\r\n--\0\xff", "latin1");

it.each<[string, Request, string, Buffer | string]>([
  ["a file", posted(["picture", photo, "me.jpg"]), "me.jpg", "bytes"],
  ["a name with quotes", posted(["picture", photo, 'Wanjirũ "at dawn".jpg']), 'Wanjirũ "at dawn".jpg', "bytes"],
  ["a name of two lines", posted(["picture", photo, "two\r\nlines.jpg"]), "two  lines.jpg", "bytes"],
  ["no chosen file", typed(`${HEAD.replace("me.jpg", "")}\r\n--${"b".repeat(30)}--\r\n`), "", ""],
  ["an empty file", posted(["picture", new Blob([]), "me.jpg"]), "me.jpg", ""],
  ["something like a boundary", posted(["picture", new Blob([BOUNDARY_LIKE]), "me.jpg"]), "me.jpg", BOUNDARY_LIKE],
])("reads %s", async (_, request, name, bytes) => {
  expect(await readUpload(request)).toEqual({ code: "read", file: { name, bytes: Buffer.from(bytes as Buffer) } });
});

it.each([false, true])("makes no copy of the file of a body, with its length: %s", async (hasLength) => {
  const request = posted(["picture", new Blob([Buffer.alloc(500, "x")]), "me.jpg"]);
  const size = (await request.clone().arrayBuffer()).byteLength;
  if (hasLength) request.headers.set("content-length", String(size));
  const read = await readUpload(request);
  if (read.code !== "read") throw new Error(read.code);
  expect(read.file.bytes.buffer.byteLength).toBe(hasLength ? size : (15 * 1024 + 64) * 1024);
});

it.each<[string, string, Request]>([
  ["a text in its place", "file-missing", posted(["picture", "me.jpg"])],
  ["two files", "body-unreadable", posted(["picture", photo, "a"], ["picture", photo, "b"])],
  ["another field", "body-unreadable", posted(["picture", photo, "a"], ["role", "owner"])],
  ["a file in another field", "body-unreadable", posted(["photo", photo, "a"])],
  ["a head without an end", "body-unreadable", typed(`--${"b".repeat(30)}\r\nContent-Disposition: form-data`)],
  ["a head that is too long", "body-unreadable", typed(`--${"b".repeat(30)}\r\nX: ${"x".repeat(5000)}\r\n\r\n`)],
  ["a file without an end", "body-unreadable", typed(`${HEAD}bytes\r\n--${"b".repeat(29)}`)],
  ["an end that is none", "body-unreadable", typed(`${HEAD}bytes\r\n--${"b".repeat(30)}!!\r\n`)],
  ["something after the end", "body-unreadable", typed(`${HEAD}bytes\r\n--${"b".repeat(30)}--\r\nmore`)],
  ["something before the start", "body-unreadable", typed(`more\r\n${HEAD}bytes\r\n--${"b".repeat(30)}--`)],
  ["no boundary in its type", "body-unreadable", typed(`${HEAD}x`, "multipart/form-data")],
  ["another type", "body-unreadable", typed("picture=x", "application/x-www-form-urlencoded")],
  ["no body", "body-unreadable", new Request("http://a/", { method: "POST" })],
  ["16 MB", "file-too-large", posted(["picture", new Blob([Buffer.alloc(MAX_UPLOAD_BODY_BYTES)]), "a"])],
])("refuses %s: %s", async (_, code, request) => {
  expect(await readUpload(request)).toEqual({ code });
});

it.each([
  ["that is too large", (request: Request) => readUpload(request), { code: "file-too-large" }],
  ["that can't be taken now", drainUpload, undefined],
])("reads no more than 64 MB of an endless body %s", async (_, read, outcome) => {
  let sent = 0;
  const request = streamed((controller) => {
    sent += 1_000_000;
    controller.enqueue(new Uint8Array(1_000_000));
  });
  expect(await read(request)).toEqual(outcome);
  expect(sent).toBeLessThan(70_000_000);
});

it("refuses a truncated upload, and ignores the end of the connection while it drains one", async () => {
  const truncated = () => streamed((controller) => controller.error(new Error("the client disconnected")));
  expect(await readUpload(truncated())).toEqual({ code: "body-unreadable" });
  await drainUpload(truncated());
});
