/** Declarations of what a console page does: `const ACTIONS = { end: { submit: "End it", done: "Ended." } } satisfies Actions`. */
import type { ReturnedForm } from "../../forms/form-state.ts";
import type { ProblemRow } from "../../forms/problems.ts";
import type { FormPart } from "./fields.ts";

export type ActionDeclaration<Name extends string = string> = {
  /** The text of its button: a verb and a noun. */
  submit: string;
  isMain?: boolean;
  /** It removes what can't be restored, or what others rely on. */
  isDestructive?: boolean;
  /** The text of the button that shows what it does, in a `PreviewForm`. */
  preview?: string;
  fields?: readonly FormPart<Name>[];
  /** The notice once it is done; undefined where another page shows it. */
  done?: string;
  undo?: string;
};

/** The actions of a page, by the value of the form's `do`. */
export type Actions = Readonly<Record<string, ActionDeclaration>>;

/** A warning that staff can confirm. `answer`: the button's text instead of "… anyway". */
export type Warning = { code: string; sentence: string; links?: readonly PageLink[]; answer?: string };

export type Effect = { text: string; below?: readonly string[] };

/**
 * The effects of an action, or why it can't be done. @property seen an etag of the sentences @property submit the
 * button @property filled values for the form
 */
export type Preview = (
  | { problem: ProblemRow & { sentence: string }; effects?: undefined }
  | { effects: readonly Effect[]; seen: string; submit: string; problem?: undefined }
) & { filled?: Readonly<Record<string, string>> };

export type ReturnedAction = ReturnedForm & { link?: PageLink; questions?: Warning[]; preview?: Preview | undefined };

export type PageLink = { to: string; label: string };

/** The values of an action's form. `seen`: the page's version; `anyway`: the confirmed warnings; `show`: not empty for a preview. */
export type SentValues<Declaration extends ActionDeclaration> = Record<
  "seen" | "anyway" | "show" | (Declaration extends { fields: readonly FormPart<infer Name>[] } ? Name : never),
  string
>;
