/** The forms that a page posts, read from its HTML as a browser without JavaScript reads them. */

export type ServedForm = {
  action: string;
  isMultipart: boolean;
  /** Without file inputs. */
  fields: readonly [name: string, value: string][];
  files: readonly string[];
  /** The fields that each of its submit buttons adds. */
  buttons: readonly [name: string, value: string][][];
};

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", quot: '"', "#x27": "'", lt: "<", gt: ">" };

const ELEMENT = /<(select|textarea)\b([^>]*)>(.*?)<\/\1>|<(\/?form|input|button)\b([^>]*)>/gs;

type Attributes = ReadonlyMap<string, string>;
type UnfinishedForm = {
  attributes: Attributes;
  fields: [string, string][];
  files: string[];
  buttons: [string, string][][];
};

/** The forms of a page with the method POST. @param path the page's own address, to which a form without an action is sent */
export function postFormsIn(html: string, path: string): ServedForm[] {
  const forms: UnfinishedForm[] = [];
  let open: UnfinishedForm | undefined;
  const elements = [...html.replaceAll(/<script\b.*?<\/script>/gs, "").matchAll(ELEMENT)];
  const parsed = elements.map(([, filled, ofFilled, content = "", empty, ofEmpty]) => {
    const [element, own] = [filled ?? empty ?? "", attributesIn(ofFilled ?? ofEmpty ?? "")];
    if (element === "form") {
      open = { attributes: own, fields: [], files: [], buttons: [] };
      forms.push(open);
    }
    if (element === "/form") open = undefined;
    return { element, attributes: own, content, enclosing: open };
  });
  for (const { element, attributes, content, enclosing } of parsed) {
    const id = attributes.get("form");
    const form = id === undefined ? enclosing : forms.find((each) => each.attributes.get("id") === id);
    if (form === undefined || /form$/.test(element) || attributes.has("disabled")) continue;
    const name = attributes.get("name") ?? "";
    const type = attributes.get("type") ?? (element === "button" ? "submit" : "text");
    if (type === "submit") {
      form.buttons.push(name === "" ? [] : [[name, attributes.get("value") ?? ""]]);
    } else if (type === "image") {
      form.buttons.push(["x", "y"].map((axis) => [`${name}.${axis}`, "1"]));
    } else if (type === "file") {
      form.files.push(name);
    } else if (name !== "" && type !== "button") {
      const value = servedValue(element, attributes, content);
      if (value !== undefined) form.fields.push([name, value]);
    }
  }
  return forms
    .filter(({ attributes }) => attributes.get("method")?.toLowerCase() === "post")
    .map(({ attributes, fields, files, buttons }) => ({
      action: attributes.get("action") ?? path,
      isMultipart: attributes.get("enctype") === "multipart/form-data",
      fields,
      files,
      buttons,
    }));
}

/** The fields of a page's largest form with their values. */
export function largestFormIn(html: string, path: string): URLSearchParams {
  const [largest] = postFormsIn(html, path).toSorted((a, b) => b.fields.length - a.fields.length);
  return new URLSearchParams(largest?.fields.map(([name, value]) => [name, value]));
}

/** The value that a field would be sent with, unchanged; undefined if it is not sent. */
function servedValue(element: string, attributes: Attributes, content: string): string | undefined {
  if (element === "textarea") return asText(content);
  if (element === "select") {
    const options = [...content.matchAll(/<option\b([^>]*)>/g)].map(([, text = ""]) => attributesIn(text));
    return (options.find((option) => option.has("selected")) ?? options[0])?.get("value");
  }
  const type = attributes.get("type") ?? "text";
  if (type === "radio" || type === "checkbox") {
    return attributes.has("checked") ? (attributes.get("value") ?? "on") : undefined;
  }
  return attributes.get("value") ?? "";
}

function attributesIn(text: string): Attributes {
  const pairs = [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)];
  return new Map(pairs.map(([, name = "", value = ""]) => [name.toLowerCase(), asText(value)]));
}

function asText(text: string): string {
  return text.replaceAll(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
