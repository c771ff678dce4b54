/** The question whether somebody new is here already. */
import type { Question } from "../../console/kit/actions.ts";
import { localPhone } from "../../forms/phone.ts";
import { readPhone } from "../../forms/read-phone.ts";
import type { Services } from "../../platform/services.ts";
import { asLine, plainText } from "../../platform/text.ts";
import { formerRecords } from "../former-records.server.ts";
import { findMember, type Member, type TypedMember } from "../members.server.ts";
import { memberPath } from "./members-request.server.ts";

/** Asks about records that may be of somebody who was typed, each with a link to it. */
export async function likeMembersQuestion(
  { db }: Services,
  ids: readonly string[],
  typed: TypedMember,
): Promise<Question> {
  const links: { to: string; label: string }[] = [];
  for (const id of ids) {
    const member = await findMember(db, id);
    if (member === undefined) continue;
    const label = likeMemberText(member, await formerRecords(db, id), typed);
    links.push({ to: memberPath(id), label });
  }
  const sentence =
    links.length === 1 ? "Is it this one?" : links.length === 2 ? "Is it one of these two?" : "Is it one of these?";
  return { code: "like-members", sentence, links, answer: "No, somebody else" };
}

/** A member who may be the person that was typed, with what both records have in common. */
function likeMemberText(member: Member, former: readonly Member[], typed: TypedMember): string {
  const { name, phone } = member;
  const [typedName, typedPhone] = [plainText(asLine(typed.name).replaceAll(/\s+/g, " ")), readPhone(typed.phone)];
  const isSame = {
    name: (row: Member) => plainText(row.name) === typedName,
    phone: (row: Member) => row.phone !== "" && row.phone === typedPhone,
    mail: (row: Member) => row.email !== "" && row.email === asLine(typed.email).toLowerCase(),
  };
  const same = Object.entries(isSame).flatMap(([what, is]) => ([member, ...former].some(is) ? what : []));
  return `${phone === "" ? name : `${name}, ${localPhone(phone)}`} (the same ${same.join(" and ")})`;
}
