import { randomUUID } from "node:crypto";
import { data, Form, href, redirect } from "react-router";
import { z } from "zod";
import { findSingleEntry } from "../../cms/entries.server.ts";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import { settingsType } from "../../content-types/settings.ts";
import { fixedValue, optionalEmailAddress } from "../../forms/field-schemas.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { readGymMail, sendTestMail, setGymAddress } from "../../platform/gym-mail.server.ts";
import { mailErrorMessage, stuckMailText } from "../../platform/mail-messages.ts";
import { findStuckMail } from "../../platform/stuck-mail.server.ts";
import { shortMoment } from "../../time/date-texts.server.ts";
import { staffAction, staffRequest } from "../staff-request.server.ts";
import type { Route } from "./+types/mail.route";
import { FormNotice } from "./code-form.tsx";

export function meta() {
  return consoleMeta("Mail");
}

/** How mail leaves, and where the gym's own goes. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = staffRequest(context, ["edit", "settings"]);
  const stuck = await findStuckMail(services);
  return {
    mail: await readGymMail(services),
    stuck: stuck && stuckMailText(stuck, shortMoment(new Date(stuck.since), services.now())),
    isSaved: url.searchParams.has("saved"),
  };
}

const mailForm = z.object({ do: fixedValue(["save", "test"]), address: optionalEmailAddress() });

/** Sets the address, or sends a test mail to the one that counts now. */
export async function action({ context, request }: Route.ActionArgs) {
  return staffAction({ context, request }, ["edit", "settings"], mailForm, async ({ services, member, values }) => {
    if (values.do === "save") {
      await setGymAddress(services, member, values.address);
      return redirect(`${href("/staff/mail")}?saved=1`, 303);
    }
    const { name } = await findSingleEntry(services, settingsType);
    const tested = await sendTestMail(services, name, randomUUID());
    return data({ errors: {}, typed: {}, tested });
  });
}

export default function Mail({ loaderData: { mail, stuck, isSaved }, actionData }: Route.ComponentProps) {
  const tested = actionData !== undefined && "tested" in actionData ? actionData.tested : undefined;
  const returned = useReturnedForm(tested === undefined ? actionData : undefined);
  const address = mail.set ?? mail.fallback;
  return (
    <>
      <PageHead title="Mail" meta="How mail leaves this site, and where the gym’s own mail goes." />
      {isSaved && actionData === undefined && <Notice>{`Saved. The gym’s own mail goes to ${address}.`}</Notice>}
      {stuck && (
        <Notice isBad>
          <b>{stuck.title}</b> {stuck.text}
        </Notice>
      )}
      <div className="grid max-w-[640px] gap-10">
        <section aria-labelledby="leaves">
          <h2 id="leaves">How mail leaves</h2>
          {mail.folder === undefined ? (
            <p className="mt-3">
              Through the mail server <b className="break-words">{mail.server}</b>.
            </p>
          ) : (
            <NoMailServer folder={mail.folder} />
          )}
        </section>
        <section aria-labelledby="goes">
          <h2 id="goes">Where the gym’s own mail goes</h2>
          <PostForm returned={returned} className="form mt-3">
            <FormNotice returned={returned} />
            <input type="hidden" name="do" value="save" />
            <ConsoleTextField
              name="address"
              label="Address (may be left empty)"
              type="email"
              help={`Notices of enquiries, of cover, and of what could not be published; answers to your replies arrive there too. Left empty: ${mail.fallback}, as whoever runs the server has set it.`}
              defaultValue={mail.set ?? ""}
              returned={returned}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <p className="actions">
              <button type="submit" className="button red">
                Save
              </button>
            </p>
          </PostForm>
        </section>
        <section id="test" aria-labelledby="try">
          <h2 id="try">Try it</h2>
          <Form method="post" action={`${href("/staff/mail")}#test`} className="mt-3 grid gap-4" preventScrollReset>
            <input type="hidden" name="do" value="test" />
            <p>
              A test mail goes to <b className="break-words">{address}</b>.
            </p>
            <p className="actions">
              <button type="submit" className="button">
                Send a test mail
              </button>
            </p>
            {tested !== undefined && <TestOutcome tested={tested} />}
          </Form>
        </section>
      </div>
    </>
  );
}

/** What a site without a mail server does with mail, and who can change that. */
function NoMailServer({ folder }: { folder: string }) {
  return (
    <div className="mt-3 grid gap-2">
      <p className="state alert">No mail server is set: mail is only written to files</p>
      <p>
        Nobody gets any mail. The files are in <span className="wrap-anywhere">{folder}</span>, on the machine that runs
        the site.
      </p>
      <p>
        Whoever runs it sets a mail server with <b>SMTP_URL</b>: docs/operating.md, “Settings”, says how.
      </p>
    </div>
  );
}

type Tested = Awaited<ReturnType<typeof sendTestMail>>;

function TestOutcome({ tested }: { tested: Tested }) {
  switch (tested.code) {
    case "sent":
      return (
        <Notice>
          <b>Sent:</b> {tested.server} has taken the mail to {tested.to}. If it doesn’t arrive within minutes, look in
          the folder for spam.
        </Notice>
      );
    case "written":
      return (
        <Notice isBad>
          <b>Not sent, but written to a file:</b> no mail server is set. The file is{" "}
          <span className="wrap-anywhere">{tested.file}</span>.
        </Notice>
      );
    case "failed": {
      const { code, words } = tested.failure;
      return (
        <Notice isBad>
          <b>Not sent to {tested.to}:</b> {mailErrorMessage(code)}.{words !== "" && ` It said: “${words}”`}
        </Notice>
      );
    }
  }
}
