/** The server's half of a console page: its loader, and one action for all of its forms. */
import { data, type RouterContextProvider, redirect } from "react-router";
import { z } from "zod";
import { fixedValue, line, optionalEmailAddress, paragraphs, textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import type { ProblemRow, ProblemTable } from "../../forms/problems.ts";
import { type FormSchema, readBody } from "../../forms/read-form.server.ts";
import type { Services } from "../../platform/services.ts";
import type { Action, StaffMember } from "../../staff/roles.ts";
import { holdFormUntilFresh, requireFreshSecondStep } from "../../staff/staff-guard.server.ts";
import { type Permission, requirePermission, staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import type {
  ActionDeclaration,
  ActionField,
  Actions,
  PageLink,
  Preview,
  ReturnedAction,
  SentValues,
  Warning,
} from "./actions.ts";

export type RouteArgs = { context: Readonly<RouterContextProvider>; request: Request; url: URL };

export type Found = { services: Services; member: StaffMember };

const EFFECTS_CHANGED = {
  field: "effects",
  status: 409,
  sentence: "The preview has changed since you opened this page. Please check it, and press again.",
} as const;

/** A refusal. `explained`: a sentence with names or dates, and a link to check first. */
export type Refusal<Code extends string> =
  | { code: "questions"; questions: Warning[] }
  | { code: "explained"; problem: ProblemRow; link?: PageLink }
  | { code: Code | "effects-changed" };

type Work<F extends Found, Declaration extends ActionDeclaration, Outcome> = (
  target: F,
  values: SentValues<Declaration>,
) => Promise<Outcome>;

/**
 * Makes `loader` and `action` of a page from its declared actions. @param page.run each action with its permission
 * @param page.preview compared with `seen`
 */
export function staffActions<
  A extends Actions,
  Args extends RouteArgs,
  F extends Found,
  Page,
  Code extends string,
  Outcome extends { code: "done" | "same" } | Refusal<Code>,
>(
  actions: A,
  page: {
    may: Permission | ((args: Args) => Permission);
    isSensitive?: boolean;
    problems: ProblemTable<Code>;
    find?: (request: Found, args: Args) => Promise<F>;
    load: (target: F, url: URL) => Promise<Page>;
    run: { [Name in keyof A]?: readonly [may: Action | Permission, work: Work<F, A[Name], Outcome>] };
    preview?: { [Name in keyof A]?: Work<F, A[Name], Preview> };
    to?: (target: F, outcome: Extract<Outcome, { code: "done" | "same" }>, action: keyof A) => string | undefined;
  },
) {
  // Without `find` a page has only the member of staff.
  const find = page.find ?? (async (request: Found) => request as F);
  const permissionOf = (args: Args) => (typeof page.may === "function" ? page.may(args) : page.may);

  async function loader(args: Args) {
    const request = staffRequest(args.context, permissionOf(args));
    if (page.isSensitive) requireFreshSecondStep(args.context, args.url);
    const target = await find(request, args);
    const done = args.url.searchParams.get("done");
    return {
      page: await page.load(target, args.url),
      done: done !== null && Object.hasOwn(actions, done) ? done : undefined,
    };
  }

  async function action(args: Args) {
    const permission = permissionOf(args);
    const request = staffRequest(args.context, permission);
    if (page.isSensitive) holdFormUntilFresh(args);
    const names = Object.keys(page.run) as (keyof A)[];
    const sentName = (await readBody(args.request.clone()))?.get("do");
    // A page with one action needs no name.
    const name = names.find((action) => action === (sentName ?? (names.length === 1 ? action : undefined)));
    const [may, run] = (name !== undefined && page.run[name]) || [];
    if (typeof may === "string") requirePermission(request.member, may, permission[1]);
    else if (may !== undefined) requirePermission(request.member, ...may);
    return staffAction(
      args,
      undefined,
      schemaOf(actions, name),
      async ({ values, typed }) => {
        // The schema of an unknown action accepts nothing.
        if (name === undefined || run === undefined) throw data(null, { status: 400 });
        const target = await find(request, args);
        // The schema has exactly the names of the declared fields.
        const sent = values as SentValues<A[keyof A]>;
        const preview = page.preview?.[name];
        const outcome = preview && sent.show !== "" ? undefined : await run(target, sent);
        if (outcome?.code === "done" || outcome?.code === "same") {
          const destination = page.to?.(target, outcome as Extract<Outcome, { code: "done" | "same" }>, name);
          const to = new URL(destination ?? `${args.url.pathname}${args.url.search}`, args.url);
          if (destination === undefined || !to.searchParams.has("done")) to.searchParams.set("done", String(name));
          throw redirect(`${to.pathname}${to.search}`, 303);
        }
        // Found again: a concurrent change may be the reason.
        const result = await preview?.(await find(request, args), sent);
        const refusal = result?.problem ? { code: "explained" as const, problem: result.problem } : outcome;
        const form = { errors: {}, typed: { ...typed, ...result?.filled }, preview: result };
        return refusedForm(page.problems, refusal as Refusal<Code> | undefined, form);
      },
      page.problems,
    );
  }

  // Tests read the permissions of all pages.
  return { loader: Object.assign(loader, { may: permissionOf }), action: Object.assign(action, { run: page.run }) };
}

function refusedForm(table: ProblemTable, refusal: Refusal<string> | undefined, form: ReturnedAction) {
  if (refusal === undefined) return data(form);
  if ("questions" in refusal) {
    const { questions } = refusal;
    // An error without a field moves the focus to the warning.
    return data<ReturnedAction>({ ...form, errors: { anyway: "asked" }, questions }, { status: 422 });
  }
  const { problem, link } = "problem" in refusal ? refusal : { problem: table[refusal.code], link: undefined };
  const { data: returned, init } = problemResponse({ refusal: problem ?? EFFECTS_CHANGED }, "refusal");
  return data<ReturnedAction>({ ...form, errors: returned.errors, ...(link && { link }) }, init ?? undefined);
}

/** The schema of an action's form. It accepts fields of the page's other actions, for forms with several buttons. */
function schemaOf(actions: Actions, name: PropertyKey | undefined): FormSchema {
  const fieldsOf = ({ fields = [] }: ActionDeclaration): ActionField[] => fields.flat();
  const names = Object.values(actions).flatMap((action) => fieldsOf(action).map((field) => field.name));
  const action = actions[String(name)];
  const checks = action ? Object.fromEntries(fieldsOf(action).map((field) => [field.name, checkOf(field)])) : {};
  const named = action ? [String(name), ""] : Object.keys(actions);
  return textFields("seen", "anyway", "show", ...names).extend({ do: fixedValue(named), ...checks });
}

function checkOf({ kind, max }: ActionField): z.ZodType<string> {
  if (kind === "email") return optionalEmailAddress().transform((address) => address.toLowerCase());
  if (max === undefined || kind === "own") return z.string();
  return kind === "long" ? paragraphs({ max }) : line({ max });
}
