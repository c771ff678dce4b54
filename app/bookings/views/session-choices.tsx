import type { SessionChoice } from "./session-view.server.ts";

type SessionChoicesProps = { name: string; legend: string; rows: readonly SessionChoice[]; chosen: string | undefined };

export function SessionChoices({ name, legend, rows, chosen }: SessionChoicesProps) {
  return (
    <fieldset>
      <legend className="pb-3 font-display text-[30px] leading-none font-black text-balance uppercase">{legend}</legend>
      {rows.map(({ id, start, what, price }) => (
        <label key={id} className="flex min-h-16 cursor-pointer items-center gap-4 border-t border-white/15 py-2.5">
          <input
            type="radio"
            name={name}
            value={id}
            defaultChecked={id === chosen}
            // Room for a button that stays at the bottom, with its message: it would cover the focused choice.
            className="size-6 shrink-0 scroll-mb-40 appearance-none low:scroll-mb-24 rounded-full border-2 border-white/45 bg-black hover:not-checked:border-white/70 checked:border-7 checked:border-red checked:bg-white forced-colors:appearance-auto"
          />
          <span className="grid min-w-0 grow items-center gap-x-6 wrap-anywhere sm:grid-cols-[1fr_auto]">
            <span>
              <b className="block font-display text-[clamp(20px,6.6vw,24px)] leading-tight font-black">{start}</b>{" "}
              {what}
            </span>{" "}
            {price && <span className="text-[15px] text-ash">{price}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
