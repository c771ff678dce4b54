import { data, Form, redirect } from "react-router";
import { ConsoleButton, NOINDEX, Notice, PageHead } from "../../console/page-parts.tsx";
import { isSecretField, readableText, readBody } from "../../forms/read-form.server.ts";
import { CONSOLE_PATH, nextInConsole } from "../staff-guard.server.ts";
import type { Route } from "./+types/sign-in-again.route";

export const meta = () => [NOINDEX];

/** Marks a form sent again from here, which returns here if its sender still isn't signed in. */
const SENT_AGAIN = "sent-again";

export function loader({ url }: Route.LoaderArgs) {
  const next = new URL(nextInConsole(url), url);
  next.searchParams.delete(SENT_AGAIN);
  const page = `${next.pathname}${next.search}`;
  return { page, sendTo: `${page}${next.search === "" ? "?" : "&"}${SENT_AGAIN}=1` };
}

/** Returns a form that arrived after its sender's sign-in had ended, with everything that was typed. */
export async function action({ request, url }: Route.ActionArgs) {
  const body = await readBody(request);
  if (body === undefined) throw redirect(CONSOLE_PATH, 303);
  const fields = [...body].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && !isSecretField(name) ? [[name, readableText(value)]] : [],
  );
  const isSentAgain = new URL(nextInConsole(url), url).searchParams.has(SENT_AGAIN);
  return data({ fields, isSentAgain }, { status: 401 });
}

/** Holds the form until its sender has signed in, in another tab, and sends it again. Reloading loses it. */
export default function SignInAgain({ loaderData: { page, sendTo }, actionData }: Route.ComponentProps) {
  if (actionData === undefined) {
    return (
      <>
        <PageHead title="Please sign in again" />
        <p className="actions">
          <a href={page} className="button red">
            Sign in
          </a>
        </p>
      </>
    );
  }
  return (
    <>
      <PageHead title="Please sign in again" />
      {actionData.isSentAgain && (
        <Notice isBad>You aren’t signed in yet, so this could not be sent. Nothing is lost: sign in first.</Notice>
      )}
      <p>
        You were signed out while writing, or you have to verify again. Nothing is saved yet, and nothing is lost: this
        page has everything you wrote.
      </p>
      <p>Sign in in a new tab, come back to this one, and send it again.</p>
      <Form method="post" action={sendTo} className="actions">
        {actionData.fields.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the inputs never move, and a name may be there twice
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <a href={page} target="_blank" rel="noreferrer" className="button">
          Sign in, in a new tab
        </a>
        <ConsoleButton className="button red" label="Send again" />
      </Form>
    </>
  );
}
