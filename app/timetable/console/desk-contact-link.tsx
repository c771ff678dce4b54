import type { DeskContact } from "./desk-contact.server.ts";

const LABELS: Readonly<Record<DeskContact["way"], string>> = {
  whatsapp: "I can’t: WhatsApp the desk",
  call: "I can’t: call the desk",
};

type DeskContactLinkProps = { contact: DeskContact; about?: string; className: string };

/** A link for a trainer who can’t lead a class. @param about the class, for screen readers in lists */
export function DeskContactLink({ contact, about, className }: DeskContactLinkProps) {
  return (
    <a className={className} href={contact.to} rel="noopener">
      {LABELS[contact.way]}
      {about && <span className="sr-only">{`: ${about}`}</span>}
    </a>
  );
}
