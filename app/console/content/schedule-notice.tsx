import { Form, Link } from "react-router";
import { Notice } from "../notice.tsx";

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
          {hasNewerDraft && (
            <Link className="link" to={path}>
              Use the newer draft instead
            </Link>
          )}
          <button type="submit" name="do" value={`cancel:${action}`} className="link">
            Cancel the schedule
          </button>
        </Form>
      }
    >
      {sentence}
      {hasNewerDraft && " A newer draft is not in it."}
    </Notice>
  );
}
