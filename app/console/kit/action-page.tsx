/** The browser's half of a console page: its frame, and the forms of its actions. */
import { createContext, Fragment, type ReactNode, useContext, useId } from "react";
import { Link, useActionData, useLoaderData, useLocation } from "react-router";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { consoleTitle } from "../console-meta.ts";
import { DefaultButton } from "../default-button.tsx";
import type { Option } from "../form-field.ts";
import { Notice } from "../notice.tsx";
import { PageHead } from "../page-head.tsx";
import type { Actions, Effect, PageLink, Question, ReturnedAction } from "./actions.ts";
import { fieldsOf } from "./fields.ts";
import { FormParts, type Inputs } from "./form-parts.tsx";

/** The actions of the forms within. `ActionPage` has it; a page with a frame of its own puts it around its forms. */
export const PageActions = createContext<{ actions: Actions; seen: number | string | undefined }>({
  actions: {},
  seen: undefined,
});

/**
 * The frame of a page of actions: its head, what was done, and what is wrong with the whole form.
 *
 *     <ActionPage actions={ACTIONS} title="End a pass" about={page.name} back={page.back} meta={page.pass} seen={page.version}>
 *
 * @param about whom or what it is about, for the title of the window
 * @param headActions what can be done with the whole page, beside its title
 * @param seen what the page was when it was made; a form that was made before a change conflicts with it
 * @param notice what was done, where the declared sentence is not enough
 * @param layout the classes around its forms
 * @param undo the values of the undoing form, while what was just done can be undone
 */
export function ActionPage({
  actions,
  title,
  about,
  back,
  meta,
  headActions,
  seen,
  notice,
  undo,
  layout = "grid max-w-[620px] gap-9",
  children,
}: {
  actions: Actions;
  title: string;
  about?: string;
  back?: PageLink;
  meta?: ReactNode;
  headActions?: ReactNode;
  seen?: number | string;
  notice?: ReactNode;
  undo?: Readonly<Record<string, string>> | undefined;
  layout?: string;
  children: ReactNode;
}) {
  const { done } = useLoaderData<{ done: string | undefined }>();
  const form = useActionData<ReturnedAction>();
  const returned = useReturnedForm<string>(form);
  const { done: sentence, undo: undoing } = (done !== undefined && actions[done]) || {};
  return (
    <PageActions value={{ actions, seen }}>
      <title>{consoleTitle(about === undefined ? title : `${title}: ${about}`, returned !== undefined)}</title>
      <PageHead title={title} {...(back && { back })} meta={meta} actions={headActions} />
      {returned?.errors.form !== undefined && (
        <Notice
          isBad
          action={
            form?.link && (
              <Link className="link" to={form.link.to}>
                {form.link.label}
              </Link>
            )
          }
        >
          {returned.errors.form}
        </Notice>
      )}
      {returned === undefined &&
        (notice ||
          (sentence !== undefined && (
            <Notice action={undoing && undo && <ActionPress action={undoing} values={undo} submit="Undo" />}>
              {sentence}
            </Notice>
          )))}
      <div className={layout}>{children}</div>
    </PageActions>
  );
}

export type ActionFormProps = {
  /** The name of a declared action. */
  action: string;
  title?: string;
  /** Its address within the page. */
  id?: string;
  /** Another text of its button than the declared one, such as one with a name. */
  submit?: string;
  /** Other declared actions to which its fields can be sent, each with a button. */
  also?: readonly string[];
  /** The way out of a question. */
  cancel?: string;
  /** What its fields have before anything is typed. */
  values?: Readonly<Record<string, string>> | undefined;
  /** The earliest day to choose. */
  earliest?: string;
  /** The options of its choices. */
  options?: Readonly<Record<string, readonly Option[]>>;
  /** The markup of fields of kind `own`. */
  inputs?: Inputs;
  /** What stands above its fields. */
  children?: ReactNode;
};

/** The form of an action. What may be meant comes back as a question, with a second button that says so. */
export function ActionForm({
  action,
  also = [],
  title,
  id,
  cancel,
  values,
  earliest,
  options,
  inputs,
  children,
  ...props
}: ActionFormProps) {
  const heading = useId();
  const { isMain, fields = [], ...declared } = useAction(action);
  const submit = props.submit ?? declared.submit;
  const { actions, seen } = useContext(PageActions);
  const { search } = useLocation();
  const own = useOwnForm(action, ...also);
  const returned = useReturnedForm<string>(own);
  const questions = own?.questions ?? [];
  return (
    <section
      className={title === undefined ? undefined : "act"}
      id={id}
      aria-labelledby={title === undefined ? undefined : heading}
    >
      {title !== undefined && (
        <h2 id={heading} className="h3">
          {title}
        </h2>
      )}
      {/* Made anew once something is done. */}
      <PostForm key={`${search} ${seen}`} returned={returned} className="form">
        <HiddenInputs action={action} values={values} isNamed={also.length === 0} />
        {children}
        <FormParts parts={fields} {...{ values, earliest, options, inputs, returned }} />
        {questions.length > 0 && <Questions questions={questions} submit={submit} />}
        <p className="actions">
          <button
            type="submit"
            className={isMain && questions.length === 0 ? "button red" : "button"}
            {...(also.length > 0 && { name: "do", value: action })}
          >
            {submit}
          </button>
          {also.map((other) => (
            <button key={other} type="submit" name="do" value={other} className="button">
              {actions[other]?.submit}
            </button>
          ))}
          {cancel !== undefined && (
            <Link className="link" to={cancel} preventScrollReset={cancel.startsWith("?")}>
              Cancel
            </Link>
          )}
        </p>
      </PostForm>
    </section>
  );
}

/** An action as a button alone, such as Undo. @param about the thing it is about, for those who hear the button alone */
export function ActionPress({
  action,
  values,
  about,
  className = "link",
  ...props
}: Pick<ActionFormProps, "action" | "values" | "submit"> & { about?: string; className?: string }) {
  const declared = useAction(action);
  return (
    <PostForm returned={undefined} className="">
      <HiddenInputs action={action} values={values} />
      <button type="submit" className={className}>
        {props.submit ?? declared.submit}
        {about !== undefined && <span className="sr-only">{about}</span>}
      </button>
    </PostForm>
  );
}

/** What a press does, one sentence a line; what stands below one is listed with it. */
export function Effects({ effects }: { effects: readonly Effect[] }) {
  return (
    <ul className="effects">
      {effects.map(({ text, below = [] }) => (
        <li key={text}>
          {text}
          {below.map((line) => (
            <span key={line} className="below">
              {line}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

export function useAction(name: string) {
  const { actions } = useContext(PageActions);
  const declaration = actions[name];
  if (declaration === undefined) throw new Error(`The page declares no action ${name}`);
  return declaration;
}

/** The returned form, if it is one of these actions'. */
export function useOwnForm(...names: string[]): ReturnedAction | undefined {
  const { actions } = useContext(PageActions);
  const returned = useActionData<ReturnedAction>();
  return names.includes(returned?.typed.do ?? Object.keys(actions)[0] ?? "") ? returned : undefined;
}

/**
 * @param isNamed whether it says which action it is, where no button does
 * @param props.seen what the form was made from, where it is not the page
 */
export function HiddenInputs({
  action,
  values = {},
  isNamed = true,
  ...props
}: Pick<ActionFormProps, "action" | "values"> & { isNamed?: boolean; seen?: string | undefined }) {
  const page = useContext(PageActions);
  const seen = props.seen ?? page.seen;
  const fields = fieldsOf(useAction(action).fields ?? []).filter(({ kind }) => kind === "hidden");
  return (
    <>
      {isNamed && <input type="hidden" name="do" value={action} />}
      {seen !== undefined && <input type="hidden" name="seen" value={seen} />}
      {fields.map(({ name }) => (
        <input key={name} type="hidden" name={name} value={values[name] ?? ""} />
      ))}
    </>
  );
}

function Questions({ questions, submit }: { questions: readonly Question[]; submit: string }) {
  return (
    // biome-ignore lint/a11y/noAutofocus: what is to be answered next, without script too
    <div className="asked" role="alert" tabIndex={-1} autoFocus>
      {/* Enter in a field answers no question. */}
      <DefaultButton />
      {questions.map(({ code, sentence, links = [] }) => (
        <Fragment key={code}>
          <p>{sentence}</p>
          {links.length > 0 && (
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link className="link" to={to}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </Fragment>
      ))}
      <button type="submit" name="anyway" value={questions.map(({ code }) => code).join(" ")} className="button red">
        {questions[0]?.answer ?? `${submit} anyway`}
      </button>
    </div>
  );
}
