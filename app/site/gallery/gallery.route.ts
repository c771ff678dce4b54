import { href, redirect } from "react-router";

/** `/gallery` leads to its first page. */
export function loader() {
  return redirect(href("/gallery/page-1"));
}
