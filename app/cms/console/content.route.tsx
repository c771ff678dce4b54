import { href } from "react-router";
import { Board } from "../../console/kit/list-page.tsx";
import { contentGroups } from "../../console/navigation.ts";
import { PageHead } from "../../console/page-parts.tsx";
import { type Catalogue, catalogue } from "../../content-types/catalogue.ts";
import { can } from "../../staff/roles.ts";
import { staffRequest } from "../../staff/staff-request.server.ts";
import type { Route } from "./+types/content.route";

/** The content types that the member's role may see, grouped by page of the site. */
export function loader({ context }: Route.LoaderArgs) {
  const { role } = staffRequest(context).member;
  const types = Object.entries(catalogue)
    // Object.entries loses the keys' type.
    .map(([name, { plural, help }]) => ({ name: name as keyof Catalogue, plural, help }))
    .filter(({ name }) => can(role, "see", name));
  return { groups: contentGroups(types) };
}

export default function Content({ loaderData: { groups } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Content" meta="All texts and pictures of the site." />
      <div className="parts">
        {groups.map(({ id, label, types }) => (
          <section key={id} className="part" aria-labelledby={id}>
            <h2 id={id}>{label}</h2>
            <Board
              heading="h3"
              rows={types.map(({ name, plural, help }) => ({
                to: href("/staff/content/:type", { type: name }),
                title: plural,
                // A sentence, which is not broken between its commas as facts are.
                about: <span className="block text-pretty">{help}</span>,
              }))}
            />
          </section>
        ))}
      </div>
    </>
  );
}
