/** Finds what mail programs turn into links, as names appear in the gym's emails. */

/** The endings that malicious links use most; country endings need no list. */
const ENDINGS = new Set(
  (
    "com net org info biz edu gov int mil mobi name pro tel asia app dev page web site website online store shop club xyz top vip icu " +
    "link click live life world today news blog space tech tips work works fun win bid loan cash money bank finance africa cloud " +
    "digital email help host press rest sale support team zone games gifts global group health fit fitness gold guru media one " +
    "party promo review reviews science services social solutions stream studio systems trade ventures wiki buzz cfd sbs cyou " +
    "example test onion local"
  ).split(" "),
);

/** Created for the first name that needs it; few do. */
let regions: Intl.DisplayNames | undefined;

/** A scheme (`https:`), `www.`, or an email address. */
const SCHEME_OR_ADDRESS = /@|\p{L}:\S|(?<![\p{L}\p{N}])www\./u;

/** Plain names, which need no further check. */
const PLAIN_NAME = /^[A-Za-z' -]*$/;

/** "J.P. Otieno" and "Mary.Wanjiru" have no link; "evil.com", "pay.co.ke" and "t.me/claim" do. */
export function hasLink(name: string): boolean {
  if (PLAIN_NAME.test(name)) return false;
  // Full-width and other variants of letters and dots lead to the same address.
  const text = name.normalize("NFKC").replaceAll("。", ".").toLowerCase();
  return SCHEME_OR_ADDRESS.test(text) || text.split(/[^\p{L}\p{N}./-]+/u).some(isWebAddress);
}

function isWebAddress(term: string): boolean {
  return term.split("/").some((part, index, parts) => {
    const labels = part.split(".");
    const hasPath = index < parts.length - 1;
    return labels.some((label, position) => isEnding(label, labels[position - 1] ?? "", hasPath));
  });
}

/** Whether a label ends an address. A country code after one letter may be a degree: "B.Sc". */
function isEnding(label: string, before: string, hasPath: boolean): boolean {
  if (before === "") return false;
  return ENDINGS.has(label) || label.startsWith("xn--") || (isCountry(label) && (before.length > 1 || hasPath));
}

function isCountry(ending: string): boolean {
  regions ??= new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return /^[a-z]{2}$/.test(ending) && regions.of(ending.toUpperCase()) !== undefined;
}
