import { type FormEvent, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ALERT, Section, SectionIntro, type SectionText } from "../../ui/section.tsx";
import { BMI_MESSAGES, type BmiResult, calculateBmi, NORMAL_FROM, OVERWEIGHT_FROM, placeOnScale } from "./bmi.ts";

const FORM_ID = "bmi-form";
const HEADING_ID = "bmi-heading";
const ERROR_ID = "bmi-error";

export type BmiQuery = { weight: string; height: string } | null;

type MeasureProps = { name: string; label: string; value: string; isInvalid: boolean };

function Measure({ name, label, value, isInvalid }: MeasureProps) {
  return (
    <label className="grid gap-2 text-[15px] font-bold">
      {label}
      <input
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        defaultValue={value}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? ERROR_ID : undefined}
        className="h-19 w-full rounded-edge border-2 border-white/45 bg-black px-4.5 font-display text-[44px] leading-none font-black text-white transition-colors hover:border-white/70 focus:border-white aria-invalid:border-ember"
      />
    </label>
  );
}

/** The scale from underweight to overweight: the normal range has the shuka pattern, the marker shows the result. */
function Scale({ result }: { result: BmiResult | undefined }) {
  const normal = {
    left: `${placeOnScale(NORMAL_FROM)}%`,
    width: `${placeOnScale(OVERWEIGHT_FROM) - placeOnScale(NORMAL_FROM)}%`,
  };
  return (
    <div className="pt-2 pb-1">
      <div aria-hidden="true" className="relative h-4.5 bg-white/16 forced-colors:border">
        <div className="shuka absolute inset-y-0 border-x-3 border-coal" style={normal} />
        {result && (
          <div
            className="absolute -top-3 h-10.5 w-1.5 -translate-x-1/2 bg-white forced-colors:bg-[CanvasText] transition-[left] duration-300"
            style={{ left: `${placeOnScale(result.index)}%` }}
          />
        )}
      </div>
      <dl className="relative mt-5 grid grid-cols-[minmax(auto,30%)_minmax(auto,35%)_1fr] whitespace-nowrap text-[min(15px,4.2vw)] leading-snug text-ash">
        <div>
          <dt className="font-bold text-white">{BMI_MESSAGES.underweight}</dt>
          <dd>below {NORMAL_FROM}</dd>
        </div>
        <div className="text-center">
          <dt className="font-bold text-white">{BMI_MESSAGES.normal}</dt>
          <dd>
            {NORMAL_FROM} to {OVERWEIGHT_FROM}
          </dd>
        </div>
        <div className="text-right">
          <dt className="font-bold text-white">{BMI_MESSAGES.overweight}</dt>
          <dd>{OVERWEIGHT_FROM} or more</dd>
        </div>
      </dl>
    </div>
  );
}

/**
 * The calculator (specification, sections 4 and 5), which works in the browser. Without JavaScript the page renders the
 * result.
 */
export function BmiCalculator({ text, query }: { text: SectionText; query: BmiQuery }) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(query);
  const result = typed ? calculateBmi(typed.weight, typed.height) : undefined;
  const isInvalid = typed !== null && result === undefined;

  function calculate(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const measures = { weight: String(data.get("weight")), height: String(data.get("height")) };
    setTyped(measures);
    if (calculateBmi(measures.weight, measures.height) === undefined) {
      form.current?.querySelector<HTMLInputElement>("input")?.focus();
    }
  }

  return (
    <Section background="coal" id="bmi" labelledBy={HEADING_ID} className="scroll-mt-16">
      <div className="grid items-center gap-x-[clamp(40px,7vw,120px)] gap-y-9 md:gap-y-12 lg:grid-cols-[1fr_1.1fr]">
        <div>
          <SectionIntro id={HEADING_ID} text={text} className="mt-6 max-w-[46ch] text-ash" />
          <p className="mt-4 flex items-start gap-4 font-bold">
            <span aria-hidden="true" className="shuka mt-2 size-3 shrink-0" />
            We keep neither your weight nor your height.
          </p>
        </div>
        {/* Without JavaScript the response scrolls to the form, not to the section: on a phone the result is a screen below the section's top. */}
        <form
          ref={form}
          id={FORM_ID}
          action={`/#${FORM_ID}`}
          method="get"
          noValidate
          onSubmit={calculate}
          className="grid gap-6"
        >
          <div className="grid grid-cols-2 gap-4.5">
            <Measure name="weight" label="Weight (kg)" value={typed?.weight ?? ""} isInvalid={isInvalid} />{" "}
            <Measure name="height" label="Height (cm)" value={typed?.height ?? ""} isInvalid={isInvalid} />
          </div>
          {/* Reserves the space of the result, so that nothing moves. */}
          <div className="flex flex-wrap items-center gap-x-8 gap-y-6">
            <Button type="submit" className="grow">
              Calculate
            </Button>
            <div className="flex min-h-20 grow-99 basis-95 items-center">
              {typed === null && (
                <p className="flex-1 border-l-3 border-white/25 py-1 pl-4.5 text-[16px] leading-normal text-ash">
                  Your number will appear here, with its place on the scale below.
                </p>
              )}
              {isInvalid && (
                <p id={ERROR_ID} role="alert" className={ALERT}>
                  {BMI_MESSAGES["invalid-measures"]}
                </p>
              )}
              <p role="status" className="flex flex-wrap items-baseline gap-x-5 gap-y-2 font-display uppercase">
                {result && (
                  <>
                    <span className="sr-only">Your body mass index is</span>{" "}
                    <span className="text-[92px] leading-[.86] font-black text-white">{result.shown}</span>{" "}
                    <span className="text-[38px] leading-none font-black text-ember">
                      {BMI_MESSAGES[result.category]}
                    </span>
                  </>
                )}
              </p>
            </div>
          </div>
          <Scale result={result} />
        </form>
      </div>
    </Section>
  );
}
