import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { href, Link, useLocation, useMatches } from "react-router";
import type { FrameSettings } from "../../content-types/settings.ts";
import { LinkButton } from "../../ui/button.tsx";
import {
  CloseIcon,
  EmailIcon,
  MenuIcon,
  PhoneIcon,
  PlaceIcon,
  StatsIcon,
  UserIcon,
  UserKnownIcon,
} from "../../ui/icons.tsx";
import { Logo } from "../../ui/logo.tsx";
import { type PhotoView, Picture } from "../../ui/picture.tsx";
import { scrollToTop } from "../../ui/scroll-to-top.ts";
import { SocialLinks } from "../../ui/social-links.tsx";
import { currentAt, destinations } from "./destinations.ts";

type SheetButtonProps = {
  sheet: string;
  action: "show" | "hide";
  label: string;
  className?: string;
  children: ReactNode;
};

/** Opens a sheet: as a dialog by the inline script, or as a popover without it. Not by `commandfor` (Safari 26.2). */
function SheetButton({ sheet, action, label, className, children }: SheetButtonProps) {
  return (
    <button
      type="button"
      popoverTarget={sheet}
      popoverTargetAction={action}
      className={`inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-edge transition-colors hover:bg-white/14 ${className ?? ""}`}
    >
      {children}
      <span className="sr-only">{label}</span>
    </button>
  );
}

type SheetProps = { id: string; label: string; className: string; children: ReactNode };

/** A modal dialog over the page with focus trap, Escape and outside click. Closes on navigation. */
function Sheet({ id, label, className, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  const lastKey = useRef(key);

  useEffect(() => {
    // Not on hydration: the visitor may already have opened the sheet.
    if (lastKey.current === key) return;
    lastKey.current = key;
    dialog.current?.close();
    // It was opened as a popover if its button was pressed before the inline script was parsed.
    dialog.current?.hidePopover?.();
  }, [key]);

  return (
    <dialog
      ref={dialog}
      id={id}
      aria-label={label}
      closedby="any"
      popover="auto"
      // Skipped by the tab key: if its content scrolls, the browser would focus the dialog itself.
      tabIndex={-1}
      // It may already be open on hydration.
      suppressHydrationWarning
      className={className}
    >
      {children}
    </dialog>
  );
}

/** The scroll distance after which the bar turns solid (specification, section 9); header.css repeats it in `animation-range`. */
const NAV_SOLID_AFTER_PX = 10;

/** Whether the page is scrolled past a distance; always false where the style sheet can detect it (header.css). */
function useIsScrolledPast(distancePx: number): boolean {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    if (CSS.supports("animation-timeline: scroll()")) return;
    const update = () => setIsPast(window.scrollY > distancePx);
    update();
    window.addEventListener("scroll", update, { passive: true });
    return () => window.removeEventListener("scroll", update);
  }, [distancePx]);
  return isPast;
}

/** The logo links to Home; on Home it scrolls smoothly to the top (specification, section 2, "Navigation bar"). */
function HomeLink({ gym }: { gym: FrameSettings }) {
  const { pathname } = useLocation();

  function scrollAtHome(event: MouseEvent) {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (pathname !== href("/") || !isPlain) return;
    event.preventDefault();
    scrollToTop();
  }

  return (
    <Link
      to={href("/")}
      onClick={scrollAtHome}
      aria-label={`${gym.name}, home`}
      className="inline-flex min-h-11 items-center"
    >
      <Logo word={gym.logoWord} className="text-[clamp(26px,8.2vw,32px)] xl:text-[36px]" />
    </Link>
  );
}

function DesktopLinks({ isSignedIn }: { isSignedIn: boolean }) {
  const pathname = useActivePath();
  return (
    <nav aria-label="Main" className="hidden basis-168 xl:block">
      <ul className="flex justify-between">
        {destinations(isSignedIn).map((destination) => (
          <li key={destination.label}>
            <Link
              to={destination.to}
              aria-current={currentAt(destination, pathname)}
              className="group/link relative flex min-h-11 items-center px-1 text-[15px] font-semibold whitespace-nowrap transition-colors hover:text-white aria-[current]:text-ember"
            >
              {destination.label}
              <span
                aria-hidden="true"
                className="absolute inset-x-1 bottom-1 h-1 origin-left scale-x-0 bg-red transition-transform group-hover/link:scale-x-100 group-aria-[current]/link:scale-x-100 group-aria-[current]/link:shuka"
              />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The navigation bar: transparent over the page's first picture, solid black once the page is scrolled (header.css). */
export function Header({ gym, isSignedIn }: { gym: FrameSettings; isSignedIn: boolean }) {
  const isSolid = useIsScrolledPast(NAV_SOLID_AFTER_PX);
  return (
    <div className="navigation-wrapper">
      <header
        data-solid={isSolid ? "" : undefined}
        className="navigation-bar fixed inset-x-0 top-0 z-40 flex items-center justify-between gap-3 px-gutter text-white"
      >
        <HomeLink gym={gym} />
        <DesktopLinks isSignedIn={isSignedIn} />
        {/* Without room, the button's text breaks before the links move together. */}
        <div className="flex shrink-99 items-center gap-0.5 xl:gap-1">
          <Link
            to={isSignedIn ? href("/account") : href("/signup")}
            className="inline-grid size-11 shrink-0 place-items-center rounded-edge transition-colors hover:bg-white/14"
          >
            {isSignedIn ? <UserKnownIcon /> : <UserIcon />}
            <span className="sr-only">{isSignedIn ? "Your account" : "Create an account"}</span>
          </Link>{" "}
          <SheetButton sheet={PANEL_ID} action="show" label="Open info panel">
            <StatsIcon />
          </SheetButton>{" "}
          <LinkButton to={href("/contact")} size="small" className="ml-2 max-md:hidden">
            join class now
          </LinkButton>{" "}
          <SheetButton sheet={MENU_ID} action="show" label="Open menu" className="-mr-2.5 xl:hidden">
            <MenuIcon className="size-6.5" />
          </SheetButton>
        </div>
      </header>
    </div>
  );
}

const PANEL_ID = "info-panel";

const HEADING = "mt-7 text-[28px] font-black";

/** The info panel, which slides in from the right (specification, section 2, "Navigation bar"). */
export function InfoPanel({ settings, pictures }: { settings: FrameSettings; pictures: readonly PhotoView[] }) {
  const details = [
    { Icon: PlaceIcon, text: `${settings.street}, ${settings.city}` },
    { Icon: PhoneIcon, text: settings.phone },
    { Icon: EmailIcon, text: settings.email },
  ];
  return (
    <Sheet
      id={PANEL_ID}
      label="About the gym"
      className="mr-0 ml-auto h-dvh max-h-none w-full max-w-[440px] translate-x-full overflow-y-auto overscroll-contain bg-coal text-chalk transition-[translate,display,overlay] transition-discrete duration-300 ease-out backdrop:bg-black/70 open:translate-x-0 starting:open:translate-x-full"
    >
      <div aria-hidden="true" className="shuka h-2.5" />
      <div className="px-6 pt-4 pb-8 sm:px-9">
        <div className="flex items-center justify-between">
          <Logo word={settings.logoWord} className="text-[32px] text-white" />
          <SheetButton sheet={PANEL_ID} action="hide" label="Close info panel" className="-mr-3">
            <CloseIcon className="size-6" />
          </SheetButton>
        </div>
        <h2 className={HEADING}>About Us</h2>
        <p className="mt-3.5 text-[16px] text-ash">{settings.aboutBlurb}</p>
        {pictures.length > 0 && (
          <>
            <h2 className={HEADING}>Gallery</h2>
            <ul className="mt-4 grid grid-cols-3 gap-2">
              {pictures.map((photo) => (
                <li key={photo.file}>
                  <Picture photo={photo} sizes="120px" aspect={1} />
                </li>
              ))}
            </ul>
          </>
        )}
        <h2 className={HEADING}>Find us</h2>
        <ul className="mt-3.5 border-t border-white/14">
          {details.map(({ Icon, text }) => (
            <li key={text} className="flex items-center gap-4 border-b border-white/14 py-2.5 font-semibold">
              <Icon className="size-5 shrink-0 text-ember" />
              <span className="min-w-0 wrap-anywhere">{text}</span>
            </li>
          ))}
        </ul>
        <SocialLinks profiles={settings} className="mt-6 gap-2 *:bg-iron" />
      </div>
    </Sheet>
  );
}

const MENU_ID = "site-menu";

/** The full-screen menu of phones and tablets: the destinations of the bar, set large. */
export function MobileMenu({ isSignedIn, settings }: { isSignedIn: boolean; settings: FrameSettings }) {
  const pathname = useActivePath();
  return (
    <Sheet
      id={MENU_ID}
      label="Menu"
      className="m-0 h-dvh max-h-none w-full max-w-none flex-col overflow-y-auto overscroll-contain bg-black text-white opacity-0 transition-[opacity,display,overlay] transition-discrete duration-200 open:flex open:opacity-100 starting:open:opacity-0"
    >
      <div className="flex shrink-0 items-center justify-between px-gutter py-2">
        <Logo word={settings.logoWord} className="min-h-11 text-[32px]" />
        <SheetButton sheet={MENU_ID} action="hide" label="Close menu" className="-mr-2.5">
          <CloseIcon className="size-6" />
        </SheetButton>
      </div>
      <div aria-hidden="true" className="shuka h-1.5 shrink-0" />
      <nav aria-label="Menu" className="px-gutter py-5">
        <ul>
          {destinations(isSignedIn).map((destination) => (
            <li key={destination.label} className="border-b border-white/14">
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
          <SocialLinks profiles={settings} className="-ml-4" />
          <p className="text-[15px] font-semibold text-ash">{settings.phone}</p>
        </div>
      </div>
    </Sheet>
  );
}

const MISSING_PAGE = "not-found";

/** The current path, for the active link. Empty on the not-found page, which is rendered once for all addresses. */
function useActivePath(): string {
  const { pathname } = useLocation();
  return useMatches().at(-1)?.id === MISSING_PAGE ? "" : pathname;
}
