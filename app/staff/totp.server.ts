/**
 * Codes of authenticator apps: TOTP with SHA-1, six digits and steps of thirty seconds, as all apps use them (RFC
 * 6238).
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const STEP_SECONDS = 30;
const DIGITS = 6;
/** RFC 4226, section 4: "a shared secret of 160 bits is recommended". */
const KEY_BYTES = 20;
/** A step each way, for inaccurate clocks and slow typing (RFC 6238, section 5.2). */
const DRIFT_STEPS = 1;

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new key in base32 (RFC 4648) without padding, as apps read it. */
export function makeTotpKey(): string {
  let bits = "";
  for (const byte of randomBytes(KEY_BYTES)) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join("");
}

/** The time step of a moment: half-minutes since 1970. */
export function totpStep(moment: Date): number {
  return Math.floor(moment.getTime() / 1000 / STEP_SECONDS);
}

export function totpCode(key: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", decodeBase32(key)).update(counter).digest();
  // RFC 4226, section 5.3: the last four bits are the number's offset.
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/**
 * The time step of a code, at most one away from the current step.
 * @param typed blanks and hyphens are ignored
 * @returns undefined if wrong
 */
export function findTotpStep(key: string, typed: string, now: Date): number | undefined {
  const digits = typed.replace(/[\s-]/g, "");
  if (!/^\d{6}$/.test(digits)) return undefined;
  const current = totpStep(now);
  for (let step = current - DRIFT_STEPS; step <= current + DRIFT_STEPS; step += 1) {
    if (timingSafeEqual(Buffer.from(totpCode(key, step)), Buffer.from(digits))) return step;
  }
  return undefined;
}

/** The address from which an app takes the key, as in a QR code (the key URI format of Google Authenticator). */
export function totpUri(key: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${key}&issuer=${encodeURIComponent(issuer)}`;
}

function decodeBase32(key: string): Buffer {
  const bits = [...key].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
