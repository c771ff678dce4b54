import { data } from "react-router";
import type { Route } from "./+types/guide-picture.route";
import { readGuidePicture } from "./guide.server.ts";

const CACHE_CONTROL = "private, max-age=3600";

export async function loader({ params }: Route.LoaderArgs) {
  const bytes = await readGuidePicture(params.picture);
  if (bytes === undefined) throw data(null, { status: 404 });
  return new Response(bytes, { headers: { "Content-Type": "image/webp", "Cache-Control": CACHE_CONTROL } });
}
