/** People whom the gym knows, and how the same people, people like them and others are typed. */

/** A name and a number as somebody types them. */
export type Typed = { name: string; phone: string };

export const KAMAU: Typed = { name: "Ng'ang'a Kamau", phone: "0712 000 007" };
export const FISHER: Typed = { name: "Tom Fisher", phone: "+44 7700 900123" };
export const ODHIAMBO: Typed = { name: "Achieng Odhiambo", phone: "020 234 5678" };
export const KNOWN: readonly Typed[] = [KAMAU, FISHER, ODHIAMBO];

const NAMES = [
  ...["Ng’ang’a Kamau", "Nganga Kamau", "Ng`ang`a Kamau", "Ngʼangʼa Kamau", "Ng´ang´a Kamau", "NG'ANG'A KAMAU"],
  ...["Kamau Ng'ang'a", "kamau, nganga", "Ng‘ang‘a  Kamau", "Ngʻangʻa-Kamau"],
];
const PHONES = [
  ...["0712000007", "+254712000007", "254712000007", "712000007", "+254 0712 000 007", "+254 (0)712 000 007"],
  ...["00254 712 000 007", "\u202a0712 000 007\u202c", "\u2066+254712000007\u2069", "+254\u200b712000007"],
  ...["0712-000-007", "(0712) 000 007", "+254-(0)712-000-007"],
];
const FOREIGN = [
  ...["+447700900123", "0044 7700 900123", "+44 (0)7700 900123", "+44-7700-900123"],
  ...["447700900123", "+44 07700 900123", "(+44) 7700 900 123"],
];
const LANDLINES = ["0202345678", "+254 20 234 5678", "254202345678", "+254 (0)20 234 5678", "020-2345678"];

/** The same person, whatever the spelling. */
export const SAME: readonly [known: Typed, typed: Typed][] = [
  ...NAMES.map((name) => [KAMAU, { name, phone: KAMAU.phone }] as [Typed, Typed]),
  ...PHONES.map((phone) => [KAMAU, { name: "Nganga Kamau", phone }] as [Typed, Typed]),
  ...FOREIGN.map((phone) => [FISHER, { name: "Tom Fisher", phone }] as [Typed, Typed]),
  ...LANDLINES.map((phone) => [ODHIAMBO, { name: "Odhiambo Achieng", phone }] as [Typed, Typed]),
];

/** Somebody who may be the same: the number with a name like it, or the name with another number or none. */
export const ASKED: readonly [known: Typed, typed: Typed][] = [
  ...["Ng'ang'a K.", "Nganga", "N. Kamau", "Kamau Ng’ang’a Mwangi", "Wanjiru Kamau"].map(
    (name) => [KAMAU, { name, phone: "0712000007" }] as [Typed, Typed],
  ),
  ...["0733 000 007", "", "+44 7700 900999", "0202345678"].map(
    (phone) => [KAMAU, { name: "Kamau Nganga", phone }] as [Typed, Typed],
  ),
  ...["T. Fisher", "Tom", "Fisher", "Tom Fisher Odera"].map(
    (name) => [FISHER, { name, phone: "+447700900123" }] as [Typed, Typed],
  ),
];

/** Somebody else: families share phones, and many people share a word of a name. */
export const OTHERS: readonly Typed[] = [
  ...["Wanjiru Otieno", "Baraka Mwangi", "W. Otieno", "Zawadi"].map((name) => ({ name, phone: "0712000007" })),
  ...["Ng'ang'a K.", "Nganga", "Wanjiru Kamau", "Wanjiru Otieno"].map((name) => ({ name, phone: "0733000007" })),
  { name: "Otieno", phone: "+447700900123" },
  { name: "Kamau", phone: "" },
];
