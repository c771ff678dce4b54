import { type ReactNode, useEffect, useRef } from "react";
import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { SectionHeading } from "../ui/section.tsx";
import type { ContactSettings } from "./contact-settings.ts";

/** The padding enlarges the target of a tap without moving a line. */
const LINK =
  "-my-2.5 inline-block py-2.5 font-bold whitespace-nowrap text-white underline decoration-2 underline-offset-6 hover:text-ember";

/**
 * Replaces the form once the enquiry is stored, and says what comes next. It takes the focus, so that it is read
 * out and seen.
 * @param about the class the enquiry names; undefined when it names none
 */
export function EnquiryConfirmation({ settings, about }: { settings: ContactSettings; about: string | undefined }) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus({ preventScroll: true }), []);
  const [hours] = settings.contactHours;
  return (
    <div className="flex h-full flex-col">
      <div ref={message} id="thanks" role="status" tabIndex={-1} className="outline-none">
        <SectionHeading eyebrow="We have it">Thank you</SectionHeading>
        <p className="mt-6 max-w-[42ch] text-lg text-ash">
          What you wrote{about && ` about ${about}`} has reached the front desk.
        </p>
      </div>
      <h3 className="mt-12 text-[34px]">What comes next</h3>
      <ul className="mt-6 border-b border-white/15">
        <NextStep title="We write back">
          <p>By e-mail, to the address you gave us. If nothing comes, look among the spam.</p>
        </NextStep>
        <NextStep title="In a hurry?">
          <p>
            Call us on{" "}
            <a href={`tel:${settings.phone.replaceAll(" ", "")}`} className={LINK}>
              {settings.phone}
            </a>
            . {hours && <>We are open {hours}.</>}
          </p>
        </NextStep>
        <NextStep title="Come by">
          <p>
            {settings.street}, {settings.city}. Bring shoes you can move in.
          </p>
        </NextStep>
      </ul>
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
