/** Grammar and names that CONTRIBUTING excludes. `plain-english.json` has the exceptions of each file; `npm run english` lists hits and lowers them. */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./spawn.ts";

const EXCEPTIONS = join(ROOT, "tools", "plain-english.json");
const MAX_SUBJECT = 60;
const COMMENT = /(?<=^|[\s{(])\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+|(?<=[ \t])\/\/ .*/gm;
const TOO_LONG = /^.{161,}/g;
const GRAMMAR = [
  /^(Of|Who|Whom|Whose|Whoever|What|One|Those|That of|The same|Somebody|Nobody)\b/g,
  /\b(of|by|to|with|for|in|on) (which|whom)\b/g,
  /\b(that of|those of|that which|those which|those who|those that)\b/g,
  /\b(is|are|was|were) (said|told|asked)\b|\bsays? (of|so|nothing|what|that it)\b|\bin words\b/g,
  /\b(is|are) none\b|\bno \w+ of (ours|it)\b|\bstands?\b|\bbeside\b|\bbehind\b/g,
  /\bby now\b|\bmeanwhile\b|\bas (it|they) (is|are) now\b|\bis so\b/g,
  /\b(made one|take[ns]? apart|brought in|taken back)\b/g,
  /(?:[^\s.:;!?]+\s+){25,}[^\s.:;!?]+/g,
];
const NAME = "(?:of|one|found|said|told|asked|word|words|shown)\\b";
const DECLARATIONS = [`(?:const|let) ${NAME}`, `(?:const|let) [[{][^=\\n]*\\b${NAME}[^=\\n]*[\\]}] =`, `\\b${NAME} =>`]
  .concat(`\\(${NAME}[,:)?][^=\\n]*=>`, `\\(${NAME}\\??: `, `, ${NAME}\\??: (?=[A-Z{(]|readonly|string|number|boolean)`)
  .map((pattern) => new RegExp(pattern, "g"));

/** The header of a file can be longer than its other comments. */
function hitsOf(source: string): string[] {
  const comments = [...source.matchAll(COMMENT)].map(({ 0: comment, index }) => ({
    text: comment.replace(/^[\s/*]+|[\s/*]+$|\n\s*(?:\*|\/\/) ?/g, " ").trim(),
    rules: index === 0 ? GRAMMAR : [...GRAMMAR, TOO_LONG],
  }));
  const code = source.replace(COMMENT, "");
  return [
    ...comments.flatMap(({ text, rules }) => rules.flatMap((rule) => (text.match(rule) ?? []).map(() => text))),
    ...DECLARATIONS.flatMap((pattern) => code.match(pattern) ?? []),
  ];
}

/** Prints the hits of files that have more than their exceptions. @returns 1 if there are any, else 0 */
export function plainEnglish(isList = false): number {
  const exceptions: Record<string, number> = JSON.parse(readFileSync(EXCEPTIONS, "utf8"));
  const files = globSync("{app,host}/**/*.{ts,tsx}", { cwd: ROOT }).sort();
  const hits = files.map(
    (path) => [path.replaceAll("\\", "/"), hitsOf(readFileSync(join(ROOT, path), "utf8"))] as const,
  );
  const over = hits.filter(([path, texts]) => texts.length > (exceptions[path] ?? 0));
  for (const [path, texts] of isList ? hits : over) for (const text of texts) console.log(`${path}: ${text}`);
  const { stdout } = spawnSync("git", ["log", "-1", "--no-merges", "--format=%s"], { cwd: ROOT, encoding: "utf8" });
  const isLong = (stdout ?? "").trim().length > MAX_SUBJECT;
  if (isLong) console.log(`The subject of the last commit has more than ${MAX_SUBJECT} characters.`);
  if (isList) {
    const lower = hits.map(([path, texts]) => [path, Math.min(texts.length, exceptions[path] ?? 0)] as const);
    writeFileSync(
      EXCEPTIONS,
      `${JSON.stringify(Object.fromEntries(lower.filter(([, count]) => count > 0)), null, 2)}\n`,
    );
    console.log(`${hits.flatMap(([, texts]) => texts).length} hits`);
  }
  return over.length > 0 || isLong ? 1 : 0;
}

if (import.meta.main) process.exitCode = plainEnglish(true);
