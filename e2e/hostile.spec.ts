/** Responses to hostile requests, and what the log must not contain. */
import { fuzzTest } from "../test/attack/fuzz.ts";
import { contactForm, createVisitor, PASSWORD, readStamp } from "../test/support/http-client.ts";
import { exchange } from "../test/support/raw-exchange.ts";
import { expect, startSite, test } from "./fixtures.ts";

let site: Awaited<ReturnType<typeof startSite>>;

test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  site = await startSite({ PUBLIC_URL: "https://nguvu.example", TRUSTED_PROXIES: "127.0.0.1" });
  await send(get("/"));
});

test("the privacy page names the cookie that browsers are given", async () => {
  const credentials = new URLSearchParams({ email: "cookie@example.com", password: PASSWORD });
  const { text } = await send(post("/signup", credentials.toString()));
  const [, name = "none"] = /\r\nSet-Cookie: ([^=]+)=/i.exec(text) ?? [];
  expect(name).toContain("nguvu");
  expect((await send(get("/privacy"))).text).toContain(`one cookie, ${name}, which`);
});

test.afterAll(() => site.close());

const ORIGIN = "Origin: https://nguvu.example\r\nSec-Fetch-Site: same-origin";
const FORM_TYPE = "Content-Type: application/x-www-form-urlencoded";

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: nguvu.example\r\nConnection: close\r\n\r\n`;
}

function post(path: string, body: string, headers: string = FORM_TYPE): string {
  const head = `POST ${path} HTTP/1.1\r\nHost: nguvu.example\r\nConnection: close\r\n${ORIGIN}\r\n${headers}`;
  return `${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const send = (bytes: string) => exchange(site.port, bytes);

const CONTACT = "name=Wanjiru&email=w%40example.com&class=&comment=&subject=&stamp=&elapsed=";

test("behind a TLS proxy the site's own forms work, other sites' don't, and addresses begin with PUBLIC_URL", async () => {
  const response = await send(post("/contact", CONTACT));
  expect(response.status).toBe(303);
  expect(response.text).toMatch(/\r\nlocation: \/contact\?sent=1/i);
  expect(response.text.toLowerCase()).toContain("strict-transport-security");
  // Browsers without Sec-Fetch-Site send at least Origin, with its scheme.
  const byOriginAlone = (origin: string) => send(post("/contact", CONTACT).replace(ORIGIN, `Origin: ${origin}`));
  expect((await byOriginAlone("https://nguvu.example")).status).toBe(303);
  expect((await byOriginAlone("http://nguvu.example")).status).toBe(403);
  expect((await send(get("/robots.txt"))).text).toContain("\nSitemap: https://nguvu.example/sitemap.xml\n");
  expect((await send(get("/sitemap.xml"))).text).toContain("<loc>https://nguvu.example/schedule/sunday</loc>");
});

test("rate limits count the address that the trusted proxy appended, whatever the client claims", async () => {
  let sent = 0;
  const statusOf = async (address: string) => {
    sent += 1;
    const headers = `${FORM_TYPE}\r\nX-Forwarded-For: ${address}`;
    return (await send(post("/forgot-password", `email=nobody-${sent}%40example.com`, headers))).status;
  };
  // The limit is sixty reset links an hour for each network address, as many phones share one.
  for (let number = 1; number <= 60; number += 1) expect(await statusOf(`198.18.2.${number}, 198.18.3.1`)).toBe(303);
  expect(await statusOf("198.18.3.1")).toBe(429);
  expect(await statusOf("198.18.3.2")).toBe(303);
});

test("the log has one JSON line for each request, and nothing that visitors typed", async () => {
  const own = await startSite();
  const visitor = createVisitor(own.url);
  const stamp = await readStamp(visitor);
  const secret = "RECOGNISABLE";
  const email = `${secret}@example.com`;
  const password = `${secret} long enough`;
  await visitor.post("/signup", { email, password });
  const seen = await visitor.get(`/account?note=${secret}`);
  await visitor.post("/saved-classes", { class: `${secret}`, do: "save", back: `/${secret}` });
  await visitor.post("/sign-out", { where: "" });
  await visitor.post("/login", { email, password: `${password} but wrong` });
  await visitor.post("/login", { email, password });
  await visitor.post("/contact", contactForm(stamp, { name: secret, email, comment: secret }));
  await visitor.post("/forgot-password", { email });
  await visitor.get(`/reset-password?token=${secret}`);
  await visitor.post(`/reset-password?token=${secret}`, { token: secret, password });
  await visitor.get("/", { Cookie: `nguvu.session=${secret}`, "X-Forwarded-For": secret, "User-Agent": secret });
  await own.stop();
  await own.close();
  expect(own.printed.filter((line) => line.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
  // The start also prints its address and how to get the first owner's link, but not the link itself.
  const events = own.printed.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  expect(own.printed).toHaveLength(events.length + 2);
  const requests = events.filter(({ event }) => event === "request");
  expect(requests).toHaveLength(12);
  expect(new Set(requests.map(({ id }) => id)).size).toBe(12);
  // A visitor who reports an error can quote the request id.
  expect(requests.find(({ id }) => id === seen.headers.get("X-Request-Id"))).toMatchObject({
    method: "GET",
    path: "/account",
    status: 200,
  });
  const signedUp = events.find(({ event }) => event === "signed-up");
  expect(requests.find(({ id }) => id === signedUp.id)).toMatchObject({ method: "POST", path: "/signup" });
});

for (const [kind, requests] of [
  ["sqlite", 500],
  ["postgres", 200],
] as const) {
  test(`generated hostile requests, even to the console, crash nothing and get no 5xx, on ${kind}`, async () => {
    // `npm run fuzz` runs longer. The seed is fixed, so that failures are reproducible.
    expect((await fuzzTest(requests, 11, () => {}, kind)).failures).toEqual([]);
  });
}
