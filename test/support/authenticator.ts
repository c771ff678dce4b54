/** An authenticator for tests: builds what a browser sends for a passkey, byte by byte as WebAuthn defines it. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

const PRESENT = 1;
const VERIFIED = 4;
const HAS_KEY = 64;

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();

/** The ceremony of a browser with an authenticator. `verified`: whether it checked the person's finger, face or PIN. */
type Ceremony = { challenge: string; origin?: string; verified?: boolean };

/** An authenticator with one ES256 key, for a site at this origin. */
export function makeAuthenticator(siteOrigin = "https://nguvu.example") {
  const id = randomBytes(16);
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  let counter = 0;

  function authenticatorData(verified: boolean, key: Buffer): Buffer {
    counter += 1;
    const flags = PRESENT | (verified ? VERIFIED : 0) | (key.length > 0 ? HAS_KEY : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(new URL(siteOrigin).hostname), Buffer.from([flags]), count, key]);
  }

  const clientData = (type: string, { challenge, origin = siteOrigin }: Ceremony) =>
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
      counter -= 1;
    },
  };
}

/** The key in COSE format: EC2, ES256, P-256, x and y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);
}
