/** Secrets in use while the secret is changed on one of two instances, and after its loss. */
import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { confirmAddress, confirmationUrl } from "../../app/accounts/address-confirmation.server.ts";
import { findSignIn } from "../../app/accounts/sign-in.server.ts";
import { findFeed, makeFeed } from "../../app/bookings/feed-tokens.server.ts";
import { isSuspect, pageStamp } from "../../app/enquiries/honeypot.server.ts";
import { decryptReplyContact, encryptReplyContact } from "../../app/enquiries/reply-contact.server.ts";
import { encryptText } from "../../app/platform/encryption.server.ts";
import { readMailText } from "../../app/platform/outbox.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { findShownCodes } from "../../app/staff/recovery-codes.server.ts";
import { checkAppCode, checkRecoveryCode, renewRecoveryCodes } from "../../app/staff/second-step.server.ts";
import { reencryptAppKeys } from "../../app/staff/stored-secrets.server.ts";
import { totpCode, totpStep } from "../../app/staff/totp.server.ts";
import { addSession, addStaffMember, type SignedInStaff } from "../../test/support/staff.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";

const [BEFORE, AFTER] = ["the secret before, long enough 4c1f9a27", "the secret afterwards, long enough 77b0"];

describe.each(ENGINES)("a secret that is changed, on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind, { secret: BEFORE });
  let staff: SignedInStaff;
  beforeEach(async () => {
    staff = await addStaffMember(site.services, "owner", { secondStep: "waiting" });
    await makeFeed(site.services, staff.member.id);
  });

  const withSecrets = (secret: string, otherSecret?: string): Services => ({
    ...site.services,
    config: { ...site.services.config, secret, otherSecret },
  });
  const signedIn = (services: Services, cookie: string) =>
    findSignIn(services, new Request("http://localhost:3000/", { headers: { Cookie: cookie } }));
  const appCode = async (services: Services) => {
    // Each code works once.
    site.passTime(60_000);
    const { signInId } = await addSession(site.services, staff.member.id);
    const code = totpCode(staff.totpKey, totpStep(site.services.now()));
    return checkAppCode(services, { member: staff.member, signInId }, code);
  };
  const tryRecoveryCode = (services: Services, code: string) => checkRecoveryCode(services, staff, code);

  /** A recovery code as it was stored before 0.2, keyed with a secret. */
  async function addKeyedCode(code: string): Promise<void> {
    const { id } = staff.member;
    const code_hash = createHmac("sha256", BEFORE).update(`recovery code ${id} ${code}`).digest("base64url");
    const row = { user_id: id, code_hash, used_at: null, used_session: null };
    await site.services.db.insertInto("recovery_codes").values(row).execute();
  }

  test("signs nobody out and refuses no code on either instance", async () => {
    await renewRecoveryCodes(site.services, staff);
    const [first = "", second = "", third = ""] = (await findShownCodes(site.services, staff.signInId)) ?? [];
    await addKeyedCode("K7QM4RXD");
    const user = { id: staff.member.id, email: staff.member.email };
    const feed = (await findFeed(site.services, user.id))?.token;
    const [notYet, already] = [withSecrets(BEFORE, AFTER), withSecrets(AFTER, BEFORE)];
    const made = [notYet, already].map((services) => ({
      stamp: pageStamp(services),
      way: encryptReplyContact(services, { email: "a@x.example", phone: "" }),
      mail: { id: "1", body_text: "", encrypted_text: encryptText(services.config.secret ?? "", "1", "a link") },
      key: new URL(confirmationUrl(services, user)).searchParams.get("key") ?? "",
    }));
    const later = await addSession(already, user.id);
    expect(await reencryptAppKeys(already)).toBe(0);
    site.passTime(2000);
    for (const services of [notYet, already]) {
      expect(await signedIn(services, staff.cookie)).toMatchObject({ id: staff.signInId });
      expect(await signedIn(services, later.cookie)).toMatchObject({ id: later.signInId });
      expect(await findFeed(services, user.id)).toEqual({ token: feed });
      expect(await appCode(services)).toEqual({ code: "done" });
      for (const { stamp, way, mail, key } of made) {
        expect(readMailText(services, mail)).toBe("a link");
        expect(isSuspect(services, { subject: "", stamp, elapsed: "" })).toBe(false);
        expect(decryptReplyContact(services, way)).toMatchObject({ email: "a@x.example" });
        expect(await confirmAddress(services, key)).toBe(true);
      }
    }
    expect(await tryRecoveryCode(notYet, first)).toEqual({ code: "done" });
    expect(await tryRecoveryCode(already, second)).toEqual({ code: "done" });
    expect(await tryRecoveryCode(already, "k7qm-4rxd")).toEqual({ code: "done" });

    // Without the old secret: encrypted data has been encrypted again, and the rest works until it is renewed.
    const only = withSecrets(AFTER);
    expect(await appCode(only)).toEqual({ code: "done" });
    expect(await tryRecoveryCode(only, third)).toEqual({ code: "done" });
    expect(await signedIn(only, later.cookie)).toMatchObject({ id: later.signInId });
    expect(await findFeed(only, user.id)).toEqual({ token: undefined });
  });

  test("leaves working recovery codes when it is lost, and reports older codes, which need it", async () => {
    await renewRecoveryCodes(site.services, staff);
    const [first = ""] = (await findShownCodes(site.services, staff.signInId)) ?? [];
    const restored = withSecrets(AFTER);
    await addStaffMember(site.services, "owner");
    expect(await reencryptAppKeys(restored)).toBe(2);
    expect(await appCode(restored)).toEqual({ code: "key-unreadable" });
    expect(await tryRecoveryCode(restored, "wrong")).toEqual({ code: "recovery-code-wrong" });
    expect(await tryRecoveryCode(restored, first)).toEqual({ code: "done" });
    await addKeyedCode("K7QM4RXD");
    expect(await tryRecoveryCode(restored, "K7QM-4RXD")).toEqual({ code: "recovery-codes-lost" });
    await addStaffMember(restored, "trainer");
    expect(await tryRecoveryCode(site.services, "wrong")).toEqual({ code: "recovery-code-wrong" });
  });
});
