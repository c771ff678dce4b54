/**
 * Checks structured data against schema.org's own definitions, which the package `schema-dts` has as TypeScript: an
 * interface for each type with its properties and their ranges, and a union of names for each enumeration. Stricter than
 * schema.org, which allows text everywhere.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../tools/spawn.ts";

type Vocabulary = {
  /** The interfaces that each interface extends. */
  parents: ReadonlyMap<string, readonly string[]>;
  /** The ranges of each interface's own properties. */
  properties: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** The members of each type's union: interfaces of things, narrower types, quoted names of an enumeration. */
  unions: ReadonlyMap<string, readonly string[]>;
};

const DEFINITIONS = join(ROOT, "node_modules", "schema-dts", "dist", "schema.d.ts");
const INTERFACE = /^(?:export )?interface (\w+) extends ([\w, ]+) \{$/;
const PROPERTY = /^ {4}"(\w+)"\?: SchemaValue<(.+), "\w+">;$/;
const UNION = /^export type (\w+) = (.+);$/;

function readVocabulary(): Vocabulary {
  const parents = new Map<string, string[]>();
  const properties = new Map<string, Map<string, string[]>>();
  const unions = new Map<string, string[]>();
  let own = new Map<string, string[]>();
  for (const line of readFileSync(DEFINITIONS, "utf8").split("\n")) {
    const [, name, extended] = INTERFACE.exec(line) ?? /^(?:export )?interface (\w+)( )/.exec(line) ?? [];
    const [, property, ranges] = PROPERTY.exec(line) ?? [];
    const [, type, members] = UNION.exec(line) ?? [];
    if (name !== undefined && extended !== undefined) {
      own = new Map();
      parents.set(
        name,
        extended.split(",").map((parent) => parent.trim()),
      );
      properties.set(name, own);
    } else if (property !== undefined && ranges !== undefined) own.set(property, ranges.split(" | "));
    else if (type !== undefined && members !== undefined) unions.set(type, members.split(" | "));
  }
  return { parents, properties, unions };
}

const vocabulary = readVocabulary();

/** The number of types and properties in the definitions, to prove that they were read. */
export const VOCABULARY_SIZE = {
  types: [...vocabulary.properties.keys()].filter((name) => name.endsWith("Leaf")).length,
  properties: new Set([...vocabulary.properties.values()].flatMap((own) => [...own.keys()])).size,
};

/** The ranges of a property of an interface or its parents. */
function rangesOf(name: string, property: string): readonly string[] | undefined {
  const own = vocabulary.properties.get(name)?.get(property);
  if (own !== undefined) return own;
  for (const parent of vocabulary.parents.get(name) ?? []) {
    const inherited = rangesOf(parent, property);
    if (inherited !== undefined) return inherited;
  }
  return undefined;
}

/** Whether a type's union has a member, at any depth. */
function includes(type: string, member: string, seen = new Set<string>()): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  return (vocabulary.unions.get(type) ?? []).some((each) => each === member || includes(each, member, seen));
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is of a simple type. */
const SIMPLE: Readonly<Record<string, (text: string) => boolean>> = {
  // Text that looks like a date or an address of schema.org needs the type for it.
  Text: (text) => text !== "" && !text.startsWith("https://schema.org/") && !DATE.test(text.slice(0, 10)),
  URL: (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? "") && !text.startsWith("https://schema.org/"),
  Date: (text) => DATE.test(text) && !Number.isNaN(Date.parse(text)),
  Time: (text) => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text),
};

type Node = Record<string, unknown>;

/** Errors in a page's structured data, each with its place; empty when valid. */
export function problemsOf(data: unknown): string[] {
  if (!isNode(data)) return ["no object"];
  const { "@context": context, "@graph": graph, ...rest } = data;
  const problems = Object.keys(rest).map((key) => `${key} beside the graph`);
  if (context !== "https://schema.org") problems.push(`the context is ${String(context)}`);
  if (!Array.isArray(graph) || graph.length === 0) return [...problems, "no graph"];
  const nodes = new Map<unknown, Node>();
  collect(graph, nodes, problems);
  return [...problems, ...graph.flatMap((node, index) => problemsOfNode(node, `${index}`, nodes))];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isReference(value: Node): boolean {
  return Object.keys(value).join() === "@id";
}

/** Collects all nodes with an `@id`, at any depth, each of which may be described only once. */
function collect(value: unknown, nodes: Map<unknown, Node>, problems: string[]): void {
  if (Array.isArray(value)) for (const item of value) collect(item, nodes, problems);
  if (!isNode(value) || isReference(value)) return;
  const { "@id": id } = value;
  if (id !== undefined && nodes.has(id)) problems.push(`${String(id)} is described twice`);
  if (id !== undefined) nodes.set(id, value);
  for (const inner of Object.values(value)) collect(inner, nodes, problems);
}

function problemsOfNode(node: unknown, at: string, nodes: ReadonlyMap<unknown, Node>): string[] {
  if (!isNode(node)) return [`${at}: no object`];
  const { "@type": type, "@id": id, ...properties } = node;
  const name = `${String(type)}Leaf`;
  if (!vocabulary.properties.has(name)) return [`${at}: no type ${String(type)}`];
  const problems = id === undefined || URL.canParse(String(id)) ? [] : [`${at}: @id ${String(id)}`];
  for (const [property, value] of Object.entries(properties)) {
    const here = `${at} ${String(type)}.${property}`;
    const ranges = rangesOf(name, property);
    if (ranges === undefined) problems.push(`${here}: no property of this type`);
    else for (const item of [value].flat()) problems.push(...problemsOfValue(item, ranges, here, nodes));
  }
  return problems;
}

function problemsOfValue(
  value: unknown,
  ranges: readonly string[],
  at: string,
  nodes: ReadonlyMap<unknown, Node>,
): string[] {
  const wrong = [`${at}: ${JSON.stringify(value)} is not ${ranges.join(" or ")}`];
  if (typeof value === "number") {
    const isNumber = ranges.includes("Number") || (ranges.includes("Integer") && Number.isInteger(value));
    return isNumber && Number.isFinite(value) ? [] : wrong;
  }
  if (typeof value === "string") {
    const isSimple = ranges.some((range) => SIMPLE[range]?.(value));
    return isSimple || ranges.some((range) => includes(range, `"${value}"`)) ? [] : wrong;
  }
  if (!isNode(value)) return wrong;
  const meant = isReference(value) ? nodes.get(value["@id"]) : value;
  if (meant === undefined) return [`${at}: nothing on the page is ${String(value["@id"])}`];
  const isInRange = ranges.some((range) => includes(range, `${String(meant["@type"])}Leaf`));
  const inner = meant === value ? problemsOfNode(value, at, nodes) : [];
  return [...(isInRange ? [] : wrong), ...inner];
}
