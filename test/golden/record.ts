/** What a page means, line by line and without its looks: read from its HTML, which React writes regularly. */

type Element = {
  tag: string;
  attributes: ReadonlyMap<string, string>;
  children: (Element | string)[];
  parent?: Element;
};

const TOKEN = /<!--.*?-->|<(\/?)([a-zA-Z][\w-]*)((?:\s+[^\s=>/]+(?:="[^"]*"|='[^']*'|=[^\s>]+)?)*)\s*\/?>|[^<]+/gs;
const VOID = new Set(["area", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);
const RAW = /<(script|style|svg|template)\b([^>]*)>.*?<\/\1>/gs;
const INLINE = new Set("a abbr b bdi button code data em i label mark s small span strong sub sup time u".split(" "));
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", quot: '"', "#x27": "'", lt: "<", gt: ">", nbsp: " " };

/** Elements that have a role of their own, and end. */
const ROLES: Readonly<Record<string, string>> = {
  ...{
    main: "main",
    nav: "navigation",
    aside: "complementary",
    dialog: "dialog",
    fieldset: "group",
    details: "details",
  },
  ...{ ul: "list", ol: "list", dl: "definitions", table: "table", figure: "figure", article: "article" },
};
/** Elements that have a role, whose end says nothing. */
const ITEMS: Readonly<Record<string, string>> = {
  ...{ li: "item", dt: "term", dd: "definition", tr: "row", th: "column", td: "cell", option: "option" },
};
/** Attributes of fields and buttons that people notice, or that are sent. */
const FACTS = [
  ...[
    "value",
    "required",
    "checked",
    "disabled",
    "readonly",
    "min",
    "max",
    "step",
    "minlength",
    "maxlength",
    "pattern",
  ],
  ...["autocomplete", "inputmode", "placeholder", "accept", "multiple", "formaction", "formmethod", "formnovalidate"],
  ...["list", "aria-invalid", "aria-current", "aria-expanded", "aria-pressed", "autofocus", "enterkeyhint", "download"],
];

export const unescapeHtml = (text: string) =>
  text.replaceAll(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all);

export function parseHtml(html: string): Element {
  const root: Element = { tag: "root", attributes: new Map(), children: [] };
  let open = root;
  const plain = html
    .replace(/<!DOCTYPE[^>]*>/i, "")
    .replaceAll(RAW, (_, tag: string, attributes: string) =>
      tag === "svg" && /aria-label=/.test(attributes) ? `<img ${attributes.replace("aria-label=", "alt=")}>` : "",
    );
  for (const [token, slash, name, attributes = ""] of plain.matchAll(TOKEN)) {
    if (token.startsWith("<!--")) continue;
    const tag = name?.toLowerCase();
    if (tag === undefined) open.children.push(unescapeHtml(token));
    else if (slash === "") {
      const element: Element = { tag, attributes: attributesIn(attributes), children: [], parent: open };
      open.children.push(element);
      if (!VOID.has(tag)) open = element;
    } else {
      if (open.tag !== tag) throw new Error(`</${tag}> closes <${open.tag}>`);
      open = open.parent ?? root;
    }
  }
  return root;
}

function attributesIn(text: string): ReadonlyMap<string, string> {
  const pairs = [...text.matchAll(/([^\s=]+)(?:="([^"]*)"|='([^']*)'|=(\S+))?/g)];
  return new Map(
    pairs.map(([, name = "", ...values]) => [name.toLowerCase(), unescapeHtml(values.find((value) => value) ?? "")]),
  );
}

export function* elementsIn(element: Element): Generator<Element> {
  for (const child of element.children) {
    if (typeof child === "string") continue;
    yield child;
    yield* elementsIn(child);
  }
}

const squeeze = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** The text of an element, with the names of its pictures. */
function textOf(node: Element | string): string {
  if (typeof node === "string") return node;
  if (node.tag === "img") return ` ${node.attributes.get("alt") ?? ""} `;
  if (node.attributes.has("hidden") || ["select", "textarea", "input"].includes(node.tag)) return "";
  const text = node.children.map(textOf).join("");
  return INLINE.has(node.tag) ? text : ` ${text} `;
}

/** The lines of a page. */
export function describePage(html: string): string[] {
  const root = parseHtml(html);
  const all = [...elementsIn(root)];
  const byId = new Map(all.flatMap((each) => (each.attributes.has("id") ? [[each.attributes.get("id"), each]] : [])));
  const labels = all.filter(({ tag }) => tag === "label");
  const lines: string[] = [];
  let text = "";
  const flush = () => {
    if (squeeze(text) !== "") lines.push(squeeze(text));
    text = "";
  };
  const add = (line: string) => {
    flush();
    lines.push(line);
  };
  const textOfIds = (ids: string) =>
    squeeze(
      ids
        .split(" ")
        .map((id) => textOf(byId.get(id) ?? ""))
        .join(" "),
    );

  function nameOf(element: Element): string {
    const { attributes, tag, parent } = element;
    const label = attributes.get("aria-label");
    if (label !== undefined) return label;
    const labelledBy = attributes.get("aria-labelledby");
    if (labelledBy !== undefined) return textOfIds(labelledBy);
    if (["input", "select", "textarea"].includes(tag)) {
      const id = attributes.get("id");
      const own = labels.filter((each) => id !== undefined && each.attributes.get("for") === id);
      for (let above = parent; above !== undefined; above = above.parent) if (above.tag === "label") own.push(above);
      return squeeze(own.map(textOf).join(" ")) || (attributes.get("alt") ?? attributes.get("title") ?? "");
    }
    if (tag === "fieldset")
      return squeeze(textOf(element.children.find((c) => typeof c !== "string" && c.tag === "legend") ?? ""));
    if (tag === "a" || tag === "button" || tag === "summary" || /^h\d$/.test(tag)) return squeeze(textOf(element));
    return "";
  }

  function factsOf(element: Element): string {
    const { attributes } = element;
    const facts = FACTS.flatMap((name) => {
      const value = attributes.get(name);
      if (value === undefined || (name === "value" && attributes.get("type") === "hidden" && value === "")) return [];
      return [value === "" && name !== "value" ? name : `${name}=${JSON.stringify(value)}`];
    });
    const described = attributes.get("aria-describedby");
    if (described !== undefined) facts.push(`described ${JSON.stringify(textOfIds(described))}`);
    const form = attributes.get("form");
    if (form !== undefined) facts.push(`of form ${byId.get(form)?.attributes.get("action") ?? "?"}`);
    return facts.map((fact) => ` ${fact}`).join("");
  }

  /** A fragment of the page is named by what is there: ids are no part of the record. */
  function targetOf(href: string): string {
    const [path, fragment] = href.split("#");
    const target = fragment === undefined ? undefined : byId.get(fragment);
    if (target === undefined) return href;
    return `${path}#(${target.attributes.get("name") ?? (squeeze(textOf(target)).slice(0, 40) || target.tag)})`;
  }

  function walk(node: Element | string): void {
    if (typeof node === "string") {
      text += node;
      return;
    }
    const { tag, attributes, children } = node;
    const inside = () => children.forEach(walk);
    const structureInside = () => {
      flush();
      inside();
      text = "";
    };
    if (tag === "head") return;
    if (attributes.has("hidden") && tag !== "input" && tag !== "body") {
      add("(hidden");
      inside();
      add(")");
    } else if (/^h[1-6]$/.test(tag)) {
      add(`${tag} ${JSON.stringify(nameOf(node))}`);
      for (const link of elementsIn(node)) if (link.tag === "a" || link.tag === "button") walk(link);
      text = "";
    } else if (tag === "a") {
      add(`link ${JSON.stringify(nameOf(node))} → ${targetOf(attributes.get("href") ?? "")}${factsOf(node)}`);
    } else if (tag === "button") {
      const sent = attributes.has("name") ? ` name=${attributes.get("name")}` : "";
      add(`button ${attributes.get("type") ?? "submit"} ${JSON.stringify(nameOf(node))}${sent}${factsOf(node)}`);
    } else if (tag === "summary") {
      add(`summary ${JSON.stringify(nameOf(node))}`);
    } else if (tag === "input") {
      const type = attributes.get("type") ?? "text";
      const name = type === "hidden" ? "" : ` ${JSON.stringify(nameOf(node))}`;
      add(`field ${type}${name} name=${attributes.get("name") ?? ""}${factsOf(node)}`);
    } else if (tag === "textarea") {
      const value = JSON.stringify(children.join("").replace(/^\n/, ""));
      add(
        `field textarea ${JSON.stringify(nameOf(node))} name=${attributes.get("name")} value=${value}${factsOf(node)}`,
      );
    } else if (tag === "select") {
      add(`field select ${JSON.stringify(nameOf(node))} name=${attributes.get("name")}${factsOf(node)}`);
      for (const option of elementsIn(node)) {
        if (option.tag === "optgroup") lines.push(`  group ${option.attributes.get("label")}`);
        if (option.tag !== "option") continue;
        const label = squeeze(textOf(option));
        const mark = option.attributes.has("selected") ? "*" : option.attributes.has("disabled") ? "-" : " ";
        lines.push(`  ${mark}${option.attributes.get("value") ?? label}: ${label}`);
      }
    } else if (tag === "form") {
      const { action = "", method = "get", enctype = "" } = Object.fromEntries(attributes);
      add(`form ${method} ${action} ${enctype}`.trim());
      inside();
      add("end form");
    } else if (tag === "img") {
      const alt = attributes.get("alt") ?? "";
      if (alt !== "") add(`image ${JSON.stringify(alt)}`);
    } else if (tag === "iframe") {
      add(`frame ${JSON.stringify(attributes.get("title") ?? "")} → ${attributes.get("src") ?? ""}`);
    } else {
      const named = attributes.has("aria-label") || attributes.has("aria-labelledby");
      const role = attributes.get("role") ?? ROLES[tag] ?? (tag === "section" && named ? "region" : undefined);
      const live = attributes.has("aria-live") ? ` live ${attributes.get("aria-live")}` : "";
      const item = ITEMS[tag];
      if (role !== undefined && role !== "presentation" && role !== "none") {
        add(`${role} ${JSON.stringify(nameOf(node))}${live}${factsOf(node)}`);
        if (role === "img") structureInside();
        else inside();
        add(`end ${role}`);
      } else if (item !== undefined || live !== "") {
        add(`${item ?? ""}${live}${factsOf(node)}`.trim());
        inside();
        flush();
      } else {
        if (!INLINE.has(tag)) text += " ";
        inside();
        if (!INLINE.has(tag)) text += " ";
      }
    }
  }
  const title = all.find(({ tag }) => tag === "title");
  lines.push(`title ${JSON.stringify(squeeze(title === undefined ? "" : title.children.join("")))}`);
  walk(root);
  flush();
  return lines;
}
