import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { Picture } from "../ui/picture.tsx";
import { Eyebrow, Section } from "../ui/section.tsx";
import type { Plan } from "./plan.ts";

/** The plans (specification, section 2, "Pricing page"), on Home and on the page of their own. */
export function PricingSection({ plans }: { plans: readonly Plan[] }) {
  return (
    <Section ground="sand" id="pricing" labelledBy="pricing-title">
      <Eyebrow>PRICING CHART</Eyebrow>
      <h2 id="pricing-title" className="mt-5 title-section">
        Exclusive Pricing Plan
      </h2>
      <p className="mt-4 text-lg">Our prices are community friendly book with us.</p>
      <ul className="mt-12 grid gap-5 md:mt-14 lg:grid-cols-3">
        {plans.map((plan, index) => (
          <li key={plan.slug}>
            <PlanCard plan={plan} isDark={index % 2 === 1} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function PlanCard({ plan, isDark }: { plan: Plan; isDark: boolean }) {
  const line = isDark ? "border-white/15" : "border-ink/12";
  return (
    <article
      className={`flex h-full flex-col sm:max-lg:grid sm:max-lg:grid-cols-[2fr_3fr] ${
        isDark ? "bg-ink text-white [--focus:#fff]" : "bg-white text-ink"
      }`}
    >
      <div className="h-48 overflow-hidden sm:max-lg:h-full">
        <Picture photo={plan.photo} sizes="(width >= 64rem) 30vw, (width >= 40rem) 40vw, 90vw" />
      </div>
      <div className="flex flex-1 flex-col px-8 pt-7 pb-9">
        <h3 className="text-[46px]">{plan.name}</h3>
        <p className={`mt-2 text-[13px] font-bold tracking-[.12em] uppercase ${isDark ? "text-ember" : "text-blood"}`}>
          {plan.tier}
        </p>
        <p className="my-6 flex gap-2.5 font-display text-[132px] leading-[.8] font-black">
          <span className="mt-1.5 font-text text-[18px] leading-none font-bold">KES</span> {plan.price}{" "}
          <span
            className={`mb-1 self-end font-text text-[16px] leading-none font-semibold ${isDark ? "text-ash" : "text-graphite"}`}
          >
            p/m
          </span>
        </p>
        <ul className="mb-8">
          {plan.inclusions.map((inclusion) => (
            <li key={inclusion} className={`border-t py-3 font-semibold ${line}`}>
              {inclusion}
            </li>
          ))}
        </ul>
        <LinkButton to={href("/contact")} className="mt-auto">
          purchase now
        </LinkButton>
      </div>
    </article>
  );
}
