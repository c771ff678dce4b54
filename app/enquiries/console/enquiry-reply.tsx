import { useEffect, useState } from "react";
import { Form, useLocation, useNavigate, useNavigation, useRevalidator } from "react-router";
import { FieldFrame } from "../../console/field-frame.tsx";
import { Notice } from "../../console/notice.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import type { EnquiryDetails } from "../desk-view.ts";
import { REPLY_TEXT_NAMES, type ReplyText, STATE_NAMES } from "../messages.ts";

/** The one form of an enquiry's page. The other buttons and fields belong to it by their `form`, wherever they stand. */
export const ENQUIRY_FORM = "reply";

/**
 * The reply, with a text filled in, in the form of the page.
 * @param typed the reply that was typed, when the form was returned
 * @param returnedKind the text that it began with
 * @param instead the text that was chosen while another one is written, so that it is asked about first
 * @param error what is wrong with the text
 */
export function EnquiryReply({
  enquiry,
  isByMail,
  texts,
  typed,
  returnedKind,
  instead,
  error,
}: {
  enquiry: EnquiryDetails;
  /** The page was opened to write a mail. */
  isByMail: boolean;
  texts: Readonly<Record<ReplyText, string>>;
  typed: string | undefined;
  returnedKind: ReplyText | undefined;
  instead: ReplyText | undefined;
  error: string | undefined;
}) {
  useFreshWhenSeen();
  const kind = useKind(returnedKind);
  const other = kind === "first" ? "trial" : "first";
  const { hasWhatsApp } = enquiry;
  const mailFirst = isByMail || !hasWhatsApp;
  const whatsApp = (
    <button type="submit" name="do" value="whatsapp" className={mailFirst ? "button" : "button red"}>
      WhatsApp
    </button>
  );
  return (
    <Form method="post" className="reply" id={ENQUIRY_FORM} noValidate preventScrollReset>
      <input type="hidden" name="seen" value={enquiry.state} />
      <input type="hidden" name="seenWith" value={enquiry.assignee?.id ?? ""} />
      <input type="hidden" name="kind" value={kind} />
      <FieldFrame
        id="reply-text"
        label="Your reply"
        limit={`From “${REPLY_TEXT_NAMES[kind]}”`}
        help={`${
          hasWhatsApp
            ? "WhatsApp opens with this text, and you send it there. Mail goes out from here."
            : "The mail goes out from here, and answers come to the desk."
        } The state becomes ${STATE_NAMES[kind === "trial" ? "trial-booked" : "answered"]}.`}
        problem={error}
        isAnnounced
      >
        {(wiring) => <Textarea key={kind} {...wiring} name="text" rows={7} defaultValue={typed || texts[kind]} />}
      </FieldFrame>
      {instead !== undefined && <Replacement instead={instead} />}
      <p className="actions">
        {hasWhatsApp && !mailFirst && whatsApp}
        <button type="submit" name="do" value="mail" className={mailFirst ? "button red" : "button"}>
          Mail
        </button>
        {hasWhatsApp && mailFirst && whatsApp}
        <button type="submit" name="do" value={`text:${other}`} className="link">
          Text “{REPLY_TEXT_NAMES[other]}”
        </button>
      </p>
    </Form>
  );
}

/** Asks whether another text is to take the place of what was written. */
function Replacement({ instead }: { instead: ReplyText }) {
  return (
    <Notice
      action={
        <>
          <button type="submit" name="do" value={`text-anyway:${instead}`} className="link">
            Replace it
          </button>
          <button type="submit" name="do" value="keep" className="link">
            Leave mine
          </button>
        </>
      }
    >
      You have written a reply of your own. The text “{REPLY_TEXT_NAMES[instead]}” would take its place.
    </Notice>
  );
}

/**
 * The text that the reply begins with: the one that came back with the form, until another does. What other navigations load
 * doesn't change it, so that nothing is filled in over what is being written.
 */
function useKind(returned: ReplyText | undefined): ReplyText {
  const [kind, setKind] = useState<ReplyText>(returned ?? "first");
  if (returned !== undefined && returned !== kind) setKind(returned);
  return returned ?? kind;
}

/**
 * Loads the page's data again when somebody comes back to it. A chat that opened in an application has left the page
 * behind, with a submission that ends only when another navigation takes its place.
 */
function useFreshWhenSeen(): void {
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
