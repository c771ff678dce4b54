/** The people for whom an account acts. */
import type { Db } from "../platform/services.ts";
import { memberOfAccount } from "./cover.server.ts";
import { childrenOf } from "./erasure.server.ts";
import { findMember, type Member } from "./members.server.ts";

/** The member who has joined the account, and the children whose guardian they are. */
export async function peopleOfAccount(db: Db, userId: string, today: string): Promise<Member[]> {
  const member = await findMember(db, (await memberOfAccount(db, userId)) ?? "");
  return member === undefined ? [] : [member, ...(await childrenOf(db, member.id, today))];
}
