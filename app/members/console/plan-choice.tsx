import { ConsoleTextField } from "../../console/fields.tsx";
import { ownField } from "../../console/kit/actions.ts";
import { aboutParts } from "../../console/kit/list-page.tsx";
import type { ReturnedForm } from "../../forms/problems.ts";
import { PAID_WAYS } from "../plans.ts";
import type { PlanChoiceView } from "./plan-choice.server.ts";

type PlanOptionsProps = {
  name: string;
  legend: string;
  choice: Pick<PlanChoiceView, "plans" | "usual">;
  none?: string | undefined;
  returned: ReturnedForm | undefined;
};

/** The plans as a radio group. @param none the label of the empty choice, if it is allowed */
export function PlanOptions({ name: field, legend, choice: { plans, usual }, none, returned }: PlanOptionsProps) {
  const chosen = returned?.typed[field] ?? usual ?? "";
  const problem = returned?.errors[field];
  // Without JavaScript, the page of a returned form opens at its top.
  const isFirstWrong = returned !== undefined && Object.keys(returned.errors)[0] === field;
  return (
    <fieldset className={problem ? "field wrong" : "field"}>
      <legend className="legend">{legend}</legend>
      {problem && <p className="error">{problem}</p>}
      {none !== undefined && (
        <label className="choice">
          <input type="radio" name={field} value="" defaultChecked={chosen === ""} />
          <span>{none}</span>
        </label>
      )}
      {plans.map(({ slug, name, price, about, days, isTooFar }, index) => (
        <label key={slug} className="choice plan">
          <input
            type="radio"
            name={field}
            value={slug}
            defaultChecked={chosen === slug}
            disabled={isTooFar}
            // biome-ignore lint/a11y/noAutofocus: the next thing to choose
            autoFocus={isFirstWrong && index === 0}
          />
          <span>
            <b>{`${name}, ${price}`}</b>
            <span className="days">{aboutParts(days)}</span>
            <span className="quiet first-letter:uppercase">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The fields of a new pass, all rendered by the first. */
export const PLAN_FIELDS = (["plan", "paidHow", "paidNote"] as const).map((name) => ownField(name));

type PlanChoiceProps = {
  choice: PlanChoiceView;
  none?: string;
  mayGift: boolean;
  /** Whether the pass can only be a gift, since all others are sold. */
  isGift?: boolean;
  returned: ReturnedForm | undefined;
};

/** The plan and the payment. @param none label of no plan @param mayGift whether gifts are allowed */
export function PlanChoice({ choice: { plans, usual }, none, mayGift, isGift = false, returned }: PlanChoiceProps) {
  const paid = returned?.typed.paidHow ?? "";
  // Without JavaScript, the page of a returned form opens at its top.
  const isWrong = (name: string) => returned !== undefined && Object.keys(returned.errors)[0] === name;
  return (
    <>
      <PlanOptions name="plan" legend="Plan" choice={{ plans, usual }} none={none} returned={returned} />
      {isGift ? (
        <input type="hidden" name="paidHow" value="gift" />
      ) : (
        <fieldset className={returned?.errors.paidHow ? "field wrong" : "field"}>
          <legend>How it was paid</legend>
          {returned?.errors.paidHow && <p className="error">{returned.errors.paidHow}</p>}
          <div className="flex flex-wrap gap-x-5.5">
            {Object.entries(PAID_WAYS).map(
              ([way, name], index) =>
                (way !== "gift" || mayGift) && (
                  <label key={way} className="choice">
                    <input
                      type="radio"
                      name="paidHow"
                      value={way}
                      defaultChecked={paid === way}
                      // biome-ignore lint/a11y/noAutofocus: the next thing to choose
                      autoFocus={isWrong("paidHow") && index === 0}
                    />
                    <span>{name}</span>
                  </label>
                ),
            )}
          </div>
        </fieldset>
      )}
      <ConsoleTextField
        name="paidNote"
        label="Note (optional)"
        autoComplete="off"
        help={
          isGift
            ? "Such as why it is free."
            : mayGift
              ? "Such as the M-Pesa code, or why it is free."
              : "Such as the M-Pesa code."
        }
        returned={returned}
      />
    </>
  );
}
