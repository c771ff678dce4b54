/** Declarations of what a console page does: `const ACTIONS = { end: { submit: "End it", done: "Ended." } } satisfies Actions`. */
import type { ReturnedForm } from "../../forms/form-state.ts";
import type { ProblemRow } from "../../forms/problems.ts";
import type { FormPart } from "./fields.ts";

export type ActionDeclaration<Name extends string = string> = {
  /** The text of its button: a verb and a noun. */
  submit: string;
  isMain?: boolean;
  /** The text of the button that shows what it does, in a `PreviewForm`. */
  preview?: string;
  fields?: readonly FormPart<Name>[];
  /** The sentence of the page once it is done; none where another page says it. */
  done?: string;
  /** The action that undoes it, offered beside the sentence. */
  undo?: string;
};

/** The actions of a page, by the value of the form's `do`. */
export type Actions = Readonly<Record<string, ActionDeclaration>>;

/** Something that may be meant, and is asked before it is done. `answer`: the text of its button, where "… anyway" does not fit. */
export type Warning = { code: string; sentence: string; links?: readonly PageLink[]; answer?: string };

/** What a press does, in a sentence; what stands below it is listed with it. */
export type Effect = { text: string; below?: readonly string[] };

/**
 * What an action does with what is typed, or why it can't.
 * @property seen the hash of the sentences; where they are others when the form is sent, nothing is done
 * @property submit the text of the button that does it
 * @property filled values that the page fills in
 */
export type Preview = (
  | { problem: ProblemRow & { sentence: string }; effects?: undefined }
  | { effects: readonly Effect[]; seen: string; submit: string; problem?: undefined }
) & { filled?: Readonly<Record<string, string>> };

/** A form that was returned to its page: with what is wrong and where to look first, with what is asked, or with what it does. */
export type ReturnedAction = ReturnedForm & { link?: PageLink; questions?: Warning[]; preview?: Preview | undefined };

export type PageLink = { to: string; label: string };

/** The values of an action's form. `seen`: what the page was; `anyway`: the answered questions; `show`: whether it is only previewed. */
export type SentValues<Declaration extends ActionDeclaration> = Record<
  "seen" | "anyway" | "show" | (Declaration extends { fields: readonly FormPart<infer Name>[] } ? Name : never),
  string
>;
