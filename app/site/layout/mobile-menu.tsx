import { href, Link } from "react-router";
import type { Settings } from "../../content-types/settings.ts";
import { LinkButton } from "../../ui/button.tsx";
import { CloseIcon } from "../../ui/icons.tsx";
import { Logo } from "../../ui/logo.tsx";
import { Sheet, SheetButton } from "../../ui/sheet.tsx";
import { SocialLinks } from "../../ui/social-links.tsx";
import { currentAt, destinations } from "./destinations.ts";
import { useActivePath } from "./use-active-path.ts";

export const MENU_ID = "site-menu";

/** The full-screen menu of phones and tablets: the destinations of the bar, set large. */
export function MobileMenu({ isSignedIn, settings }: { isSignedIn: boolean; settings: Settings }) {
  const pathname = useActivePath();
  return (
    <Sheet
      id={MENU_ID}
      label="Menu"
      className="m-0 h-dvh max-h-none w-full max-w-none flex-col overflow-y-auto overscroll-contain bg-black text-white opacity-0 transition-[opacity,display,overlay] transition-discrete duration-200 open:flex open:opacity-100 starting:open:opacity-0"
    >
      <div className="flex shrink-0 items-center justify-between px-gutter py-2">
        <Logo className="min-h-11 text-[32px]" />
        <SheetButton sheet={MENU_ID} action="hide" label="Close menu">
          <CloseIcon className="size-6" />
        </SheetButton>
      </div>
      <div aria-hidden="true" className="shuka h-1.5 shrink-0" />
      <nav aria-label="Menu" className="px-gutter py-5">
        <ul>
          {destinations(isSignedIn).map((destination) => (
            <li key={destination.to} className="border-b border-white/14">
              <Link
                to={destination.to}
                aria-current={currentAt(destination, pathname)}
                className="group/link flex min-h-12 items-center justify-between py-[clamp(4px,0.9dvh,12px)] font-display text-[clamp(30px,5.2dvh,52px)] leading-none font-black uppercase transition-colors hover:text-ember aria-[current]:text-ember"
              >
                {destination.label}
                <span aria-hidden="true" className="shuka hidden h-3 w-11 group-aria-[current]/link:block" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto px-gutter pb-7">
        <LinkButton to={href("/contact")} className="w-full">
          join class now
        </LinkButton>
        <div className="mt-5 flex items-center justify-between gap-4">
          <SocialLinks addresses={settings} owner={settings.name} className="-ml-3" />
          <p className="text-[15px] font-semibold text-ash">{settings.phone}</p>
        </div>
      </div>
    </Sheet>
  );
}
