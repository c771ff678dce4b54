/** What a sign-in was made with, in words that its owner knows: the browser and the system, and no version or model. */

/** The first that is found counts: most browsers name others too, with which they agree. */
const BROWSERS: readonly (readonly [mark: string, name: string])[] = [
  ["Instagram", "Instagram"],
  ["FBAN/", "Facebook"],
  ["FBAV/", "Facebook"],
  ["Opera Mini", "Opera Mini"],
  ["OPR/", "Opera"],
  ["OPT/", "Opera"],
  ["UCBrowser", "UC Browser"],
  ["SamsungBrowser", "Samsung Internet"],
  ["HuaweiBrowser", "Huawei Browser"],
  ["MiuiBrowser", "Mi Browser"],
  ["PHX/", "Phoenix"],
  ["YaBrowser", "Yandex"],
  ["Vivaldi", "Vivaldi"],
  ["EdgA/", "Edge"],
  ["EdgiOS/", "Edge"],
  ["Edg/", "Edge"],
  ["DuckDuckGo", "DuckDuckGo"],
  ["FxiOS/", "Firefox"],
  ["Firefox/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
];

const SYSTEMS: readonly (readonly [mark: string, name: string])[] = [
  ["iPad", "iPad"],
  ["iPhone", "iPhone"],
  ["KAIOS", "KaiOS"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["CrOS", "Chromebook"],
  // iPads say so too when they ask for the pages of a desktop.
  ["Macintosh", "Mac"],
  ["Linux", "Linux"],
];

/**
 * The device of a `User-Agent`: `Chrome on Android`. Always made of the words above, whatever a client sends.
 * @returns null when it names neither browser nor system
 */
export function deviceName(userAgent: string): string | null {
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  if (browser === undefined) return system === undefined ? null : `A browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}

function nameIn(names: typeof BROWSERS, userAgent: string): string | undefined {
  return names.find(([mark]) => userAgent.includes(mark))?.[1];
}
