import { type ComponentProps, createContext, Fragment, type ReactNode, useContext, useState } from "react";
import { useActionData, useLoaderData, useLocation } from "react-router";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import type { ReturnedForm } from "../../forms/problems.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { DefaultButton } from "../fields.tsx";
import type { Option } from "../form-field.ts";
import { ConsoleButton, ConsoleLink, Notice, PageHead, TitledSection } from "../page-parts.tsx";
import type { ActionDeclaration, Actions, Effect, ReturnedAction, Warning } from "./actions.ts";
import { FormParts, type FormValues } from "./form-parts.tsx";

/** The actions of the forms inside. `ActionPage` provides them; a page with its own frame wraps its forms in it. */
export const PageActions = createContext<{ actions: Actions; seen?: number | string | undefined }>({ actions: {} });

/** The width of a page of forms. */
const WIDTH = "max-w-190";

type ActionPageProps = Omit<ComponentProps<typeof PageHead>, "actions" | "tab" | "hasErrors" | "className"> & {
  actions: Actions;
  about?: string;
  headActions?: ReactNode;
  seen?: number | string;
  notice?: ReactNode;
  undo?: Readonly<Record<string, string>> | undefined;
  layout?: string;
  children: ReactNode;
};

/**
 * The frame of a page of actions: head, notice and problems. @param seen the page's version or etag @param undo
 * values of the undo form
 */
export function ActionPage({ actions, about, headActions, seen, notice, undo, children, ...props }: ActionPageProps) {
  const { layout = `parts ${WIDTH}`, ...head } = props;
  // Its actions end where the forms below do.
  const width = headActions !== undefined && props.layout === undefined ? WIDTH : "";
  const { done } = useLoaderData<{ done: string | undefined }>();
  const form = useActionData<ReturnedAction>();
  const returned = useReturnedForm<string>(form);
  const tab = about === undefined ? head.title : `${head.title}: ${about}`;
  const { done: sentence, undo: undoing } = (done !== undefined && actions[done]) || {};
  return (
    <PageActions value={{ actions, seen }}>
      <PageHead {...head} tab={tab} hasErrors={returned !== undefined} actions={headActions} className={width} />
      {returned?.errors.form !== undefined && (
        <Notice isBad action={form?.link && <ConsoleLink {...form.link} />}>
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
      {layout === "" ? children : <div className={layout}>{children}</div>}
    </PageActions>
  );
}

export type ActionFormProps = FormValues & {
  action: string;
  title?: string;
  id?: string;
  /** Replaces the declared text of its button, for example to add a name. */
  submit?: string;
  /** Buttons that replace the declared button, each with a value of one field. Enter in a field sends none of them. */
  buttons?: { name: string; options: readonly Option[] };
  cancel?: string;
  children?: ReactNode;
};

/**
 * The form of an action, as in `<ActionForm action="end" title="End it today" />`. Warnings come back with a second
 * button that confirms.
 */
export function ActionForm({ action, title, id, buttons, cancel, children, ...form }: ActionFormProps) {
  const { declared, own, returned, key } = useAction(action);
  const submit = form.submit ?? declared.submit;
  const questions = own?.questions ?? [];
  return (
    <TitledSection title={title} id={id}>
      <PostForm key={key} returned={returned} className="form">
        {buttons && <DefaultButton />}
        {children}
        <ActionInputs action={action} {...form} returned={returned} />
        {questions.length > 0 && <Questions questions={questions} submit={submit} />}
        <p className="actions">
          {buttons?.options.map(({ value, label }) => (
            <ConsoleButton key={value} name={buttons.name} value={value} className="button ink" label={label} />
          ))}
          {buttons === undefined && (
            <ConsoleButton className={buttonClass(declared, questions.length > 0)} label={submit} />
          )}
          {cancel !== undefined && (
            <ConsoleLink to={cancel} preventScrollReset={cancel.startsWith("?")} label="Cancel" />
          )}
        </p>
      </PostForm>
    </TitledSection>
  );
}

/** The classes of an action's button. @param hasQuestions the button below the questions is red instead */
function buttonClass({ isMain, isDestructive }: ActionDeclaration, hasQuestions: boolean): string {
  if (isDestructive) return "button danger";
  return isMain && !hasQuestions ? "button red" : "button";
}

type ActionPressProps = Pick<ActionFormProps, "action" | "values" | "submit"> & { about?: string; className?: string };

/**
 * An action as a single button: `<ActionPress action="revoke" values={{ invitation: id }} />`. @param about its
 * object, for screen readers
 */
export function ActionPress({ action, values, about, className = "link", submit }: ActionPressProps) {
  const { declared } = useAction(action);
  return (
    <PostForm returned={undefined} className="">
      <ActionInputs action={action} values={values} returned={undefined} />
      <ConsoleButton className={className} label={submit ?? declared.submit} about={about} />
    </PostForm>
  );
}

/** The effects of an action, one sentence per line: `<Effects effects={page.end} />`. */
export function Effects({ effects }: { effects: readonly Effect[] }) {
  return (
    <ul className="effects">
      {effects.map(({ text, below = [] }) => (
        <li key={text}>
          {withoutBreaks(text)}
          {below.map((line) => (
            <span key={line} className="below">
              {withoutBreaks(line)}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** A declared action, and its form if that was returned. `key` changes once an action is done. */
export function useAction(name: string) {
  const { actions, seen } = useContext(PageActions);
  const form = useActionData<ReturnedAction>();
  const location = useLocation();
  // Forms are remounted once an action is done, but not when one comes back.
  const [doneAt, setDoneAt] = useState(location.key);
  if (form === undefined && doneAt !== location.key) setDoneAt(location.key);
  const own = name === (form?.typed.do ?? Object.keys(actions)[0]) ? form : undefined;
  const returned = useReturnedForm<string>(own);
  const declared = actions[name];
  if (declared === undefined) throw new Error(`The page declares no action ${name}`);
  return { declared, own, returned, key: `${doneAt} ${seen}` };
}

type ActionInputsProps = FormValues & { action: string; seen?: string | undefined; returned: ReturnedForm | undefined };

/** Everything that an action's form sends. @param props.seen the form's version or etag, if not the page's */
export function ActionInputs({ action, ...form }: ActionInputsProps) {
  const page = useContext(PageActions);
  const seen = form.seen ?? page.seen;
  return (
    <>
      <input type="hidden" name="do" value={action} />
      {seen !== undefined && <input type="hidden" name="seen" value={seen} />}
      <FormParts parts={page.actions[action]?.fields ?? []} {...form} />
    </>
  );
}

function Questions({ questions, submit }: { questions: readonly Warning[]; submit: string }) {
  return (
    // biome-ignore lint/a11y/noAutofocus: the next thing to answer, even without JavaScript
    <div className="asked" role="alert" tabIndex={-1} autoFocus>
      {/* Enter in a field answers no question. */}
      <DefaultButton />
      {questions.map(({ code, sentence, links = [] }) => (
        <Fragment key={code}>
          <p>{sentence}</p>
          {links.length > 0 && (
            <ul>
              {links.map((link) => (
                <li key={link.to}>
                  <ConsoleLink {...link} />
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
