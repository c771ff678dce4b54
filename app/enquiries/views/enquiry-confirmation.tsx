import type { ReactNode } from "react";
import { href } from "react-router";
import { LinkButton } from "../../ui/button.tsx";
import { RichText, type TextPart } from "../../ui/rich-text.tsx";
import { SectionHeading } from "../../ui/section.tsx";

/** The padding enlarges the target of a tap without moving a line. */
const LINK =
  "-my-2.5 inline-block py-2.5 font-bold whitespace-nowrap text-white underline decoration-2 underline-offset-6 hover:text-ember";

/** The thanks, and what comes next. */
export type Thanks = {
  eyebrow: string;
  title: string;
  text: readonly TextPart[];
  nextTitle: string;
  nextSteps: readonly { slug: string; title: string; text: readonly TextPart[] }[];
};

/** Replaces the form once the enquiry is stored, and says what comes next. */
export function EnquiryConfirmation({ thanks }: { thanks: Thanks }) {
  return (
    <div className="flex h-full flex-col">
      <div data-outcome="" id="thanks" className="outline-none">
        <SectionHeading eyebrow={thanks.eyebrow}>{thanks.title}</SectionHeading>
        <p className="mt-6 max-w-[42ch] text-lg text-ash">
          <RichText parts={thanks.text} linkClass={LINK} />
        </p>
      </div>
      {thanks.nextSteps.length > 0 && (
        <>
          <h3 className="mt-12 text-[34px]">{thanks.nextTitle}</h3>
          <ul className="mt-6 border-b border-white/15">
            {thanks.nextSteps.map(({ slug, title, text }) => (
              <NextStep key={slug} title={title}>
                <p>
                  <RichText parts={text} linkClass={LINK} />
                </p>
              </NextStep>
            ))}
          </ul>
        </>
      )}
      <div className="mt-10 flex flex-wrap gap-4 lg:mt-auto lg:pt-10">
        <LinkButton to={href("/classes")}>our classes</LinkButton>{" "}
        <LinkButton to={href("/contact")} tone="ghost">
          write again
        </LinkButton>
      </div>
    </div>
  );
}

function NextStep({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-5 border-t border-white/15 py-6.5">
      <span aria-hidden="true" className="shuka mt-1.5 size-3 shrink-0" />
      <div>
        <h4 className="font-display text-[26px] leading-none font-black uppercase">{title}</h4>
        <div className="mt-2 text-[16px] text-ash">{children}</div>
      </div>
    </li>
  );
}
