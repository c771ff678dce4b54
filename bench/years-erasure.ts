/** Searches the files of a filled site for deleted accounts, enquiries and pictures. SQLite only. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { deleteAccount } from "../app/accounts/account-settings.server.ts";
import { findVisitor, signUp } from "../app/accounts/sign-up-and-in.server.ts";
import { recordEnquiry } from "../app/enquiries/enquiries.server.ts";
import { deleteEnquiry } from "../app/enquiries/retention.server.ts";
import { consoleFileName, removePicture } from "../app/pictures/pictures.server.ts";
import { recipeHash } from "../app/pictures/recipe.ts";
import type { Services } from "../app/platform/services.ts";
import type { TestSite } from "../test/support/open-instance.ts";
import { addStaffMember } from "../test/support/staff.ts";

/** The numbers of accounts, enquiries and pictures to add and delete. */
const COUNT = 10;
const PICTURE_BYTES = 344_000;

/** The numbers of texts found in the files of the data folder: of all rows, and of deleted rows. */
export type Traces = { written: number; deleted: number };

/** Adds accounts, enquiries and pictures with unique texts, deletes them, and searches for the texts. */
export async function findTraces({ services }: TestSite): Promise<Traces> {
  const texts = Array.from({ length: 3 * COUNT }, (_, number) => `trace-${number}-${randomUUID()}`);
  const found = async () => {
    const script = join(import.meta.dirname, "find-texts.ts");
    const { stdout } = await promisify(execFile)(process.execPath, [script, services.config.dataDir, ...texts]);
    return stdout.split("\n").filter(Boolean).length;
  };
  const deletions: (() => Promise<unknown>)[] = [];
  for (const text of texts.slice(0, COUNT)) deletions.push(await addAccount(services, text));
  for (const text of texts.slice(COUNT, 2 * COUNT)) deletions.push(await addEnquiry(services, text));
  for (const text of texts.slice(2 * COUNT)) deletions.push(await addPicture(services, text));
  const written = await found();
  for (const work of deletions) await work();
  return { written, deleted: await found() };
}

async function addAccount(services: Services, text: string) {
  const credentials = { email: `${text}@example.com`, password: "kettle-bell-at-dawn" };
  const visit = { request: new Request("http://x/"), clientAddress: text };
  const signedUp = await signUp(services, credentials, visit);
  if (signedUp.code !== "done") throw new Error(signedUp.code);
  const cookie = signedUp.setCookie.map((line) => line.split(";")[0]).join("; ");
  const signedIn = { ...visit, request: new Request("http://x/", { headers: { cookie } }) };
  const visitor = await findVisitor(services, signedIn.request);
  if (visitor === null) throw new Error("Nobody is signed in");
  return () => deleteAccount(services, visitor, credentials.password, signedIn);
}

async function addEnquiry(services: Services, text: string) {
  const { member } = await addStaffMember(services, "desk");
  const comment = `${text} `.repeat(100);
  await recordEnquiry(services, { name: text, email: `${text}@example.com`, phone: "", class: "", comment });
  const { id } = await services.db
    .selectFrom("enquiries")
    .select("id")
    .where("name", "=", text)
    .executeTakeFirstOrThrow();
  return () => deleteEnquiry(services, member, id);
}

async function addPicture(services: Services, text: string) {
  const { db, now } = services;
  const hash = randomUUID().replaceAll("-", "").slice(0, 20);
  await db
    .insertInto("pictures")
    .values({
      ...{ hash, recipe: recipeHash(), name: "Photo", width: 2000, height: 1500, colour: "#2d0d0c" },
      ...{ subjects: "people", state: "ready", due_at: null, made_by: "Wanjiru", made_at: now().toISOString() },
    })
    .execute();
  const bytes = Buffer.alloc(PICTURE_BYTES, `${text} `);
  const file = { name: consoleFileName(hash, "master"), picture: hash, content_type: "image/jpeg", bytes };
  await db.insertInto("picture_files").values(file).execute();
  return () => removePicture(services, null, hash);
}
