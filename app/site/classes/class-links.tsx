import type { MouseEvent, ReactNode } from "react";
import { chatAddress, questionAddress } from "../../forms/whatsapp.ts";
import { EmailIcon } from "../../ui/icons.tsx";
import { WhatsAppLink } from "../../ui/whatsapp-link.tsx";

type ClassLinksProps = {
  title: string;
  gym: string;
  /** The page's absolute address. */
  address: string;
  /** The gym's number; without one there is nobody to ask. */
  whatsApp: string | undefined;
  /** Further links. */
  children: ReactNode;
};

/** Asking about a class, and sending its page to somebody. Plain links, which need neither script nor another site. */
export function ClassLinks({ title, gym, address, whatsApp, children }: ClassLinksProps) {
  const invitation = `${title} at ${gym}: ${address}`;

  /** Where the browser has a menu for sharing, it opens that instead. */
  function share(event: MouseEvent): void {
    if (!("share" in navigator)) return;
    event.preventDefault();
    // It rejects when the visitor closes the menu.
    navigator.share({ title: `${title} at ${gym}`, url: address }).catch(() => {});
  }

  return (
    <p className="mt-3 flex flex-wrap gap-x-7 md:mt-4">
      {whatsApp && <WhatsAppLink href={questionAddress(whatsApp, title)} />}
      <WhatsAppLink href={chatAddress(undefined, invitation)} onClick={share}>
        Send to a friend
      </WhatsAppLink>
      <a
        href={`mailto:?subject=${encodeURIComponent(`${title} at ${gym}`)}&body=${encodeURIComponent(address)}`}
        className="inline-flex min-h-11 items-center gap-2 text-[15px] leading-tight font-bold underline-offset-4 hover:underline"
      >
        <EmailIcon className="size-5 shrink-0" />
        Send by e-mail
      </a>
      {children}
    </p>
  );
}
