/**
 * The service worker of the timetable (docs/decisions/offline.md), for its addresses only. It stores public pages
 * that `saved-notice.tsx` names, and responds with them offline.
 */

/** The worker's path; at the root, so that it can be registered for both scopes. */
export const WORKER_PATH = "/sw.js";

export type SaveRequest = {
  pages: readonly string[];
  pictures: readonly string[];
  /** `omit` for a signed-in visitor, so that the page is requested as everybody sees it. */
  credentials: "omit" | "same-origin";
};

/** The maximum number of stored pages and pictures; the oldest are deleted first. */
export const MAX_SAVED = 80;

/** How long to wait for a slow connection before the copy is shown. */
const PATIENCE_MS = 6000;

/** The notice on a saved page (`saved-notice.tsx`), and its replacement on a slow connection. */
export const OFFLINE_SENTENCE = "You are offline.";
const SLOW_SENTENCE = "The connection is too slow.";

/**
 * The policy of a saved page: no script runs in it, so that nothing is marked as now or today, and nothing waits for a
 * server.
 */
const SAVED_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Buttons that need a connection: dashed, as in the notice. Defined here, as no other page needs these styles. */
const SAVED_PAGE_STYLES =
  'main a:is([href^="/contact?class="],[href^="/booking?"]):not(.seat-link){background:none;border:2px dashed;padding-inline:clamp(10px,1.5vw,16px);color:inherit}';

/** The page for addresses without a copy. */
const NOT_SAVED_PAGE = `<!doctype html><html lang="en-KE"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${OFFLINE_SENTENCE}</title><style>body{margin:12vh auto;padding:0 20px;max-width:34em;background:#0b0b0c;color:#f6f3ee;font:18px/1.5 system-ui}h1{margin:0;padding-top:28px;border-top:10px solid #e8112d;font:900 clamp(44px,13vw,80px)/.9 Impact,sans-serif-condensed,sans-serif;text-transform:uppercase}a{display:block;padding:10px 0;color:inherit}</style><h1>${OFFLINE_SENTENCE}</h1><p>This page is not saved on this device. These are:</p>`;

/** The worker's source. @param version names its cache; caches of other versions are deleted */
export function offlineWorker(version: string): string {
  return String.raw`const CACHE = "saved-${version}";

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name.startsWith("saved-") && name !== CACHE) await caches.delete(name);
  };
  event.waitUntil(Promise.all([clean(), clients.claim(), registration.navigationPreload?.disable()]));
});

addEventListener("message", (event) => event.waitUntil(save(event.data)));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method !== "GET") return;
  if (request.mode === "navigate" && !pathname.includes(".")) event.respondWith(findPage(request));
  if (request.destination === "image" && pathname.startsWith("/pictures/")) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request.url)) ?? Response.error()));
  }
});

async function save({ pages, pictures, credentials }) {
  const cache = await caches.open(CACHE);
  const savePicture = async (picture) => (await cache.match(picture)) ?? cache.add(picture);
  await Promise.allSettled([
    ...pages.map((page) => savePage(cache, page, credentials)),
    ...pictures.map(savePicture),
  ]);
  for (const key of (await cache.keys()).slice(0, -${MAX_SAVED})) await cache.delete(key);
}

async function savePage(cache, page, credentials) {
  const saved = await cache.match(page);
  const response = await fetch(page, { credentials, headers: saved ? { "If-None-Match": saved.headers.get("ETag") } : {} });
  const { headers, status } = response;
  if (status === 404) return cache.delete(page);
  if (!/\bpublic\b/.test(headers.get("Cache-Control")) || response.redirected) return;
  if (status !== 200 && status !== 304) return;
  const html = status === 304 ? await saved.text() : (await response.text())
    .replace(/<script\b[^]*?<\/script>/g, "")
    .replace("</head>", '<style>${SAVED_PAGE_STYLES}</style></head>')
    .replace('hidden="" data-saved', "data-saved");
  const time = stamp(new Date(headers.get("Date") ?? Date.now()));
  await cache.put(page, asPage(html.replace(/<time>[^<]*/, "<time>" + time), 200, headers.get("ETag")));
}

function stamp(date) {
  const show = (options) => date.toLocaleString("en-US", { timeZone: "Africa/Nairobi", ...options });
  const time = show({ hour: "numeric", minute: "2-digit" }).replace(/\s/g, "").toLowerCase();
  return show({ day: "numeric" }) + " " + show({ month: "long" }) + ", " + time;
}

function asPage(html, status, etag = "") {
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "${SAVED_PAGE_POLICY}",
      ETag: etag,
    },
  });
}

async function findPage(request) {
  const saved = caches.match(request.url);
  const loaded = fetch(request);
  const patience = new Promise((resolve) => setTimeout(resolve, ${PATIENCE_MS}));
  const slow = patience.then(() => saved).then(async (copy) => copy
    ? asPage((await copy.text()).replace("${OFFLINE_SENTENCE}", "${SLOW_SENTENCE}"), 200)
    : loaded);
  try {
    return await Promise.race([loaded, slow]);
  } catch {
    return (await saved) ?? listSaved();
  }
}

async function listSaved() {
  const cache = await caches.open(CACHE);
  let html = '${NOT_SAVED_PAGE}';
  for (const { url } of await cache.keys()) {
    if (url.includes("/pictures/")) continue;
    const [, title] = /<title>([^<]*)/.exec(await (await cache.match(url)).text()) ?? [, url];
    html += '<a href="' + url + '">' + title + "</a>";
  }
  return asPage(html, 503);
}
`;
}

/** The worker of a site without offline reading: it replaces the offline worker and deletes everything saved. */
export const REMOVAL_WORKER = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await registration.unregister();
  };
  event.waitUntil(clean());
});
`;
