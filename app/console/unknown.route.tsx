import { data } from "react-router";

/** Unknown addresses below `/staff`: members of staff get the console's own 404 page, inside the guarded layout. */
export function loader() {
  throw data(null, { status: 404 });
}

/** Without a component, the route would send the bare status. */
export default function Unknown() {
  return null;
}
