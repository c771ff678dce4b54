/** Hostile requests as bytes for a socket. The same seed makes the same requests. */
import { RandomRun } from "../support/random-run.ts";
import { routePaths } from "../support/route-paths.ts";

/** The targets of requests: addresses, and the fields of the forms at some of them. */
export type Surface = {
  routes: readonly string[];
  forms: Readonly<Record<string, readonly string[]>>;
  /** The cookie of a signed-in person; most requests have it. */
  cookie?: string;
  /** Values of the forms. */
  values?: readonly string[];
};

/** The paths of visitors' pages. */
const PAGES = routePaths()
  .filter((path) => path !== "" && !/^\/staff|\*$/.test(path))
  .map((path) => path.replace(/:\w+/, "boxing"));

/** Addresses and forms for visitors. */
const VISITORS: Surface = {
  routes: [
    ...[...PAGES, ...PAGES.map((path) => `${path}.data`)],
    ...["/", "/_root.data", "/healthz", "/readyz", "/favicon.svg", "/nowhere", "/assets/", "/%25"],
    ...["/schedule/session.ics?session=monday-1.2026-11-23", "/booking?session=monday-1.2026-11-23"],
    ...["/schedule/calendar?date=2026-11-23", "/account/card?new=abc", "/account/address/confirm?token=abc"],
    ...["/calendar.ics", "/reminders/off", "/membership/mails", "/confirm-address"].map((path) => `${path}?key=abc`),
    "/account/join?code=abc",
  ],
  forms: {
    "/contact": ["name", "email", "phone", "class", "comment", "subject", "stamp", "elapsed"],
    "/login": ["email", "password"],
    "/signup": ["email", "password"],
    "/saved-classes": ["class", "do", "back"],
    "/sign-out": ["where"],
    "/forgot-password": ["email"],
    "/reset-password": ["token", "password"],
    "/account/password": ["current", "password"],
    "/account/delete": ["password"],
    "/account/details": ["name", "phone"],
    "/account/address": ["email", "currentPassword"],
    "/account/address/confirm?token=abc": [],
    "/account/address/link": [],
    "/account/sign-ins": ["signIn"],
    "/booking?session=monday-1.2026-11-23": ["name", "phone", "email", "password"],
    "/booking/cancel?booking=0b9d1f1e-2c56-4b0a-9f0e-5c8c2f6f0a11": [],
    "/booking/move?booking=0b9d1f1e-2c56-4b0a-9f0e-5c8c2f6f0a11": ["to"],
    "/account/bookings": ["do"],
    "/account/join": ["code"],
    "/account/membership": ["do", "request"],
    "/account/card": ["member", "door"],
    "/reminders/off?key=abc": [],
    "/membership/mails?key=abc": [],
    "/confirm-address?key=abc": [],
  },
};

/** Pieces of text that have broken something somewhere. */
const TEXTS = [
  ...["", "\0", "%00", "%", "%zz", "%ED%A0%80", "%C0%AF", "%2e%2e%2f", "..;/", "../../etc/passwd", "\t\v\f"],
  ...["\r\nSet-Cookie: a=b", "a@b.c\r\nBcc: x@evil.example", "\ufffd", "\u202e", "😀".repeat(50), "a".repeat(5000)],
  ...["' OR 1=1 --", "<script>alert(1)</script>", "#{7*7}", "{{7*7}}", "javascript:alert(1)"],
  ...["//evil.example", "https://evil.example/", "\\\\evil"],
  ...["NaN", "-1", "1e309", "9".repeat(40), "2147483648"],
  ...["2026-02-31", "9999-12-31", "monday-1.2026-02-31", "monday-1.0000-00-00", "added-%00"],
  ...["__proto__", "constructor", "[object Object]", "null", "true"],
];

const NAMES = ["role", "id", "__proto__", "constructor", "email[$ne]", "savedShows", "emailVerified", "a.b", ""];

const PATHS = ["*", "", "http://evil.example/", "//evil.example/", "?", "http://", "a:b", "/\u0001"];

const PATH_PIECES = [
  ...["..", ".", "%2e%2e", "..%2f", "%00", "%", "%zz", "%c0%af", "%ff", "//", "\\", ";", "a", "é", "%e2%82"],
  ...[".data", "_root.data", "__manifest", "@fs", "etc/passwd", ".env", "nguvu.sqlite"],
  ...["*", "?", "#", "$", "{}", "|", "^"],
];

const METHODS = [
  ...["GET", "GET", "GET", "HEAD", "POST", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"],
  ...["PROPFIND", "QUERY", "SEARCH", "M-SEARCH", "get", "G E T", "FOO", "\x01"],
];

const TYPES = [
  ...["application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-16"],
  ...["multipart/form-data", "multipart/form-data; boundary=x", "multipart/form-data; boundary="],
  ...["text/plain", "application/json", "\x80", ""],
];

/** Makes hostile requests. */
export function hostileRequests(
  seed: number,
  { routes, forms, cookie, values = [] }: Surface = VISITORS,
): () => Buffer {
  const run = new RandomRun(seed);
  const below = (end: number) => run.below(end);
  const oneOf = <T>(list: readonly T[]) => run.pick(list);
  const chance = (likelihood: number) => run.chance(likelihood);
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => below(256)));
  const text = () => (chance(0.2) ? bytes(below(60)).toString("latin1") : oneOf(TEXTS));

  const path = (): string => {
    if (chance(0.02)) return `/${"a/".repeat(below(8000))}`;
    if (chance(0.05)) return oneOf(PATHS);
    let made = chance(0.6) ? oneOf(routes) : "/";
    const pieces = below(4);
    for (let piece = 0; piece < pieces; piece += 1) made += (chance(0.5) ? "/" : "") + oneOf(PATH_PIECES);
    if (chance(0.4)) made += `?${query()}`;
    // Usually a target that Node's parser accepts, so that it reaches the site.
    if (!chance(0.9)) return made;
    return made.replaceAll(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character.toWellFormed()));
  };

  const query = (): string => {
    const samples = [
      ...["class", "next", "sent", "token", "open", "_routes", "index", "height", "weight", "plan", ...NAMES],
      ...["after", "before", "version", "done", "q", "search", "state", "time", "with", "who", "type", "page"],
      ...["preview", "madeAt", "hash", "changed", "text", "by", "date", "session"],
    ];
    const pair = () => `${oneOf(samples)}=${chance(0.5) ? encodeURIComponent(oneOf(TEXTS)) : text()}`;
    return Array.from({ length: below(5) }, pair)
      .join("&")
      .replaceAll(/[ \r\n#]/g, "+");
  };

  const header = (): string => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
    const value = () => (chance(0.95) ? text().replaceAll(/[\x00-\x1f\x7f]/g, "") : text());
    return oneOf([
      () => `Cookie: nguvu.session=${value()}`,
      () => `Cookie: ${"a=b; ".repeat(below(500))}__Host-nguvu.session=%`,
      () => `Accept-Encoding: ${oneOf(["br;q=nan", "*;q=0", "gzip;;;", ",,,", value()])}`,
      () => `If-None-Match: ${oneOf(["*", '"', 'W/"', ",".repeat(500), value()])}`,
      () => `X-Forwarded-For: ${oneOf(["::", "1.2.3.4".repeat(200), value()])}`,
      () => `X-Forwarded-Proto: ${value()}`,
      () => `X-Forwarded-Host: evil.example`,
      () => `Range: bytes=${oneOf(["0-", "-1", "5-1", "0-0,1-1,2-2"])}`,
      () => `Origin: ${oneOf(["null", "https://evil.example", "http://[", value()])}`,
      () => `Sec-Fetch-Site: ${oneOf(["cross-site", "same-origin", "none", value()])}`,
      () => `Accept: ${oneOf(["text/html", "*/*", value()])}`,
      () => `Expect: ${oneOf(["100-continue", "nothing"])}`,
      () => `Upgrade: websocket\r\nConnection: Upgrade`,
      () => (chance(0.3) ? `Host: ${value()}` : "Forwarded: for=evil"),
      () => `X-HTTP-Method-Override: DELETE`,
      () => `Content-Encoding: gzip`,
      () => `X-${below(99)}: ${value()}`,
      () => (chance(0.2) ? `${value()}: ${value()}` : `X-A: b`),
      () => `X-Long: ${"x".repeat(below(20_000))}`,
    ])();
  };

  /** The value of a field: a known value of the forms, or a text. */
  const value = () => (values.length > 0 && chance(0.4) ? oneOf(values) : chance(0.5) ? oneOf(TEXTS) : text());

  const formBody = (target: string): { type: string; body: Buffer } => {
    const fields = [...(forms[target] ?? ["email"])];
    if (chance(0.3)) fields.push(oneOf(NAMES));
    // A form with only a button has no field to repeat.
    if (fields.length > 0 && chance(0.15)) fields.push(oneOf(fields));
    if (fields.length > 0 && chance(0.03)) {
      fields.push(...Array.from({ length: 300 }, (_, row) => `${oneOf(fields).split(".")[0]}.${row}`));
    }
    if (chance(0.3)) fields.splice(below(fields.length), 1);
    if (chance(0.3)) {
      const parts = fields.map((name) => {
        const file = chance(0.2) ? `; filename="${text()}"` : "";
        return `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value()}\r\n`;
      });
      const body = Buffer.from(parts.join("") + oneOf(["--x--\r\n", "--x", "", "--y--"]), "latin1");
      return { type: "multipart/form-data; boundary=x", body };
    }
    const typed = () => (chance(0.6) ? encodeURIComponent(value()) : text());
    const pairs = fields.map((name) => `${encodeURIComponent(name)}=${typed()}`);
    return { type: oneOf(TYPES), body: Buffer.from(pairs.join("&"), "latin1") };
  };

  const post = (): Buffer => {
    const target = oneOf(Object.keys(forms));
    const { type, body } = chance(0.85) ? formBody(target) : { type: oneOf(TYPES), body: bytes(below(2000)) };
    const suffix = oneOf(["", "", ".data", `?${query()}`]);
    const lines = [`POST ${target}${suffix} HTTP/1.1`, "Host: localhost", `Content-Type: ${type}`];
    if (chance(0.7)) lines.push("Sec-Fetch-Site: same-origin");
    if (cookie !== undefined && chance(0.9)) lines.push(`Cookie: ${cookie}`);
    if (chance(0.3)) lines.push(header());
    const head = (length: string) => Buffer.from(`${[...lines, length].join("\r\n")}\r\n\r\n`, "latin1");
    if (chance(0.04)) return Buffer.concat([head("Content-Length: 70000"), Buffer.alloc(70_000, "a")]);
    if (chance(0.04)) {
      const chunk = `2000\r\n${"a".repeat(0x2000)}\r\n`;
      return Buffer.concat([head("Transfer-Encoding: chunked"), Buffer.from(`${chunk.repeat(below(12))}0\r\n\r\n`)]);
    }
    if (chance(0.05)) return Buffer.concat([head(`Content-Length: ${below(500)}`), body]);
    if (chance(0.05)) return Buffer.concat([head("Transfer-Encoding: chunked"), bytes(below(200))]);
    return Buffer.concat([head(`Content-Length: ${body.length}`), body]);
  };

  const plain = (): Buffer => {
    const lines = [`${oneOf(METHODS)} ${path()} ${chance(0.9) ? "HTTP/1.1" : oneOf(["HTTP/1.0", "HTTP/9", ""])}`];
    if (chance(0.95)) lines.push("Host: localhost");
    if (cookie !== undefined && chance(0.8)) lines.push(`Cookie: ${cookie}`);
    for (let count = below(5); count > 0; count -= 1) lines.push(header());
    return Buffer.from(`${lines.join(chance(0.97) ? "\r\n" : "\n")}\r\n\r\n`, chance(0.8) ? "latin1" : "utf8");
  };

  const raw = (): Buffer =>
    oneOf([
      () => bytes(below(3000)),
      () => Buffer.concat([Buffer.from([0x16, 3, 1, 2, 0]), bytes(512)]),
      () => Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
      () => Buffer.from("\r\n".repeat(below(200))),
      () => Buffer.alloc(0),
      () => plain().subarray(0, below(60)),
      () => {
        const whole = plain();
        for (let count = 1 + below(4); count > 0; count -= 1) whole[below(whole.length)] = below(256);
        return whole;
      },
    ])();

  return () => (chance(0.5) ? plain() : chance(0.9) ? post() : raw());
}
