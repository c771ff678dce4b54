import type { ReactNode } from "react";
import { Form, href, Link, useLocation } from "react-router";
import { LiveRegion, MAIN_ID } from "../forms/live-region.tsx";
import { Logo } from "../ui/logo.tsx";
import { barItems, currentPlace, isCurrentItem, type NavigationItem } from "./navigation.ts";
import { DemoBanner } from "./page-parts.tsx";

const MORE: NavigationItem = { to: href("/staff/more"), label: "More" };

type ConsoleFrameProps = {
  gym: LogoGym;
  member: { name: string; roleName: string };
  items: readonly NavigationItem[];
  version: string;
  isDemonstration: boolean;
  children: ReactNode;
};

/** The console's frame: a side rail from 1000 px, two bars on narrower screens. @param items visible to this member, in order */
export function ConsoleFrame({ gym, member, items, version, isDemonstration, children }: ConsoleFrameProps) {
  const { pathname } = useLocation();
  const current = currentPlace(items, pathname);
  const inBar = barItems(items);
  return (
    <>
      <a href={`#${MAIN_ID}`} className="skip-link">
        Skip to content
      </a>
      {isDemonstration && <DemoBanner />}
      <header className="top-bar">
        <ConsoleLogo gym={gym} />
        <Link to={"/staff/search"}>Search</Link>
        <Link to={href("/")} reloadDocument>
          See the site
        </Link>
      </header>
      <div className="frame">
        <header className="rail">
          <ConsoleLogo gym={gym} />
          <Form role="search" aria-label="Everything" action={"/staff/search"}>
            <label>
              <span className="sr-only">Search everything</span>
              <input type="search" name="q" placeholder="Search everything" />
            </label>
          </Form>
          <nav aria-label="Console">
            <NavigationList items={items} current={current} />
          </nav>
          <div className="mt-auto grid justify-items-start px-6 pt-2 font-medium text-ash text-sm">
            <p>
              <b className="block text-[15px] text-white low:inline">{member.name}</b> {member.roleName}
            </p>
            <Link
              className="flex min-h-9 items-center text-white underline! low:min-h-7"
              to={href("/staff/second-step/factors")}
            >
              Two-step verification
            </Link>
            <div className="flex gap-5 text-white *:min-h-9 low:*:min-h-7 [&_.link]:min-h-[inherit] [&_.link]:py-0 [&_.link]:font-medium">
              <Link className="flex items-center underline!" to={href("/")} reloadDocument>
                See the site
              </Link>
              <SignOutButton />
            </div>
            <small className="pt-1.5 text-[13px] low:hidden">Version {version}</small>
          </div>
        </header>
        <main id={MAIN_ID} tabIndex={-1}>
          {children}
        </main>
      </div>
      <nav className="bottom-bar" aria-label="Console">
        {inBar.map((item) => (
          <NavigationLink key={item.to} item={item} isCurrent={isCurrentItem(item, current)} />
        ))}
        <NavigationLink item={MORE} isCurrent={!inBar.some((item) => isCurrentItem(item, current))} />
      </nav>
      <LiveRegion />
    </>
  );
}

/** A form, because opening a URL must not sign anybody out. */
export function SignOutButton() {
  return (
    <form method="post" action={href("/sign-out")} data-deletes-copies="">
      <button type="submit" className="link">
        Sign out
      </button>
    </form>
  );
}

function NavigationList({ items, current }: { items: readonly NavigationItem[]; current: string | undefined }) {
  if (items.length === 0) return null;
  return (
    <ul>
      {items.map((item) => (
        <li key={item.to}>
          <NavigationLink item={item} isCurrent={item.to === current} />
          {item.children && isCurrentItem(item, current) && (
            <NavigationList items={nestedItems(item.children, current)} current={current} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Groups other than the current one are on the Content page; with all of them the rail is longer than the window. */
function nestedItems(items: readonly NavigationItem[], current: string | undefined): NavigationItem[] {
  return items.filter((item) => !item.children || isCurrentItem(item, current));
}

type LogoGym = { name: string; word: string };

function ConsoleLogo({ gym }: { gym: LogoGym }) {
  return (
    <Link to={href("/staff")} aria-label={`${gym.name} console, first page`} className="logo">
      <Logo word={gym.word} />
    </Link>
  );
}

function NavigationLink({ item: { to, label, count }, isCurrent }: { item: NavigationItem; isCurrent: boolean }) {
  return (
    <Link to={to} aria-current={isCurrent ? "page" : undefined}>
      {label}
      {count !== undefined && count > 0 && (
        <span className="count">
          {count}
          <span className="sr-only"> new</span>
        </span>
      )}
    </Link>
  );
}
