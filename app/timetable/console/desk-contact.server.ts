/** How a trainer who can’t lead a class contacts the desk, which hands it over. */
import { findSingleEntry } from "../../cms/entries.server.ts";
import { settingsType } from "../../content-types/settings.ts";
import { callAddress } from "../../forms/phone.ts";
import { chatAddress } from "../../forms/whatsapp.ts";
import type { Services } from "../../platform/services.ts";
import { ownTrainer, type StaffMember } from "../../staff/roles.ts";
import type { ClassSession } from "../class-session.ts";
import { sessionLabel } from "../session-record.server.ts";

/** A WhatsApp chat with a message about the class, or a call if the gym has no WhatsApp number. */
export type DeskContact = { way: "whatsapp" | "call"; to: string };

/** Returns a function: the contact for the trainer's own upcoming sessions, null for other sessions. */
export async function readDeskContact(
  services: Services,
  member: StaffMember,
): Promise<(session: ClassSession) => DeskContact | null> {
  const own = ownTrainer(member);
  if (own === undefined) return () => null;
  const { phone, whatsApp } = await findSingleEntry(services, settingsType);
  const now = services.now().toISOString();
  return (session) => {
    if (session.trainerSlug !== own || session.state !== "scheduled" || session.startsAt <= now) return null;
    if (whatsApp === undefined) return { way: "call", to: callAddress(phone) };
    return { way: "whatsapp", to: chatAddress(whatsApp, `Hello! I can’t lead ${sessionLabel(session)}.`) };
  };
}
