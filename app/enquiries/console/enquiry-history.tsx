import { Textarea } from "../../ui/textarea.tsx";
import type { Note, ReplyView } from "../desk-view.ts";
import { mailErrorMessage } from "../messages.ts";
import { ENQUIRY_FORM } from "./enquiry-reply.tsx";

/** The notes, newest first, and the form for a new one. @param typed what was typed, when the form was returned */
export function EnquiryNotes({
  notes,
  typed,
  error,
}: {
  notes: readonly (Note & { when: string })[];
  typed: string | undefined;
  error: string | undefined;
}) {
  return (
    <section id="notes">
      <h2 className="h3">Notes</h2>
      {notes.length > 0 && (
        <ul className="notes">
          {notes.map(({ id, text, by, when }) => (
            <li key={id}>
              {text}
              <small>
                {by}, {when}
              </small>
            </li>
          ))}
        </ul>
      )}
      {/* With each note a new field, which is empty. */}
      <div className={error === undefined ? "field mt-4" : "field wrong mt-4"}>
        <label htmlFor="note">New note</label>
        {error !== undefined && (
          <p className="error" id="note-error">
            {error}
          </p>
        )}
        <Textarea
          id="note"
          name="note"
          form={ENQUIRY_FORM}
          rows={2}
          key={notes.length}
          defaultValue={typed}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? "note-help" : "note-error note-help"}
        />
        <p className="help" id="note-help">
          Goes with the enquiry when its time is up.
        </p>
        <p>
          <button type="submit" form={ENQUIRY_FORM} name="do" value="note" className="button low">
            Add note
          </button>
        </p>
      </div>
    </section>
  );
}

/** What was written to the enquirer, newest first, and whether the mails have left. */
export function EnquiryReplies({ replies }: { replies: readonly (ReplyView & { when: string })[] }) {
  if (replies.length === 0) return null;
  return (
    <section id="replies">
      <h2 className="h3">Replies</h2>
      <ul className="notes">
        {replies.map((reply) => (
          <li key={reply.id}>
            <span className="whitespace-pre-line">{reply.text}</span>
            <small>
              {reply.by}, {reply.when}
              {reply.channel === "whatsapp" && ", opened in WhatsApp"}
              {reply.mail?.status === "waiting" && ", mail on its way"}
              {reply.mail?.status === "sent" && ", mail sent"}
              {reply.mail?.status === "undelivered" && ", mail not delivered"}
            </small>
            {reply.mail?.status === "failed" && (
              <div className="set-by">
                <span className="state alert">Mail failed</span>
                <span>
                  {mailErrorMessage(reply.mail.error)}. Tried{" "}
                  {reply.mail.attempts === 1 ? "once" : `${reply.mail.attempts} times`};{" "}
                  {reply.mail.isGivenUp ? "it is not tried again by itself" : "it is tried again by itself"}.
                </span>
                <button type="submit" form={ENQUIRY_FORM} name="do" value={`retry:${reply.mail.id}`} className="link">
                  Try again
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
