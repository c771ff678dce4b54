import { data, Form, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { PageHead } from "../../console/page-head.tsx";
import { isSecretField, readableText, readBody } from "../../forms/read-form.server.ts";
import { CONSOLE_PATH, nextInConsole } from "../../staff-guard.server.ts";
import type { Route } from "./+types/sign-in-again";

export function meta() {
  return consoleMeta("Please sign in again");
}

export function loader({ url }: Route.LoaderArgs) {
  return { page: nextInConsole(url) };
}

/** A form that arrived at the console after its sender's session had ended: it comes back with all that was typed. */
export async function action({ request }: Route.ActionArgs) {
  const body = await readBody(request);
  if (body === undefined) throw redirect(CONSOLE_PATH, 303);
  const fields = [...body].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && !isSecretField(name) ? [[name, readableText(value)]] : [],
  );
  return data({ fields }, { status: 401 });
}

/** Holds the form until its sender has signed in, in another tab, and sends it again. Loaded anew it has no form. */
export default function SignInAgain({ loaderData: { page }, actionData }: Route.ComponentProps) {
  if (actionData === undefined) {
    return (
      <>
        <PageHead title="Please sign in again" />
        <a href={page} className="button red">
          Sign in
        </a>
      </>
    );
  }
  return (
    <>
      <PageHead title="Please sign in again" />
      <p className="mb-3">
        You were signed out while you were writing. Nothing is saved yet, and nothing is lost: this page holds
        everything you wrote.
      </p>
      <p className="mb-6">Sign in in a new tab, come back to this one, and send it again.</p>
      <Form method="post" action={page} className="actions">
        {actionData.fields.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the inputs never move, and a name may be there twice
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <a href={page} target="_blank" rel="noreferrer" className="button">
          Sign in, in a new tab
        </a>
        <button type="submit" className="button red">
          Send again
        </button>
      </Form>
    </>
  );
}
