import { Form } from "react-router";
import { Notice } from "../../console/notice.tsx";
import type { ListedEnquiry } from "../desk-view.ts";
import { STATE_NAMES } from "../messages.ts";

/**
 * What the last touch did, with the way back, or why it did nothing. It stays in sight, as the row may be further down.
 * @param isExporting whether a sheet was asked for while another was made for the same person
 * @param changed the enquiry whose state was set, with the state it had before
 */
export function InboxNotices({
  error,
  changed,
  wasDeleted,
  isExporting,
  address,
}: {
  error: string | undefined;
  changed: ListedEnquiry | undefined;
  wasDeleted: boolean;
  isExporting: boolean;
  address: string;
}) {
  if (error !== undefined) return <Notice isBad>{error}</Notice>;
  if (wasDeleted) return <Notice>The enquiry is deleted, with all that belonged to it.</Notice>;
  if (isExporting)
    return <Notice isBad>A sheet is still being made for you. When it has arrived, ask for the next one.</Notice>;
  if (changed === undefined) return null;
  const { id, name, state, stateBefore } = changed;
  const undo = stateBefore !== null && (
    <Form method="post" action={address} preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seen" value={state} />
      <button type="submit" name="to" value={stateBefore} className="link">
        Undo
      </button>
    </Form>
  );
  return (
    <div className="in-sight">
      <Notice action={undo}>
        <b>{name}</b> is now “{STATE_NAMES[state]}”.
      </Notice>
    </div>
  );
}
