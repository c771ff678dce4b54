import type { Plan } from "../content/types/plan.ts";
import { Section, SectionHeading } from "../ui/section.tsx";
import { PlanCard } from "./plan-card.tsx";

/** The price list, on the home page and on its own (specification, section 2, "Pricing page"). */
export function PricingSection({ plans }: { plans: readonly Plan[] }) {
  return (
    <Section background="sand" id="pricing" labelledBy="pricing-heading" className="scroll-mt-16">
      <SectionHeading id="pricing-heading" eyebrow="PRICING CHART">
        Exclusive Pricing Plan
      </SectionHeading>
      <p className="mt-4 text-graphite">Our prices are community friendly book with us.</p>
      <ul className="mt-9 grid gap-3.5 md:mt-13 md:gap-5 lg:grid-cols-3">
        {plans.map((plan, index) => (
          <PlanCard key={plan.slug} plan={plan} isDark={index % 2 === 1} />
        ))}
      </ul>
    </Section>
  );
}
