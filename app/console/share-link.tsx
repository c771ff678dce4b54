import { chatAddress } from "../forms/whatsapp.ts";
import { CopyButton } from "../ui/copy-button.tsx";

type ShareLinkProps = { text: string; link?: string; isShown?: boolean; number?: string | undefined };

/**
 * A text to share when email is not possible. @param link copied instead of the whole text @param number
 * international; if undefined, WhatsApp asks
 */
export function ShareLink({ text, link, isShown = false, number }: ShareLinkProps) {
  return (
    <div className="grid min-w-0 gap-2">
      {link === undefined && !isShown && (
        <details>
          <summary className="link">Show the text</summary>
          <p className="quiet wrap-anywhere whitespace-pre-line">{text}</p>
        </details>
      )}
      {link !== undefined && <p className="quiet wrap-anywhere">{link}</p>}
      <p className="actions">
        <a className="button" href={chatAddress(number, text)}>
          WhatsApp
        </a>
        <CopyButton text={link ?? text} look="button">
          {link === undefined ? "Copy the text" : "Copy the link"}
        </CopyButton>
      </p>
    </div>
  );
}
