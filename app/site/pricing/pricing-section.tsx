import type { ReactNode } from "react";
import type { Plan } from "../../content-types/pricing.ts";
import { Section, SectionHeading, SectionParagraphs, type SectionText } from "../../ui/section.tsx";
import { PlanCard } from "./plan-card.tsx";

type PricingSectionProps = {
  text: SectionText;
  plans: readonly Plan[];
  /** What stands below a plan's button. */
  below?: (plan: Plan) => ReactNode;
};

/** The price list, on the home page and on its own (specification, section 2, "Pricing page"). */
export function PricingSection({ text, plans, below }: PricingSectionProps) {
  return (
    <Section background="sand" id="pricing" labelledBy="pricing-heading" className="scroll-mt-16">
      <SectionHeading id="pricing-heading" eyebrow={text.eyebrow}>
        {text.title}
      </SectionHeading>
      <SectionParagraphs texts={text.paragraphs} className="mt-4 max-w-[62ch] text-graphite" />
      {plans.length === 0 ? (
        <p className="mt-9 text-lg">There are no plans here yet. The front desk knows the prices.</p>
      ) : (
        <ul className="mt-9 grid gap-3.5 md:mt-13 md:gap-5 lg:grid-cols-3">
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
