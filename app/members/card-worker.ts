/**
 * The service worker of the card (docs/decisions/offline.md). Without a connection, or with a slow one, it shows the
 * saved card of the current sign-in, without JavaScript.
 */

/** The worker's address: at the root, so that its scope can include the card. */
export const CARD_WORKER_PATH = "/card-sw.js";

export const CARD_PATH = "/account/card";

/** A short wait: the card is shown at the door. */
const MAX_WAIT_MS = 3000;

/** The policy of the saved copy: it runs no script and loads nothing. */
const COPY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Runs as soon as the card's page loads, since people only look at it, and makes the worker save the card. */
export const CARD_SCRIPT = `navigator.serviceWorker?.register("${CARD_WORKER_PATH}", { scope: "${CARD_PATH}" }).then(({ installing, waiting, active }) => {
const { port1, port2 } = new MessageChannel();
port1.onmessage = ({ data }) => {
if (!data) return;
const saved = document.querySelector("[data-saved]");
saved.querySelector("time").textContent = data;
saved.hidden = false;
};
(installing ?? waiting ?? active).postMessage(document.querySelector("[data-sign-in]").dataset.signIn, [port2]);
}).catch(() => {});`;

/** The worker's source. @param version names its cache; other versions are deleted */
export function cardWorker(version: string): string {
  return String.raw`const CACHE = "card-${version}";
const CARD = "${CARD_PATH}";
const SIGN_IN = CARD + "/sign-in";

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name.startsWith("card-") && name !== CACHE) await caches.delete(name);
  };
  event.waitUntil(Promise.all([clean(), clients.claim(), registration.navigationPreload?.disable()]));
});

addEventListener("message", (event) => event.waitUntil(save(event.data).then((time) => event.ports[0]?.postMessage(time))));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate" || new URL(request.url).pathname !== CARD) return;
  event.respondWith(request.method === "GET" ? show(event) : send(request));
});

async function save(signIn) {
  if (!(await isCurrent(signIn))) {
    await caches.delete(CACHE);
    await (await caches.open(CACHE)).put(SIGN_IN, new Response(signIn));
  }
  const response = await check(await fetch(CARD, { redirect: "manual" }));
  if (response.status !== 200) return;
  const page = await response.text();
  if (!page.includes('data-sign-in="' + signIn + '"') || !(await isCurrent(signIn))) return;
  const html = page
    .replace(/<script\b[^]*?<\/script>/g, "")
    .replace("</head>", "<style>[data-live]{display:none!important}</style></head>")
    .replace('hidden="" data-saved', "data-saved");
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "${COPY_POLICY}" };
  await (await caches.open(CACHE)).put(CARD, new Response(html, { headers }));
  if (await isCurrent(signIn)) return /<time>([^<]*)/.exec(html)[1];
  await caches.delete(CACHE);
}

async function isCurrent(signIn) {
  return (await (await caches.match(SIGN_IN))?.text()) === signIn;
}

async function check(response) {
  const isGone = response.type === "opaqueredirect" ? !(await leadsToSignIn()) : [403, 404, 410].includes(response.status);
  if (isGone) await caches.delete(CACHE);
  return response;
}

async function leadsToSignIn() {
  return new URL((await fetch(CARD)).url).pathname === "/login";
}

async function readCopy() {
  const copy = await caches.match(CARD);
  if (copy === undefined) return;
  const html = await copy.text();
  const due = /data-due="([^"]*)"/.exec(html)?.[1];
  const isDue = due !== undefined && due <= new Date().toISOString();
  return new Response(isDue ? html.replace('hidden="" data-due', "data-due") : html, { headers: copy.headers });
}

async function show(event) {
  const saved = readCopy();
  const loaded = fetch(event.request).then(check);
  event.waitUntil(loaded.catch(() => {}));
  const slow = new Promise((resolve) => setTimeout(resolve, ${MAX_WAIT_MS})).then(() => saved).then((copy) => copy ?? loaded);
  try {
    const response = await Promise.race([loaded, slow]);
    return response.status < 500 ? response : ((await saved) ?? response);
  } catch {
    return (await saved) ?? Response.error();
  }
}

async function send(request) {
  const response = await fetch(request);
  await caches.delete(CACHE);
  return response;
}
`;
}
