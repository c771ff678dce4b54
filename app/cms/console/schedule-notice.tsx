import { Form, Link } from "react-router";
import { Notice } from "../../console/notice.tsx";

/** A change with a date: what happens when, and how to cancel it. */
export function ScheduleNotice({
  schedule: { action, sentence, hasNewerDraft, isFailed },
  path,
}: {
  schedule: { action: "publish" | "remove"; sentence: string; hasNewerDraft: boolean; isFailed: boolean };
  /** The address of the page for schedules. */
  path: string;
}) {
  return (
    <Notice
      isBad={isFailed}
      action={
        <Form method="post" action={path} className="actions">
          {action === "publish" && (
            <Link className="link" to={path}>
              {hasNewerDraft ? "Put the draft in too" : "See what changes, or change the day"}
            </Link>
          )}
          <button type="submit" name="do" value={`cancel:${action}`} className="link">
            Cancel the schedule
          </button>
        </Form>
      }
    >
      {sentence}
      {hasNewerDraft && " The draft is not in it."}
    </Notice>
  );
}
