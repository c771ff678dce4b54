/** Declarations of what a console page does. */
import type { ReturnedForm } from "../../forms/form-state.ts";
import type { FormPart } from "./fields.ts";

export type ActionDeclaration<Name extends string = string> = {
  /** The text of its button: a verb and a noun. */
  submit: string;
  /** The main button of its page. */
  isMain?: boolean;
  fields?: readonly FormPart<Name>[];
  /** The sentence of the page once it is done; none where another page says it. */
  done?: string;
  /** The action that undoes it, offered beside the sentence. */
  undo?: string;
};

/** The actions of a page, by the value of the form's `do`. */
export type Actions = Readonly<Record<string, ActionDeclaration>>;

/** Something that may be meant, and is asked before it is done. */
export type Question = { code: string; sentence: string };

/** A form that was returned to its page: with what is wrong, or with what is asked. */
export type ReturnedAction = ReturnedForm & { questions?: Question[] };

/** The values of an action's form: what its fields say, what the page was when it was made, and the questions that are answered. */
export type SentValues<Declaration extends ActionDeclaration> = Record<
  "seen" | "anyway" | (Declaration extends { fields: readonly FormPart<infer Name>[] } ? Name : never),
  string
>;
