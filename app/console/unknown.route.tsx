import { data } from "react-router";

/** Every other address below `/staff`: members of staff get the console's own page about it, past the guard like all pages. */
export function loader() {
  throw data(null, { status: 404 });
}

/** A route without a component would send the bare status. */
export default function Unknown() {
  return null;
}
