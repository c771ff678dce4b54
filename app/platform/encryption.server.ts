/** Authenticated encryption of stored text, with a key derived from the site's secret. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts with AES-256-GCM. @param context such as a row's id, needed for decryption @returns IV, tag and ciphertext
 * in base64url
 */
export function encryptText(secret: string, context: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyFrom(secret), iv).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString("base64url");
}

/**
 * Decrypts the result of `encryptText` with any of the secrets.
 * @returns undefined for another secret or context, or changed data
 */
export function decryptText(secrets: readonly string[], context: string, encrypted: string): string | undefined {
  for (const secret of secrets) {
    const text = decryptWith(secret, context, encrypted);
    if (text !== undefined) return text;
  }
  return undefined;
}

function decryptWith(secret: string, context: string, encrypted: string): string | undefined {
  const bytes = Buffer.from(encrypted, "base64url");
  try {
    const decipher = createDecipheriv(ALGORITHM, keyFrom(secret), bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const start = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8");
    return start + decipher.final("utf8");
  } catch {
    return undefined;
  }
}

/** A separate key for this purpose: the secret signs sessions and forms as well. */
function keyFrom(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "nguvu stored text", 32));
}
