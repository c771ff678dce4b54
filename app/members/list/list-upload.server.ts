/** The form that a list comes with: a file, or what was pasted. */
import { isPostTo, readLargeBody } from "../../forms/large-body.server.ts";
import type { ListProblem, SentList } from "./lists.server.ts";

const LIST_PATH = "/staff/members/lists";

/** The largest file of a list. One of 5,000 rows has less than a megabyte. */
export const MAX_LIST_BYTES = 5 * 1024 * 1024;

/** The largest body: a file, and what a multipart form puts around it. */
export const MAX_LIST_BODY_BYTES = MAX_LIST_BYTES + 64 * 1024;

/**
 * Whether a request brings a list.
 * @param target the path, with or without a query
 */
export function isListUpload(method: string | undefined, target: string): boolean {
  return isPostTo(LIST_PATH, method, target);
}

/** Reads the form of a list. Never throws. */
export async function readSentList(request: Request): Promise<SentList | { code: ListProblem | "body-unreadable" }> {
  const body = await readLargeBody(request, MAX_LIST_BODY_BYTES);
  if (body === "too-large") return { code: "list-too-large" };
  if (body === "cut-off") return { code: "body-unreadable" };
  try {
    const type = request.headers.get("content-type") ?? "";
    const form = await new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData();
    const [file, pasted, formId] = ["list", "pasted", "formId"].map((name) => form.get(name));
    if (typeof pasted !== "string" || typeof formId !== "string") return { code: "body-unreadable" };
    // Without a chosen file there is an empty one without a name, or an empty text.
    if (!(file instanceof File)) return { formId, pasted, fileName: "", bytes: new Uint8Array(0) };
    return { formId, pasted, fileName: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch {
    return { code: "body-unreadable" };
  }
}
