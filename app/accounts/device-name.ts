/** Names the browser and system of a sign-in, without version or model. */

/** The first match counts: most browsers also name others they are compatible with. */
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
  // iPads also send this when they ask for desktop pages.
  ["Macintosh", "Mac"],
  ["Linux", "Linux"],
];

/** The device of a `User-Agent`, such as `Chrome on Android`. @returns null when it names neither browser nor system */
export function deviceName(userAgent: string): string | null {
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  if (browser === undefined) return system === undefined ? null : `A browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}

function nameIn(names: typeof BROWSERS, userAgent: string): string | undefined {
  return names.find(([mark]) => userAgent.includes(mark))?.[1];
}
