/** A clock that stands still and random values that repeat: imported first, before anything asks for either. */
import crypto, { createHash } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

// Before React is loaded.
process.env.NODE_ENV = "production";

/** A Wednesday morning in Nairobi on which some classes are over and some still to come. */
export const MOMENT = new Date("2026-11-18T10:00:00+03:00");

const SystemDate = Date;
globalThis.Date = new Proxy(SystemDate, {
  apply: () => new SystemDate(MOMENT).toString(),
  construct: (target, values, made) => Reflect.construct(target, values.length === 0 ? [MOMENT] : values, made),
  get: (target, key) => (key === "now" ? () => MOMENT.getTime() : Reflect.get(target, key)),
});

let seed = "";
let count = 0;

/** Begins the random values anew, so that those of a request don't depend on the requests before it. */
export function reseed(text: string): void {
  seed = text;
  count = 0;
}

function bytes(size: number): Buffer {
  const blocks: Buffer[] = [];
  for (let length = 0; length < size; length += 32) {
    count += 1;
    blocks.push(createHash("sha256").update(`${seed} ${count}`).digest());
  }
  return Buffer.concat(blocks).subarray(0, size);
}

function randomUUID() {
  const hex = bytes(16).toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join("-");
}

function randomInt(from: number, to?: number): number {
  const [min, max] = to === undefined ? [0, from] : [from, to];
  return min + (bytes(6).readUIntBE(0, 6) % (max - min));
}

function getRandomValues<Values extends ArrayBufferView>(values: Values): Values {
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength).set(bytes(values.byteLength));
  return values;
}

Object.assign(crypto, { randomUUID, randomInt, randomBytes: bytes });
syncBuiltinESMExports();
Object.assign(globalThis.crypto, { randomUUID, getRandomValues });
