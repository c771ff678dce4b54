/** A picture's file for the console, which shows pictures that are not on the site. */
import { data } from "react-router";
import { staffRequest } from "../../staff/staff-request.server.ts";
import { jpegWidthOf } from "../../ui/picture-files.ts";
import { consoleFileName, findPicture, readPictureFile, servedName } from "../pictures.server.ts";
import type { Route } from "./+types/picture-file.route";

/** Cached as long as public pictures; names are content hashes. */
const CACHE_CONTROL = "private, max-age=3600";

export async function loader({ context, params: { hash, kind } }: Route.LoaderArgs) {
  const { db } = staffRequest(context, ["see", "pictures"]).services;
  const name = kind === "thumbnail" ? consoleFileName(hash, "thumbnail") : await largeName();
  const bytes = name === undefined ? undefined : await readPictureFile(db, name);
  if (bytes === undefined) throw data(null, { status: 404 });
  const headers = { "Content-Type": "image/jpeg", "Cache-Control": CACHE_CONTROL };
  // Node's Buffer is a Uint8Array; the DOM's type requires a plain ArrayBuffer, which these have.
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers });

  async function largeName(): Promise<string | undefined> {
    const picture = kind === "large" ? await findPicture(db, hash) : undefined;
    return picture && servedName(picture, jpegWidthOf(picture.width), "jpg");
  }
}
