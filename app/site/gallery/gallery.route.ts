import { href, redirect } from "react-router";

/** `/gallery` redirects to its first page. */
export function loader() {
  return redirect(href("/gallery/page-1"));
}
