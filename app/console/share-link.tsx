import { chatAddress } from "../forms/whatsapp.ts";
import { CopyButton } from "../ui/copy-button.tsx";

/**
 * What somebody was to get by mail, to be passed on otherwise.
 * @param text what WhatsApp begins with: for an invitation the sentence with its link
 * @param link what is copied in place of the whole text
 * @param isShown the text stands on the page already
 * @param number in the international form; without one, WhatsApp asks whom to send it to
 */
export function ShareLink({
  text,
  link,
  isShown = false,
  number,
}: {
  text: string;
  link?: string;
  isShown?: boolean;
  number?: string | undefined;
}) {
  return (
    <div className="pass-on">
      {link === undefined && !isShown && (
        <details>
          <summary className="link">Show the text</summary>
          <p className="passed-on whitespace-pre-line">{text}</p>
        </details>
      )}
      {link !== undefined && <p className="passed-on">{link}</p>}
      <p className="actions">
        <a className="button low" href={chatAddress(number, text)}>
          WhatsApp
        </a>
        <CopyButton text={link ?? text} look="button low">
          {link === undefined ? "Copy the text" : "Copy the link"}
        </CopyButton>
      </p>
    </div>
  );
}
