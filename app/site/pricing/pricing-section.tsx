import type { CSSProperties, ReactNode } from "react";
import { pricePeriod } from "../../content-types/plan-period.ts";
import type { Plan } from "../../content-types/pricing.ts";
import { amountText } from "../../time/money.ts";
import { LinkButton } from "../../ui/button.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Section, SectionIntro, type SectionText } from "../../ui/section.tsx";

type PricingSectionProps = {
  text: SectionText;
  plans: readonly Plan[];
  below?: (plan: Plan) => ReactNode;
};

/** The price list, on the home page and on the pricing page (specification, section 2, "Pricing page"). */
export function PricingSection({ text, plans, below }: PricingSectionProps) {
  return (
    <Section background="sand" id="pricing" labelledBy="pricing-heading" className="scroll-mt-16">
      <SectionIntro id="pricing-heading" text={text} className="mt-4 max-w-[62ch] text-graphite" />
      {plans.length === 0 ? (
        <p className="mt-9 text-lg">There are no plans here yet. The front desk knows the prices.</p>
      ) : (
        <ul
          style={{ "--letters": Math.max(...plans.map(({ price }) => amountText(price).length)) } as CSSProperties}
          className="mt-9 grid gap-3.5 md:mt-13 md:gap-5 lg:grid-cols-3"
        >
          {plans.map((plan, index) => (
            <PlanCard key={plan.slug} plan={plan} isDark={index % 2 === 1}>
              {below?.(plan)}
            </PlanCard>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** A plan with its price in KES a month, set large. The middle one of three has an ink background. */
function PlanCard({ plan, isDark, children }: { plan: Plan; isDark: boolean; children?: ReactNode }) {
  const { slug, name, tier, price, inclusions, photo } = plan;
  const quiet = isDark ? "text-ash" : "text-graphite";
  const line = isDark ? "border-white/14" : "border-ink/12";
  return (
    <li
      className={`group/card relative flex lg:flex-col ${isDark ? "bg-ink text-white [--focus:var(--color-white)]" : "bg-white text-ink"}`}
    >
      <div className="shrink-0 overflow-hidden max-md:hidden md:max-lg:w-[42%] lg:aspect-16/9">
        <Picture
          photo={photo}
          sizes="(width >= 64rem) 31vw, (width >= 48rem) 100vw, 72vw"
          className="transition-transform duration-500 group-hover/card:scale-104"
        />
      </div>
      <div
        aria-hidden="true"
        className="shuka h-1.5 origin-left scale-x-25 max-lg:absolute max-lg:bottom-0 max-lg:left-0 max-md:w-full md:max-lg:w-[42%] transition-transform duration-300 group-hover/card:scale-x-100"
      />
      <div className="@container flex min-w-0 flex-1 flex-col px-4 py-5 sm:px-8 md:pt-7 md:pb-8">
        <div className="flex flex-wrap items-end justify-between gap-2 md:block">
          <div className="md:flex md:flex-wrap md:items-baseline md:justify-between md:gap-x-4">
            <h3 className="text-[30px] font-black md:text-[34px]">{name}</h3>
            <p
              className={`mt-1 text-[13px] font-bold tracking-[.08em] uppercase md:mt-0 md:text-[14px] md:tracking-[.1em] ${isDark ? "text-ember" : "text-blood"}`}
            >
              {tier}
            </p>
          </div>
          <p className="flex flex-wrap items-start gap-1 md:mt-7 md:mb-5 md:gap-2.5">
            <span className="mt-1 text-[14px] leading-none font-bold md:mt-1.5 md:text-[18px]">KES</span>{" "}
            {/* As large as leaves the currency and the period on the line of the longest price. */}
            <span className="font-display text-[clamp(44px,13.8vw,56px)] leading-[.78] font-black md:text-[min(136px,(100cqi-94px)/var(--letters)/.46)]">
              {amountText(price)}
            </span>{" "}
            <span className={`self-end text-[14px] leading-none font-semibold md:text-[17px] ${quiet}`}>
              {pricePeriod(plan)}
            </span>
          </p>
        </div>
        {/* Collapsed on phones, so that all prices fit on one screen. A browser without ::details-content collapses it everywhere. */}
        <details className="group/fold my-3 md:mb-8 md:details-content:[content-visibility:visible] print:details-content:[content-visibility:visible]">
          <summary
            className={`flex min-h-11 cursor-pointer list-none items-center justify-between border-t text-[15px] font-bold underline-offset-4 hover:underline supports-[selector(::details-content)]:md:hidden supports-[selector(::details-content)]:print:hidden [&::-webkit-details-marker]:hidden ${line}`}
          >
            What you get<span className="sr-only"> with {name}</span>
            <span
              aria-hidden="true"
              className="font-display text-[28px] leading-none font-black group-open/fold:rotate-45"
            >
              +
            </span>
          </summary>
          <ul>
            {inclusions.map((inclusion) => (
              <li
                key={inclusion}
                className={`flex items-center gap-3 border-t py-1.5 text-[16px] font-semibold md:gap-3.5 md:py-3 md:text-[17px] ${line}`}
              >
                <CheckIcon className={`size-4.5 shrink-0 ${isDark ? "text-ember" : "text-red"}`} />
                {inclusion}
              </li>
            ))}
          </ul>
        </details>
        <LinkButton to={`/contact?plan=${slug}`} className="mt-auto max-md:min-h-13 max-md:gap-2 max-md:px-3.5">
          <span className="min-w-0">
            purchase now<span className="sr-only">: {name}</span>
          </span>
        </LinkButton>
        {children}
      </div>
    </li>
  );
}
