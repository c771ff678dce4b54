import { href, Link } from "react-router";
import { searchEntries } from "../cms/editing/search.server.ts";
import { type Catalogue, catalogue } from "../content-types/catalogue.ts";
import { formPath } from "../content-types/paths.ts";
import { can } from "../staff/roles.ts";
import { staffRequest } from "../staff/staff-request.server.ts";
import type { Route } from "./+types/search.route";
import { consoleMeta } from "./console-meta.ts";
import { PageHead } from "./page-head.tsx";

export function meta() {
  return consoleMeta("Search");
}

/** Words about where something was found. An entry that was taken off leads to its history. */
const FOUND = { site: "", draft: ", in a draft", removed: ", off the site" } as const;

/** Searches all content that the member's role may see. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context);
  const words = (new URL(request.url).searchParams.get("q") ?? "").slice(0, 200);
  const types = Object.entries(catalogue).flatMap(([name, type]) =>
    can(member.role, "see", name as keyof Catalogue) ? [type] : [],
  );
  const hits = words.trim() === "" ? [] : await searchEntries(services, words, types);
  return { words, hits, maySeeEnquiries: can(member.role, "see", "enquiries") };
}

export default function Search({ loaderData: { words, hits, maySeeEnquiries } }: Route.ComponentProps) {
  const isAsked = words.trim() !== "";
  return (
    <>
      <PageHead title="Search" />
      <search>
        <form className="filters" action={href("/staff/search")}>
          <label>
            <span className="sr-only">Words</span>
            <input type="search" name="q" defaultValue={words} key={words} placeholder="A class, a name, a sentence" />
          </label>
          <button type="submit" className="button ink">
            Search
          </button>
        </form>
      </search>
      {isAsked && maySeeEnquiries && (
        <p className="mb-4">
          <Link
            className="link whitespace-normal"
            to={`${href("/staff/enquiries")}?search=${encodeURIComponent(words)}`}
          >
            {`Look for “${words}” among the enquiries`}
          </Link>
        </p>
      )}
      {isAsked && hits.length === 0 && (
        <p className="empty">Nothing on the site, in the drafts or among what was taken off has all of these words.</p>
      )}
      <ul className="board">
        {hits.map(({ type, slug, title, typeLabel, excerpt, where }) => (
          <li key={`${type}/${slug}`} className="py-3.5">
            <h2 className="name">
              <Link to={formPath(type, slug)}>{title}</Link>
            </h2>
            <p className="help mt-1">{`${typeLabel}${FOUND[where]}`}</p>
            {excerpt && <p className="mt-1">{excerpt}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
