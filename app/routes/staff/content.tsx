import { href, Link } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { PageHead } from "../../console/page-head.tsx";
import { catalogue } from "../../content/catalogue.ts";
import { staffContext } from "../../request-context.ts";
import { can } from "../../staff/roles.ts";
import type { Route } from "./+types/content";

export function meta() {
  return consoleMeta("Content");
}

/** Every content type that the member's role may see. */
export function loader({ context }: Route.LoaderArgs) {
  const { role } = context.get(staffContext);
  const types = Object.entries(catalogue)
    .filter(([name]) => can(role, "see", name as keyof typeof catalogue))
    .map(([name, { plural, help }]) => ({ name, plural, help }));
  return { types };
}

export default function Content({ loaderData: { types } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Content" meta="Everything on the site that the gym says." />
      <ul className="board">
        {types.map(({ name, plural, help }) => (
          <li key={name} className="py-3.5">
            <h2 className="name">
              <Link to={href("/staff/content/:type", { type: name })}>{plural}</Link>
            </h2>
            <p className="help mt-1">{help}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
