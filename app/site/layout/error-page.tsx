import { href, isRouteErrorResponse } from "react-router";
import { LinkButton } from "../../ui/button.tsx";
import { Logo } from "../../ui/logo.tsx";
import { Band, Eyebrow } from "../../ui/section.tsx";

const TEXTS = {
  ours: {
    eyebrow: "Error 500",
    title: "We dropped the bar",
    text: "Something went wrong on our side, or on the way to you. Please try again in a moment.",
  },
  "not-found": {
    eyebrow: "Error 404",
    title: "Nothing on this rack",
    text: "There is nothing at this address. The classes and the timetable are where they always were.",
  },
} as const;

type Fault = keyof typeof TEXTS;

type GymNames = { name: string; logoWord: string };

export function faultOf(error: unknown): Fault {
  return isRouteErrorResponse(error) && error.status === 404 ? "not-found" : "ours";
}

/**
 * The error page, independent of the database. @param gym undefined when unreadable @param hasLogo outside the site's
 * layout
 */
export function ErrorPage({ fault, gym, hasLogo }: { fault: Fault; gym: GymNames | undefined; hasLogo?: boolean }) {
  const { eyebrow, title, text } = TEXTS[fault];
  return (
    <div className="relative flex min-h-svh flex-col bg-ink bg-[radial-gradient(90%_80%_at_85%_110%,#e8112d59,#0000_70%)]">
      <title>{gym ? `${title} | ${gym.name}` : title}</title>
      {hasLogo && (
        <p className="px-gutter pt-5 text-white">
          <Logo word={gym?.logoWord ?? ""} className="text-[36px]" />
        </p>
      )}
      <div className="my-auto px-gutter pt-28 pb-16 noticed:pt-16">
        <Eyebrow>{eyebrow}</Eyebrow>
        <h1 className="mt-5 max-w-[11ch] title-banner">{title}</h1>
        <p className="mt-7 max-w-[46ch] text-ash">{text}</p>
        <p className="mt-9 flex flex-wrap gap-3.5 max-sm:*:w-full">
          {/* "" is the current address: reloads it as a document. */}
          {fault === "ours" && (
            <LinkButton to="" reloadDocument>
              Try again
            </LinkButton>
          )}{" "}
          <LinkButton to={href("/")} reloadDocument tone={fault === "ours" ? "ghost" : "red"}>
            Go to Home
          </LinkButton>{" "}
          <LinkButton to={href("/classes")} reloadDocument tone="ghost">
            See the classes
          </LinkButton>
        </p>
      </div>
      {/* The site's footer has its own. */}
      {hasLogo && <Band />}
    </div>
  );
}
