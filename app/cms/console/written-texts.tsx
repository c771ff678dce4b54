import type { Texts } from "../../console/form-field.ts";
import type { ContentType } from "../content-type.ts";

/** A text of a form, with the label of its field. */
export type WrittenText = { label: string; text: string };

/** What was written into the form of an entry, for a page that can't show the form any more. */
export function writtenTexts({ fields }: Pick<ContentType, "fields">, texts: Texts): WrittenText[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const field = fields[name.split(".", 1)[0] ?? ""];
    return field === undefined || field.kind === "photo" || text === "" ? [] : [{ label: field.label, text }];
  });
}

/** What was written, to be copied, where the entry is gone or is no longer in the member's role. */
export function WrittenTexts({ texts }: { texts: readonly WrittenText[] }) {
  if (texts.length === 0) return null;
  return (
    <section className="register" aria-labelledby="written">
      <h2 id="written">What you wrote</h2>
      <p className="help">It was not saved. You can copy it from here.</p>
      <dl className="facts">
        {texts.map(({ label, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <div key={index}>
            <dt>{label}</dt>
            <dd className="whitespace-pre-wrap">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
