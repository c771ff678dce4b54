import { useEffect, useState } from "react";
import { Form, useLocation, useNavigate, useNavigation, useRevalidator } from "react-router";
import { FieldFrame } from "../../console/fields.tsx";
import { ConsoleButton, Notice, useRefreshWhile } from "../../console/page-parts.tsx";
import { ShareLink } from "../../console/share-link.tsx";
import { callAddress } from "../../forms/phone.ts";
import type { ReturnedForm } from "../../forms/problems.ts";
import { mailErrorMessage } from "../../platform/mail-messages.ts";
import { Textarea } from "../../ui/textarea.tsx";
import { isReplyText, REPLY_TEXT_NAMES, type ReplyTemplate, STATE_NAMES } from "../messages.ts";
import type { Route } from "./+types/enquiry.route";

/** The page's one form; other buttons and fields refer to it by `form`. */
export const ENQUIRY_FORM = "reply";

/** The data of an existing enquiry's page. `isByMail`: the page was opened to write an email. */
export type EnquiryView = Exclude<Route.ComponentProps["loaderData"], { enquiry: null }>;

type Returned = { returned: ReturnedForm | undefined };

/** The reply, with a prepared text, in the page's form. @param returned the form that came back */
export function EnquiryReply({ enquiry, isByMail, texts, replies, returned }: EnquiryView & Returned) {
  const { text, kind: returnedKind, instead } = returned?.typed ?? {};
  useRevalidateOnReturn();
  const kind = useKind(returnedKind);
  const filled = useLast(returned?.typed.filled);
  const other = kind === "first" ? "trial" : "first";
  const { hasWhatsApp, phone } = enquiry;
  const hasMail = enquiry.email !== "";
  const mailFirst = hasMail && (isByMail || !hasWhatsApp);
  const whatsApp = (
    <button type="submit" name="do" value="whatsapp" className={mailFirst ? "button" : "button red"}>
      Open in WhatsApp
    </button>
  );
  return (
    <Form method="post" className="form" id={ENQUIRY_FORM} noValidate preventScrollReset>
      <input type="hidden" name="seen" value={enquiry.state} />
      <input type="hidden" name="seenWith" value={enquiry.assignee?.id ?? ""} />
      <input type="hidden" name="kind" value={kind} />
      <FieldFrame
        id="reply-text"
        label="Your reply"
        limit={`Prepared text: “${REPLY_TEXT_NAMES[kind]}”`}
        help={replyHelp({ hasWhatsApp, hasMail }, STATE_NAMES[kind === "trial" ? "trial-booked" : "answered"])}
        problem={returned?.errors.text}
        isAnnounced
      >
        {(wiring) => (
          <Textarea key={`${kind} ${filled}`} {...wiring} name="text" rows={7} defaultValue={text || texts[kind]} />
        )}
      </FieldFrame>
      {instead !== undefined && isReplyText(instead) && <Replacement instead={instead} />}
      <p className="actions">
        {hasWhatsApp && !mailFirst && whatsApp}
        {hasMail ? (
          <ConsoleButton name="do" value="mail" className={mailFirst ? "button red" : "button"} label="Send by email" />
        ) : (
          <a className={hasWhatsApp ? "button" : "button red"} href={callAddress(phone)}>
            Call
          </a>
        )}
        {hasWhatsApp && mailFirst && whatsApp}
        <button type="submit" name="do" value={`text:${other}`} className="link">
          Use the text “{REPLY_TEXT_NAMES[other]}”
        </button>
      </p>
      <LastMailFailed replies={replies} />
    </Form>
  );
}

function LastMailFailed({ replies: [last] }: Pick<EnquiryView, "replies">) {
  if (last?.mail?.status !== "failed") return null;
  return (
    <p className="flex flex-wrap items-center gap-x-4">
      <span className="state alert">{`The last email was not delivered: ${mailErrorMessage(last.mail.error)}`}</span>
      <a href="#replies" className="link">
        What you can do
      </a>
    </p>
  );
}

function replyHelp({ hasWhatsApp, hasMail }: { hasWhatsApp: boolean; hasMail: boolean }, state: string): string {
  if (!hasWhatsApp && !hasMail) {
    return `There is no email address and no mobile number: call them, tell them this, and set the status to ${state}.`;
  }
  const way = !hasWhatsApp
    ? "The email is sent from here, and answers go to the desk."
    : `WhatsApp opens with this text, and you send it there. ${hasMail ? "The email is sent from here." : "They left no email address."}`;
  return `${way} The status changes to ${state}.`;
}

function Replacement({ instead }: { instead: ReplyTemplate }) {
  return (
    <Notice
      action={
        <>
          <ConsoleButton name="do" value={`text-anyway:${instead}`} className="link" label="Replace it" />
          <ConsoleButton name="do" value="keep" className="link" label="Keep mine" />
        </>
      }
    >
      You have written your own reply. The text “{REPLY_TEXT_NAMES[instead]}” would replace it.
    </Notice>
  );
}

/** The kind of the reply's text. Other navigations don't change it, so that typing is never overwritten. */
function useKind(typed: string | undefined): ReplyTemplate {
  const returned = typed !== undefined && isReplyText(typed) ? typed : undefined;
  const [kind, setKind] = useState<ReplyTemplate>(returned ?? "first");
  if (returned !== undefined && returned !== kind) setKind(returned);
  return returned ?? kind;
}

/** Keeps the last defined value: a returned form without the value changes nothing. */
function useLast(value: string | undefined): string | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

/** Revalidates when somebody returns from a chat, whose submission ends only with another navigation. */
function useRevalidateOnReturn(): void {
  const { revalidate } = useRevalidator();
  const isWaiting = useNavigation().state !== "idle";
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState !== "visible") return;
      if (isWaiting) void navigate(pathname + search + hash, { replace: true, preventScrollReset: true });
      else void revalidate();
    };
    document.addEventListener("visibilitychange", refresh);
    return () => document.removeEventListener("visibilitychange", refresh);
  }, [revalidate, isWaiting, navigate, pathname, search, hash]);
}

/** The notes, newest first, and the form for a new one. */
export function EnquiryNotes({ notes, returned }: Pick<EnquiryView, "notes"> & Returned) {
  return (
    <section id="notes" className="part">
      <h2>Notes</h2>
      {notes.length > 0 && (
        <ul className="facts">
          {notes.map(({ id, text, by, when }) => (
            <li key={id} className="wrap-anywhere">
              {text}
              <small>
                {by}, {when}
              </small>
            </li>
          ))}
        </ul>
      )}
      <FieldFrame id="note" label="New note" help="Deleted together with the enquiry." problem={returned?.errors.note}>
        {(wiring) => (
          // Each added note remounts the field, which is then empty.
          <Textarea
            key={notes.length}
            {...wiring}
            name="note"
            form={ENQUIRY_FORM}
            rows={2}
            defaultValue={returned?.typed.note}
          />
        )}
      </FieldFrame>
      <p className="pt-line">
        <ConsoleButton form={ENQUIRY_FORM} name="do" value="note" label="Add note" />
      </p>
    </section>
  );
}

/** The replies to the enquirer, newest first, and whether their emails were sent. */
export function EnquiryReplies({ replies, enquiry }: Pick<EnquiryView, "replies" | "enquiry">) {
  useRefreshWhile(replies.some(({ mail }) => mail?.status === "waiting"));
  if (replies.length === 0) return null;
  return (
    <section id="replies" className="part">
      <h2>Replies</h2>
      <ul className="facts">
        {replies.map((reply) => (
          <li key={reply.id} className="wrap-anywhere">
            <span className="whitespace-pre-line">{reply.text}</span>
            <small>
              {reply.by}, {reply.when}
              {reply.channel === "whatsapp" && ", opened in WhatsApp"}
              {reply.mail?.status === "waiting" && ", email on its way"}
              {reply.mail?.status === "sent" && ", email sent"}
              {reply.mail?.status === "undelivered" && ", email not delivered"}
            </small>
            {reply.mail?.status === "failed" && (
              <div className="quiet flex flex-wrap items-center gap-x-4">
                <span className="state alert">Email failed</span>
                <span>
                  {mailErrorMessage(reply.mail.error)}. Tried{" "}
                  {reply.mail.attempts === 1 ? "once" : `${reply.mail.attempts} times`};{" "}
                  {reply.mail.isGivenUp ? "it will not be retried automatically" : "it will be retried automatically"}.
                </span>
                <button type="submit" form={ENQUIRY_FORM} name="do" value={`retry:${reply.mail.id}`} className="link">
                  Try again
                </button>
              </div>
            )}
            {(reply.mail?.status === "failed" || reply.mail?.status === "undelivered") && (
              <ShareLink isShown text={reply.text} number={enquiry.hasWhatsApp ? enquiry.phone : undefined} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
