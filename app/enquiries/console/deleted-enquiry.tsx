import { href, Link } from "react-router";
import { PageHead } from "../../console/page-head.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";

/**
 * Stands in for an enquiry that is gone.
 * @param deletion who deleted it and when; undefined when its time was up, or when it never existed
 * @param returned what was typed for it before that was known
 */
export function DeletedEnquiry({
  deletion,
  returned,
}: {
  deletion: string | undefined;
  returned: ReturnedForm<"text" | "note"> | undefined;
}) {
  const typed = [returned?.typed.text, returned?.typed.note].filter(Boolean).join("\n\n");
  return (
    <>
      <PageHead title="Not here any more" back={{ to: href("/staff/enquiries"), label: "Enquiries" }} />
      <div className="empty">
        <p>
          {deletion === undefined
            ? "There is no such enquiry. It may have been deleted because its time was up."
            : `This enquiry was deleted (${deletion}), with all that belonged to it.`}
        </p>
        {typed !== "" && (
          <div className="field w-full">
            <label htmlFor="typed">What you wrote, to copy</label>
            <textarea id="typed" readOnly defaultValue={typed} rows={6} />
          </div>
        )}
        <Link className="button" to={href("/staff/enquiries")}>
          All open enquiries
        </Link>
      </div>
    </>
  );
}
