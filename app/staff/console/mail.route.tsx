import { randomUUID } from "node:crypto";
import { findSingleEntry } from "../../cms/entries.server.ts";
import { ActionForm, ActionPage } from "../../console/kit/action-page.tsx";
import { type Actions, emailField } from "../../console/kit/actions.ts";
import { type Found, staffActions } from "../../console/kit/staff-actions.server.ts";
import { Notice, TitledSection } from "../../console/page-parts.tsx";
import { settingsType } from "../../content-types/settings.ts";
import { readGymMail, sendTestMail, setGymAddress, type TestMailOutcome } from "../../platform/gym-mail.server.ts";
import { mailErrorMessage, stuckMailText } from "../../platform/mail-messages.ts";
import { findStuckMail } from "../../platform/undelivered-mail.server.ts";
import { shortMoment } from "../../time/dates.server.ts";
import type { Route } from "./+types/mail.route";

const ADDRESS_HELP = "For notices of enquiries and of failed changes. Answers to your replies arrive there too.";

const ACTIONS = {
  save: {
    submit: "Save",
    isMain: true,
    fields: [emailField("address", "Address (optional)", { help: ADDRESS_HELP })],
    done: "Saved.",
  },
  test: {
    submit: "Send a test email",
    done: "Sent: the mail server has accepted the email. If it doesn’t arrive within a few minutes, check the spam folder.",
  },
} satisfies Actions;

const server = staffActions(ACTIONS, {
  may: ["edit", "settings"],
  problems: {},
  load: async ({ services }) => {
    const stuck = await findStuckMail(services);
    return {
      mail: await readGymMail(services),
      stuck: stuck && stuckMailText(stuck, shortMoment(new Date(stuck.since), services.now())),
    };
  },
  run: {
    save: ["edit", ({ services, member }, { address }) => setGymAddress(services, member, address)],
    test: ["edit", tryMail],
  },
});
export const loader = server.loader;
export const action = server.action;

async function tryMail({ services }: Found) {
  const { name } = await findSingleEntry(services, settingsType);
  const outcome = await sendTestMail(services, name, randomUUID());
  if (outcome.code === "sent") return { code: "done" } as const;
  return { code: "explained", problem: { field: "form", status: 422, sentence: whyNotSent(outcome) } } as const;
}

function whyNotSent(outcome: Exclude<TestMailOutcome, { code: "sent" }>): string {
  if (outcome.code === "written") {
    return `Not sent, only saved as a file: no mail server is set up. The file is ${outcome.file}.`;
  }
  const { code, reply } = outcome.failure;
  return `Not sent to ${outcome.to}: ${mailErrorMessage(code)}.${reply === "" ? "" : ` It said: “${reply}”`}`;
}

export default function Mail({ loaderData: { page } }: Route.ComponentProps) {
  const { mail, stuck } = page;
  const address = mail.set ?? mail.fallback;
  return (
    <ActionPage actions={ACTIONS} title="Email" meta="How emails are sent, and where the gym’s own emails go.">
      {stuck && (
        <Notice isBad>
          <b>{stuck.title}</b> {stuck.text}
        </Notice>
      )}
      <TitledSection title="Sending">
        {mail.folder === undefined ? (
          <p>
            Through the mail server <b className="break-words">{mail.server}</b>.
          </p>
        ) : (
          <NoMailServer folder={mail.folder} />
        )}
      </TitledSection>
      <ActionForm action="save" title="The gym’s own emails" values={{ address: mail.set ?? "" }}>
        <p>
          Leave it empty to use <b className="break-words">{mail.fallback}</b>, the address set on the server.
        </p>
      </ActionForm>
      <ActionForm action="test" title="Test">
        <p>
          A test email goes to <b className="break-words">{address}</b>.
        </p>
      </ActionForm>
    </ActionPage>
  );
}

function NoMailServer({ folder }: { folder: string }) {
  return (
    <div className="grid gap-2">
      <p className="state alert">No mail server is set up: emails are only saved as files</p>
      <p>
        Nobody gets any emails. The files are in <span className="wrap-anywhere">{folder}</span>, on the machine that
        runs the site.
      </p>
      <p>
        Whoever runs the site sets up a mail server with <b>SMTP_URL</b>: see “Settings” in docs/operating.md.
      </p>
    </div>
  );
}
