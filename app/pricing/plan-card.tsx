import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { CheckIcon } from "../ui/icons.tsx";
import { Picture } from "../ui/picture.tsx";
import type { Plan } from "./plan.ts";

/** A plan with its price in KES a month, set large. The middle one of three stands on ink. */
export function PlanCard({ plan, isDark }: { plan: Plan; isDark: boolean }) {
  const { name, tier, price, inclusions, photo } = plan;
  const quiet = isDark ? "text-ash" : "text-graphite";
  const line = isDark ? "border-white/14" : "border-ink/12";
  return (
    <li
      className={`group/card relative flex flex-col md:max-lg:flex-row ${isDark ? "bg-ink text-white [--focus:var(--color-white)]" : "bg-white text-ink"}`}
    >
      <div className="h-47.5 overflow-hidden md:max-lg:h-auto md:max-lg:w-[42%] md:max-lg:shrink-0">
        <Picture
          photo={photo}
          sizes="(width >= 64rem) 31vw, (width >= 48rem) 100vw, 90vw"
          className="transition-transform duration-500 group-hover/card:scale-104"
        />
      </div>
      <div
        aria-hidden="true"
        className="shuka h-1.5 origin-left scale-x-25 md:max-lg:absolute md:max-lg:bottom-0 md:max-lg:left-0 md:max-lg:w-[42%] transition-transform duration-300 group-hover/card:scale-x-100"
      />
      <div className="flex flex-1 flex-col px-6 pt-7 pb-8 sm:px-8">
        <div className="flex items-baseline justify-between gap-4">
          <h3 className="text-[34px] font-black">{name}</h3>
          <p className={`text-[14px] font-bold tracking-[.1em] uppercase ${isDark ? "text-ember" : "text-blood"}`}>
            {tier}
          </p>
        </div>
        <p className="mt-7 mb-5 flex items-start gap-2.5">
          <span className="mt-1.5 text-[18px] leading-none font-bold">KES</span>{" "}
          <span className="font-display text-[clamp(112px,9.4vw,150px)] leading-[.78] font-black">{price}</span>{" "}
          <span className={`self-end text-[17px] leading-none font-semibold ${quiet}`}>p/m</span>
        </p>
        <ul className="mt-3 mb-8">
          {inclusions.map((inclusion) => (
            <li key={inclusion} className={`flex items-center gap-3.5 border-t py-3 font-semibold ${line}`}>
              <CheckIcon className={`size-4.5 shrink-0 ${isDark ? "text-ember" : "text-red"}`} />
              {inclusion}
            </li>
          ))}
        </ul>
        <LinkButton to={href("/contact")} className="mt-auto">
          <span>
            purchase now<span className="sr-only">: {name}</span>
          </span>
        </LinkButton>
      </div>
    </li>
  );
}
