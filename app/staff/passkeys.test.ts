import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addStaffMember, type SignedInStaff } from "../../test/staff.ts";
import { ENGINES, openTestSite, type TestSite } from "../../test/test-services.ts";
import { findConsoleSession } from "./console-session.server.ts";
import {
  addPasskey,
  checkPasskey,
  creationOptions,
  listPasskeys,
  removePasskey,
  requestOptions,
} from "./passkeys.server.ts";

const SITE = { origin: "https://nguvu.example", name: "Nguvu Fitness" };
const FAILED = { ok: false, code: "passkey-failed" };
const PRESENT = 1;
const VERIFIED = 4;
const HAS_KEY = 64;

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();

/** What a browser with an authenticator sends. `verified`: whether it has checked the person's finger, face or PIN. */
type Ceremony = { challenge: string; origin?: string; verified?: boolean };

/** An authenticator with one ES256 key, made of bytes as WebAuthn has them. */
function makeAuthenticator() {
  const id = randomBytes(16);
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  let counter = 0;

  function authenticatorData(verified: boolean, key: Buffer): Buffer {
    counter += 1;
    const flags = PRESENT | (verified ? VERIFIED : 0) | (key.length > 0 ? HAS_KEY : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256("nguvu.example"), Buffer.from([flags]), count, key]);
  }

  const clientData = (type: string, { challenge, origin = SITE.origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const envelope = (response: Record<string, string | string[]>) =>
    JSON.stringify({
      id: base64url(id),
      rawId: base64url(id),
      type: "public-key",
      clientExtensionResults: {},
      response,
    });

  return {
    create(ceremony: Ceremony): string {
      const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)]);
      const data = authenticatorData(ceremony.verified ?? true, key);
      const attestation = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex"),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return envelope({
        clientDataJSON: base64url(clientData("webauthn.create", ceremony)),
        attestationObject: base64url(attestation),
        transports: ["internal"],
      });
    },
    use(ceremony: Ceremony): string {
      const data = authenticatorData(ceremony.verified ?? true, Buffer.alloc(0));
      const client = clientData("webauthn.get", ceremony);
      return envelope({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)),
      });
    },
    rewind: () => {
      counter = 0;
    },
  };
}

/** The key as COSE has it: EC2, ES256, P-256, x and y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);
}

describe.each(ENGINES)("passkeys on %s", (kind) => {
  let site: TestSite;
  let desk: SignedInStaff;
  beforeEach(async () => {
    site = await openTestSite(kind, { publicUrl: SITE.origin });
    desk = await addStaffMember(site.services, "desk", { secondStep: "missing" });
  });
  afterEach(() => site.close());

  const sessionOf = ({ member, sessionId }: SignedInStaff) => ({ member, sessionId });
  const toCreate = async (who = desk) => (await creationOptions(site.services, sessionOf(who), SITE)).challenge;
  const toUse = async (who = desk) => (await requestOptions(site.services, sessionOf(who), SITE))?.challenge ?? "";
  const add = (sent: string, who = desk) => addPasskey(site.services, sessionOf(who), SITE, sent);
  const check = (sent: string, who = desk) => checkPasskey(site.services, sessionOf(who), SITE, sent);

  test("are made and used, and count as a factor", async () => {
    const authenticator = makeAuthenticator();
    expect(await requestOptions(site.services, sessionOf(desk), SITE)).toBeUndefined();
    expect(await add(authenticator.create({ challenge: await toCreate() }))).toEqual({ ok: true });
    expect((await findConsoleSession(site.services, desk.sessionId))?.state.hasFactor).toBe(true);
    expect(await listPasskeys(site.services, desk.member.id)).toMatchObject([{ name: "In this phone or computer" }]);
    expect(await check(authenticator.use({ challenge: await toUse() }))).toEqual({ ok: true });
    const [passkey] = await listPasskeys(site.services, desk.member.id);
    expect(passkey?.lastUsedAt).toBeTruthy();
    const id = passkey?.id ?? "";
    expect(await removePasskey(site.services, sessionOf(desk), id, true)).toEqual({ ok: false, code: "last-factor" });
    expect(await removePasskey(site.services, sessionOf(desk), id, false)).toEqual({ ok: true });
    expect(await check(authenticator.use({ challenge: await toUse() }))).toEqual(FAILED);
  });

  test("need the person's finger, face or PIN, this site, and this session's challenge, once", async () => {
    const authenticator = makeAuthenticator();
    expect(await add(authenticator.create({ challenge: await toCreate(), verified: false }))).toEqual(FAILED);
    expect(await add(authenticator.create({ challenge: await toCreate(), origin: "https://nguvu.evil" }))).toEqual(
      FAILED,
    );
    const made = authenticator.create({ challenge: await toCreate() });
    expect(await add(made)).toEqual({ ok: true });
    expect(await add(made)).toEqual(FAILED);
    expect(await check(authenticator.use({ challenge: await toUse(), verified: false }))).toEqual(FAILED);
    expect(await check(authenticator.use({ challenge: await toUse(), origin: "https://nguvu.evil" }))).toEqual(FAILED);
    const used = authenticator.use({ challenge: await toUse() });
    expect(await check(used)).toEqual({ ok: true });
    expect(await check(used)).toEqual(FAILED);
    const late = authenticator.use({ challenge: await toUse() });
    site.passTime(10 * 60_000);
    expect(await check(late)).toEqual(FAILED);
  });

  test("are good for their own account only, and a copy of one is noticed by its counter", async () => {
    const authenticator = makeAuthenticator();
    expect(await add(authenticator.create({ challenge: await toCreate() }))).toEqual({ ok: true });
    const other = await addStaffMember(site.services, "owner", { secondStep: "missing" });
    expect(await add(makeAuthenticator().create({ challenge: await toCreate(other) }), other)).toEqual({ ok: true });
    expect(await check(authenticator.use({ challenge: await toUse(other) }), other)).toEqual(FAILED);
    expect(await check(authenticator.use({ challenge: await toUse() }))).toEqual({ ok: true });
    authenticator.rewind();
    expect(await check(authenticator.use({ challenge: await toUse() }))).toEqual(FAILED);
  });

  test.each([
    "",
    "null",
    "[]",
    "{",
    '{"id":1}',
    '{"id":"a","rawId":"a","type":"public-key","response":{"clientDataJSON":"x"}}',
  ])("are not %j", async (sent) => {
    await add(makeAuthenticator().create({ challenge: await toCreate() }));
    await toUse();
    expect(await check(sent)).toEqual(FAILED);
    await toCreate();
    expect(await add(sent)).toEqual(FAILED);
  });
});
