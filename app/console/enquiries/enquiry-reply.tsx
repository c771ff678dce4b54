import { useEffect } from "react";
import { Form, Link, useLocation, useNavigate, useNavigation, useRevalidator } from "react-router";
import { REPLY_TEXT_NAMES, type ReplyText } from "../../enquiries/messages.ts";
import { Textarea } from "../../ui/textarea.tsx";

/**
 * The reply, with a text filled in.
 * @param seen the state that the page shows
 * @param error what is wrong with the text
 */
export function EnquiryReply({
  hasWhatsApp,
  isByMail,
  text,
  kind,
  otherKind,
  seen,
  error,
}: {
  hasWhatsApp: boolean;
  /** The page was opened to write a mail. */
  isByMail: boolean;
  text: string;
  kind: ReplyText;
  /** The other text there is, and where it is filled in. */
  otherKind: { name: string; to: string };
  seen: string;
  error: string | undefined;
}) {
  useFreshWhenSeen();
  const mailFirst = isByMail || !hasWhatsApp;
  const whatsApp = (
    <button type="submit" name="do" value="whatsapp" className={mailFirst ? "button" : "button red"}>
      WhatsApp
    </button>
  );
  return (
    <Form method="post" className="reply" id="reply" noValidate>
      <input type="hidden" name="seen" value={seen} />
      <div className={error === undefined ? "field" : "field wrong"}>
        <div className="line">
          <label htmlFor="reply-text">Your reply</label>
          <span className="limit">From “{REPLY_TEXT_NAMES[kind]}”</span>
        </div>
        {error !== undefined && (
          <p className="error" id="reply-error">
            {error}
          </p>
        )}
        <Textarea
          id="reply-text"
          name="text"
          rows={7}
          key={text}
          defaultValue={text}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? "reply-help" : "reply-error reply-help"}
        />
        <p className="help" id="reply-help">
          {hasWhatsApp
            ? "WhatsApp opens with this text, and you send it there. Mail goes out from here. The state becomes Answered."
            : "The mail goes out from here, and answers come to the desk. The state becomes Answered."}
        </p>
      </div>
      <p className="actions">
        {hasWhatsApp && !mailFirst && whatsApp}
        <button type="submit" name="do" value="mail" className={mailFirst ? "button red" : "button"}>
          Mail
        </button>
        {hasWhatsApp && mailFirst && whatsApp}
        <Link className="link" to={otherKind.to} preventScrollReset>
          Text “{otherKind.name}”
        </Link>
      </p>
    </Form>
  );
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
