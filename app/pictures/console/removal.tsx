import { Form, Link } from "react-router";
import { formPath } from "../../content-types/paths.ts";
import type { PictureUse } from "../library-picture.ts";

/** Where a picture is shown, and its removal, which asks once more. */
export function Removal({ uses, isGone }: { uses: readonly PictureUse[]; isGone: boolean }) {
  return (
    <section aria-labelledby="places" className="register">
      <h2 id="places">{isGone ? "Where it was shown" : "Where it is shown"}</h2>
      {uses.length === 0 ? (
        <p>Nowhere.</p>
      ) : (
        <ul className="people">
          {uses.map(({ type, typeLabel, slug, label, isDraft }) => (
            <li key={`${type}/${slug}/${isDraft}`}>
              <p>
                <b>{label}</b>
                <small>{isDraft ? `${typeLabel}, in a draft` : typeLabel}</small>
              </p>
              <Link to={formPath(type, slug)} className="link">
                Open<span className="sr-only"> {label}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary className="link">Remove this picture</summary>
        <Form method="post" className="asked">
          <p>
            {uses.length > 0 && "Where it is shown, an empty place is left until another picture is chosen. "}
            The picture, its files and its entries in the register are deleted, and that can’t be undone.
          </p>
          <button type="submit" name="do" value="remove" className="button ink">
            Remove the picture
          </button>
        </Form>
      </details>
    </section>
  );
}
