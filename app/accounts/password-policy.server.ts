/**
 * Rules for new passwords: long enough, and hard to guess. The list of 49,233 leaked passwords is from
 * @zxcvbn-ts/language-common (MIT).
 */
import additional from "./additional-passwords.json" with { type: "json" };
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type PasswordProblem } from "./credentials.ts";

/**
 * Finds the problem with a new password, if it has one. Spaces count as characters.
 * @param email the owner's address, which attackers try first
 */
export async function findPasswordProblem(password: string, email: string): Promise<PasswordProblem | undefined> {
  const length = [...password].length;
  if (length === 0) return "password-missing";
  if (length < MIN_PASSWORD_LENGTH) return "password-short";
  if (length > MAX_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH * 2) return "password-long";
  lists ??= loadLists();
  const { passwords, baseWords } = await lists;
  const lower = password.toLowerCase();
  if (passwords.has(lower)) return "password-common";
  if (isRepeated(lower) || isRun(lower)) return "password-pattern";
  if (isNearAddress(lower, email.toLowerCase())) return "password-address";
  return !isPhrase(lower) && hasBaseWord(lower, baseWords) ? "password-word" : undefined;
}

/** How many of the most common passwords are also rejected with digits and symbols around them. */
const BASE_WORD_COUNT = 10_000;

let lists: ReturnType<typeof loadLists> | undefined;

/** Loaded on first use: the package takes about 25 MB, and signing in doesn't need it. */
async function loadLists() {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const published = dictionary["passwords-common"];
  const { source: _, ...wordsByTheme } = additional;
  const themeWords = Object.values(wordsByTheme).flatMap((theme) => theme.split(" "));
  return { passwords: new Set(published), baseWords: new Set([...published.slice(0, BASE_WORD_COUNT), ...themeWords]) };
}

const RUNS = [
  "01234567890123456789",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "147258369",
  "159357",
  "1a2b3c4d5e6f7g8h9i",
];

const LOOK_ALIKES: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};

/** The most digits and symbols around a common word that leave it easy to guess: "Karibu2026!", "123kenya". */
const MAX_PADDING = 6;

/** A phrase this long is accepted, even if its words run together are a common password. */
const MIN_PHRASE_CHARACTERS = 15;
const MIN_PHRASE_WORDS = 3;

/** "kilima njaro 5895": several words of three characters or more, unlike "p a s s w o r d". */
function isPhrase(lower: string): boolean {
  const parts = lower.split(/[ ._-]/).filter((part) => [...part].length >= 3);
  return [...lower].length >= MIN_PHRASE_CHARACTERS && parts.length >= MIN_PHRASE_WORDS;
}

/** "aaaaaaaa", "12121212", "abcabcabc": a short piece again and again. */
function isRepeated(lower: string): boolean {
  return /^(.{1,4})\1+$/su.test(lower);
}

/** "12345678", "87654321", "qwertyuiop", "1q2w3e4r", and two such runs in a row. */
function isRun(lower: string): boolean {
  const rows = RUNS.flatMap((row) => [row, [...row].reverse().join("")]);
  const isRunPart = (part: string) => part.length >= 3 && rows.some((row) => row.includes(part));
  const splits = Array.from({ length: lower.length + 1 }, (_, at) => [lower.slice(0, at), lower.slice(at)] as const);
  return splits.some(([first, second]) => (first === "" || isRunPart(first)) && (second === "" || isRunPart(second)));
}

function hasBaseWord(lower: string, baseWords: ReadonlySet<string>): boolean {
  const core = stripPadding(lower);
  return [core, replaceLookAlikes(core), stripPadding(replaceLookAlikes(lower))].some((variant) =>
    baseWords.has(variant),
  );
}

/** Turns "p@ssw0rd" into "password". */
function replaceLookAlikes(text: string): string {
  return text.replace(/[013457@$]/g, (sign) => LOOK_ALIKES[sign] ?? sign);
}

/** Strips digits and symbols from both ends, and gaps inside; empty when the ends have more than `MAX_PADDING`. */
function stripPadding(text: string): string {
  const core = /[a-z].*[a-z]|[a-z]/s.exec(text)?.[0] ?? "";
  return text.length - core.length <= MAX_PADDING ? core.replace(/[ ._-]/g, "") : "";
}

function isNearAddress(lower: string, email: string): boolean {
  if (email === "") return false;
  const name = email.split("@")[0] ?? "";
  return lower === email || (name.length >= 4 && lower.includes(name) && lower.length - name.length <= MAX_PADDING);
}
