import { type MouseEvent, useEffect, useState } from "react";
import { href, Link, useLocation } from "react-router";
import { LinkButton } from "../../ui/button.tsx";
import { MenuIcon, StatsIcon, UserIcon, UserKnownIcon } from "../../ui/icons.tsx";
import { Logo } from "../../ui/logo.tsx";
import { scrollToTop } from "../../ui/scroll-to-top.ts";
import { SheetButton } from "../../ui/sheet.tsx";
import { currentAt, destinations } from "./destinations.ts";
import { PANEL_ID } from "./info-panel.tsx";
import { MENU_ID } from "./mobile-menu.tsx";
import { useActivePath } from "./use-active-path.ts";

/** How far the page is scrolled before the bar turns solid, in pixels (specification, section 9); header.css has it in `animation-range`. */
const NAV_SOLID_AFTER_PX = 10;

/** Whether the page is scrolled that far; always false where the style sheet sees it by itself (header.css). */
function useIsScrolledPast(distancePx: number): boolean {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    if (CSS.supports("animation-timeline: scroll()")) return;
    const look = () => setIsPast(window.scrollY > distancePx);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [distancePx]);
  return isPast;
}

/** The logo leads home; at home it scrolls smoothly to the top (specification, section 2, "Navigation bar"). */
function HomeLink({ gym }: { gym: string }) {
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
      aria-label={`${gym}, home`}
      className="inline-flex min-h-11 items-center"
    >
      <Logo className="text-[clamp(26px,8.2vw,32px)] xl:text-[36px]" />
    </Link>
  );
}

function DesktopLinks({ isSignedIn }: { isSignedIn: boolean }) {
  const pathname = useActivePath();
  return (
    <nav aria-label="Main" className="hidden lg:block">
      <ul className="flex flex-wrap justify-center xl:gap-x-1">
        {destinations(isSignedIn).map((destination) => (
          <li key={destination.to}>
            <Link
              to={destination.to}
              aria-current={currentAt(destination, pathname)}
              className="group/link relative flex min-h-11 items-center px-[5px] text-[13.5px] font-semibold whitespace-nowrap transition-colors hover:text-white aria-[current]:text-ember xl:px-2.5 xl:text-[15px]"
            >
              {destination.label}
              <span
                aria-hidden="true"
                className="absolute inset-x-[5px] bottom-1 h-1 origin-left scale-x-0 bg-red transition-transform group-hover/link:scale-x-100 group-aria-[current]/link:scale-x-100 group-aria-[current]/link:shuka xl:inset-x-2.5"
              />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The navigation bar: transparent over the page's first picture, solid black once the page has moved (header.css). */
export function Header({ gym, isSignedIn }: { gym: string; isSignedIn: boolean }) {
  const isSolid = useIsScrolledPast(NAV_SOLID_AFTER_PX);
  return (
    <div className="navigation-wrapper">
      <header
        data-solid={isSolid ? "" : undefined}
        className="navigation-bar fixed inset-x-0 top-0 z-40 flex items-center justify-between gap-3 px-gutter text-white lg:max-xl:px-[min(5vw,28px)]"
      >
        <HomeLink gym={gym} />
        <DesktopLinks isSignedIn={isSignedIn} />
        <div className="flex items-center gap-0.5 xl:gap-1">
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
          <LinkButton to={href("/contact")} size="small" className="ml-2 max-md:hidden lg:max-xl:[&_svg]:hidden">
            <span className="whitespace-nowrap">join class now</span>
          </LinkButton>{" "}
          <SheetButton sheet={MENU_ID} action="show" label="Open menu" className="lg:hidden">
            <MenuIcon className="size-6.5" />
          </SheetButton>
        </div>
      </header>
    </div>
  );
}
