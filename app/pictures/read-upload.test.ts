import { expect, it } from "vitest";
import { readUpload } from "./read-upload.server.ts";
import { isUpload, MAX_UPLOAD_BODY_BYTES } from "./upload-limits.ts";

function posted(...fields: [name: string, value: string | Blob, fileName?: string][]): Request {
  const form = new FormData();
  for (const [name, value, fileName] of fields) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, fileName);
  }
  return new Request("http://nguvu.example/staff/pictures", { method: "POST", body: form });
}

const photo = new Blob(["bytes"]);

it("reads the one file of an upload", async () => {
  const read = await readUpload(posted(["picture", photo, "me.jpg"]));
  expect(read).toMatchObject({ ok: true, file: { name: "me.jpg", size: 5 } });
});

it.each<[string, string, Request]>([
  ["a text in its place", "file-missing", posted(["picture", "me.jpg"])],
  ["two files", "body-unreadable", posted(["picture", photo, "a"], ["picture", photo, "b"])],
  ["another field", "body-unreadable", posted(["picture", photo, "a"], ["role", "owner"])],
  ["a file in another field", "body-unreadable", posted(["photo", photo, "a"])],
  ["no field at all", "body-unreadable", posted()],
  ["a body that is no form", "body-unreadable", new Request("http://a/", { method: "POST", body: "x" })],
  ["no body", "body-unreadable", new Request("http://a/", { method: "POST" })],
  ["16 MB", "file-too-large", posted(["picture", new Blob([Buffer.alloc(MAX_UPLOAD_BODY_BYTES)]), "a"])],
])("refuses %s: %s", async (_, code, request) => {
  expect(await readUpload(request)).toEqual({ ok: false, code });
});

it("reads no more than 64 MB of an endless body", async () => {
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 1_000_000;
      controller.enqueue(new Uint8Array(1_000_000));
    },
  });
  const request = new Request("http://a/", { method: "POST", body, duplex: "half" } as RequestInit);
  expect(await readUpload(request)).toEqual({ ok: false, code: "file-too-large" });
  expect(sent).toBeLessThan(70_000_000);
});

it("refuses an upload that breaks off", async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error("the client disconnected"));
    },
  });
  const request = new Request("http://a/", { method: "POST", body, duplex: "half" } as RequestInit);
  expect(await readUpload(request)).toEqual({ ok: false, code: "body-unreadable" });
});

it.each([
  ["POST", "/staff/pictures", true],
  ["POST", "/staff/pictures?page=2", true],
  ["GET", "/staff/pictures", false],
  ["POST", "/staff/pictures/", false],
  ["POST", "/staff/picturesque", false],
  ["POST", "/staff/pictures.data", false],
  ["POST", "/staff/pictures/0123", false],
])("%s %s is an upload: %s", (method, target, expected) => {
  expect(isUpload(method, target)).toBe(expected);
});
