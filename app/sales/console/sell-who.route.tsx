import { href } from "react-router";
import { ListPage } from "../../console/kit/list-page.tsx";
import { ConsoleLink } from "../../console/page-parts.tsx";
import { listedView } from "../../members/console/member-labels.server.ts";
import { searchMembers } from "../../members/member-list.server.ts";
import { calendarDay } from "../../time/days.ts";
import type { Route } from "./+types/sell-who.route";
import { sellPath } from "./sale-forms.ts";
import { salesRequest } from "./sales-request.server.ts";

const PEOPLE_SHOWN = 20;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services } = await salesRequest(context, "edit");
  const typed = (url.searchParams.get("q") ?? "").trim().slice(0, 200);
  const others = params.people ?? "";
  const today = calendarDay(services.now());
  const { members } = typed === "" ? { members: [] } : await searchMembers(services, typed, { shown: PEOPLE_SHOWN });
  return {
    typed,
    others,
    rows: members.map((member) => {
      const view = listedView(member, today);
      const state = { mark: view.mark, words: view.label };
      return { to: sellPath(others, view.id), title: view.name, about: view.about, state };
    }),
  };
}

/** Finds the buyer, or one more person for the same payment. */
export default function SellWho({ loaderData: { typed, others, rows } }: Route.ComponentProps) {
  const isFirst = others === "";
  return (
    <ListPage
      tab="Sell"
      title={isFirst ? "Sell" : "Sell to one more"}
      back={isFirst ? { to: href("/staff/money"), label: "Money" } : { to: sellPath(others), label: "Sell" }}
      meta={isFirst ? "Who is paying?" : "Who else gets a pass, with the same payment?"}
      actions={<ConsoleLink to={href("/staff/members/new")} label="New person" />}
      search={{
        action: isFirst ? href("/staff/sell") : href("/staff/sell/:people/more", { people: others }),
        ...{
          label: "Name, phone, email or door number",
          placeholder: "Name, phone or number",
          words: typed,
          hasFocus: true,
        },
      }}
      rows={rows}
      empty={
        typed === ""
          ? "Somebody new? Press New person: a name is enough."
          : "No match. Enter a part of the name or the last digits of the phone, or press New person."
      }
    />
  );
}
