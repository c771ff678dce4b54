import { href, Link } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { ListPage } from "../../console/kit/list-page.tsx";
import { listedView } from "../../members/console/member-words.server.ts";
import { searchMembers } from "../../members/member-list.server.ts";
import { calendarDay } from "../../time/days.ts";
import type { Route } from "./+types/sell-who.route";
import { sellPath } from "./paths.ts";
import { salesRequest } from "./sales-request.server.ts";

export function meta() {
  return consoleMeta("Sell");
}

/** How many people are listed. */
const PEOPLE_FOUND = 20;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services } = await salesRequest(context, "edit");
  const words = (url.searchParams.get("q") ?? "").trim().slice(0, 200);
  const others = params.people ?? "";
  const today = calendarDay(services.now());
  const { members } = words === "" ? { members: [] } : await searchMembers(services, words, { shown: PEOPLE_FOUND });
  return {
    words,
    others,
    rows: members.map((found) => {
      const { id, name, about, mark, word } = listedView(found, today);
      return { to: sellPath(others, id), title: name, about, state: { mark, words: word } };
    }),
  };
}

/** Whom something is sold to: the first one pays. */
export default function SellWho({ loaderData: { words, others, rows } }: Route.ComponentProps) {
  const isFirst = others === "";
  return (
    <ListPage
      title={isFirst ? "Sell" : "Sell to one more"}
      back={isFirst ? { to: href("/staff/money"), label: "Money" } : { to: sellPath(others), label: "Sell" }}
      meta={isFirst ? "Who pays?" : "Who else gets a pass, with the same payment?"}
      actions={
        <Link className="link" to={href("/staff/members/new")}>
          New person
        </Link>
      }
      search={{
        action: isFirst ? href("/staff/sell") : href("/staff/sell/:people/more", { people: others }),
        ...{ label: "Name, phone, mail or door number", placeholder: "Name, phone or number", words, hasFocus: true },
      }}
      rows={rows}
      empty={
        words === ""
          ? "Somebody new? Make their record first: name and phone are enough."
          : "Nobody has all of this. Any part of a name will do, or the last digits of a phone."
      }
    />
  );
}
