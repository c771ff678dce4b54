import type { Services } from "../platform/services.ts";
import { type RefusedAction, TEST_ACCOUNT_REFUSED } from "./account-settings.server.ts";
import { findSignIn } from "./sign-in.server.ts";
import type { Visitor } from "./visitor-context.ts";

export const MAX_LISTED_SIGN_INS = 50;

/**
 * Lists a visitor's sign-ins without their tokens, the request's own first, the others newest first.
 * @returns `hasMore` when some are not listed
 */
export async function listSignIns(services: Services, visitor: Visitor, request: Request) {
  const current = (await findSignIn(services, request))?.id ?? "";
  const rows = await services.db
    .selectFrom("sessions")
    .select(["id", "device", "createdAt", "usedOn"])
    .where("userId", "=", visitor.id)
    .where("expiresAt", ">", services.now().toISOString())
    .orderBy(({ case: choose, ref }) => choose().when(ref("id"), "=", current).then(0).else(1).end())
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(MAX_LISTED_SIGN_INS + 1)
    .execute();
  return {
    signIns: rows
      .slice(0, MAX_LISTED_SIGN_INS)
      .map(({ createdAt, ...row }) => ({ ...row, signedInAt: new Date(createdAt), isCurrent: row.id === current })),
    hasMore: rows.length > MAX_LISTED_SIGN_INS,
  };
}

/** Ends one of the visitor's sign-ins; repeating it changes nothing. @returns whether it is the request's own */
export async function endOwnSignIn(
  services: Services,
  visitor: Visitor,
  signInId: string,
  request: Request,
): Promise<{ code: "done"; isCurrent: boolean } | RefusedAction<"test-account">> {
  if (visitor.isTestAccount) return TEST_ACCOUNT_REFUSED;
  const isCurrent = (await findSignIn(services, request))?.id === signInId;
  await services.db.deleteFrom("sessions").where("id", "=", signInId).where("userId", "=", visitor.id).execute();
  services.log.info({ event: "sign-in-ended" }, "ended one sign-in of a visitor");
  return { code: "done", isCurrent };
}
