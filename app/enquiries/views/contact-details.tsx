import type { ReactNode } from "react";
import { questionAddress } from "../../forms/whatsapp.ts";
import { SectionHeading, SectionParagraphs, type SectionText } from "../../ui/section.tsx";
import { WhatsAppLink } from "../../ui/whatsapp-link.tsx";
import type { ContactSettings } from "../contact-settings.ts";
import { directionsTo } from "./gym-map.tsx";

const LINK = "inline-block min-h-11 py-1.5 underline decoration-2 underline-offset-6 hover:text-blood wrap-anywhere";

/** Address, opening hours, information and social links (specification, section 2, "Contact Us"). */
export function ContactDetails({
  text,
  settings,
  hours,
  closures,
  social,
}: {
  text: SectionText;
  settings: ContactSettings;
  hours: readonly string[];
  /** A line for each closure of the next days. */
  closures: readonly string[];
  social: ReactNode;
}) {
  return (
    <>
      <div className="mb-10">
        <SectionHeading eyebrow={text.eyebrow}>{text.title}</SectionHeading>
        <SectionParagraphs texts={text.paragraphs} className="mt-5 max-w-[46ch]" />
      </div>
      <Row title="Address">
        <address className="not-italic">
          {settings.street}
          <br />
          {settings.city}
        </address>
        <a href={directionsTo(settings)} className={`${LINK} font-text text-base font-bold`}>
          Directions
        </a>
      </Row>
      <Row title="Opening Hours">
        <ul>
          {hours.map((line, index) => (
            // The owner's copy has the same line twice, so the line alone is no key.
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines are never reordered on the page
            <li key={index}>{line}</li>
          ))}
          {closures.map((line) => (
            <li key={line} className="mt-1.5 font-text text-base leading-snug font-bold">
              {line}
            </li>
          ))}
        </ul>
      </Row>
      <Row title="Information">
        <a href={`tel:${settings.phone.replaceAll(" ", "")}`} className={LINK}>
          {settings.phone}
        </a>
        <br />
        <a href={`mailto:${settings.email}`} className={LINK}>
          {settings.email}
        </a>
        {settings.whatsApp && (
          <>
            <br />
            <WhatsAppLink href={questionAddress(settings.whatsApp)} />
          </>
        )}
      </Row>
      <Row title="Follow us">{social}</Row>
    </>
  );
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-8 gap-y-3 border-t border-ink/15 py-7 sm:grid-cols-[150px_1fr]">
      <h3 className="pt-2 font-text text-[15px] leading-normal font-bold tracking-normal normal-case text-graphite">
        {title}
      </h3>
      <div className="font-display text-[clamp(25px,2.2vw,32px)] leading-[1.2] font-black">{children}</div>
    </section>
  );
}
