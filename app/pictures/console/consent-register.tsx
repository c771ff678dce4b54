import { Form } from "react-router";
import { optionsOf } from "../../console/fields.tsx";
import { choiceField, dayField, textField, tickField } from "../../console/kit/actions.ts";
import { FormParts } from "../../console/kit/form-parts.tsx";
import { ConsoleButton } from "../../console/page-parts.tsx";
import type { ReturnedForm } from "../../forms/problems.ts";
import { CONSENT_PURPOSES, CONSENT_WAYS } from "../consent-terms.ts";
import type { registerEntry } from "../picture-actions.server.ts";

/** A row; its form takes the full width when opened. */
export const REGISTER_ROW = "flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2";

type RegisterEntry = ReturnType<typeof registerEntry>;

/** The consequence of withdrawing, the button for it, and the button that removes somebody who has not agreed. */
export type RegisterWords = { consequence: string; withdraw: string; forget: string };

type RegisterProps = {
  entries: readonly RegisterEntry[];
  mayChange: boolean;
  words: RegisterWords;
  returned: ReturnedForm | undefined;
  openId: string | undefined;
};

/** The people whose consent is needed, with its state and actions. @param openId the entry whose form was returned */
export function Register({ entries, mayChange, words, returned, openId }: RegisterProps) {
  return (
    <ul className="board">
      {entries.map((entry) => (
        <li key={entry.id} className={REGISTER_ROW}>
          <p>
            <b>{entry.name}</b>
            {entry.guardian !== "" && `, a child: ${entry.guardian} agreed`}
            <small className="quiet">{entry.terms}</small>
          </p>
          {mayChange && entry.state === "given" && <Withdrawal entry={entry} words={words} />}
          {mayChange && entry.state === "waiting" && (
            <ConsentGiven entry={entry} words={words} returned={openId === entry.id ? returned : undefined} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Asks for confirmation, because withdrawing can't be undone. */
function Withdrawal({ entry, words }: { entry: RegisterEntry; words: RegisterWords }) {
  return (
    <details className="open:basis-full">
      <summary className="link">
        Withdraw<span className="sr-only"> the consent of {entry.name}</span>
      </summary>
      <Form method="post" className="asked">
        <p>{words.consequence} The register keeps this entry.</p>
        <input type="hidden" name="id" value={entry.id} />
        <ConsoleButton name="do" value="withdraw" className="button danger" label={words.withdraw} />
      </Form>
    </details>
  );
}

type ConsentGivenProps = { entry: RegisterEntry; words: RegisterWords; returned: ReturnedForm | undefined };

function ConsentGiven({ entry, words, returned }: ConsentGivenProps) {
  return (
    <details className="open:basis-full" open={returned !== undefined}>
      <summary className="link">
        Record consent<span className="sr-only"> of {entry.name}</span>
      </summary>
      <Form method="post" className="asked" noValidate>
        <input type="hidden" name="id" value={entry.id} />
        <div className="form">
          <FormParts
            parts={CONSENT_FIELDS}
            options={CONSENT_OPTIONS}
            values={{ name: entry.name }}
            returned={returned}
          />
        </div>
        <div className="actions">
          <ConsoleButton name="do" value="give" label="Record consent" />
          <ConsoleButton name="do" value="forget" className="link" label={words.forget} />
        </div>
      </Form>
    </details>
  );
}

export const CONSENT_FIELDS = [
  [
    textField("name", "Name", { max: 80 }),
    dayField("given_on", "Agreed on (optional)", { help: "Leave empty if not asked yet." }),
  ],
  [choiceField("purpose", "May be used"), choiceField("how", "How it was given")],
  tickField("child", "A child: a parent or guardian agreed"),
  textField("guardian", "Parent or guardian", { help: "For a child only.", max: 80 }),
];

export const CONSENT_OPTIONS = { purpose: optionsOf(CONSENT_PURPOSES), how: optionsOf(CONSENT_WAYS) };
