/** Parts of a console page: its head, sections, notices, links and rows. */
import { type ComponentProps, type ReactNode, useEffect, useId } from "react";
import { href, Link, type LinkProps, type MetaDescriptor, useRevalidator } from "react-router";
import { withoutBreaks } from "../time/without-breaks.ts";

type PageHeadProps = {
  title: string;
  tab?: string;
  hasErrors?: boolean;
  back?: { to: string; label: string };
  meta?: ReactNode;
  actions?: ReactNode;
  className?: string;
};

/**
 * The head of a console page: a way back, its h1, a line, and actions on the whole page.
 * @param tab a longer title for the tab @param back the page above
 */
export function PageHead({ title, tab = title, hasErrors, back, meta, actions, className = "" }: PageHeadProps) {
  return (
    <div className={`head ${className}`}>
      <title>{consoleTitle(tab, hasErrors)}</title>
      <div>
        {back && (
          <Link to={back.to} className="back">
            {back.label}
          </Link>
        )}
        <h1>{title}</h1>
        {meta && <p className="meta">{unbroken(meta)}</p>}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}

export const NOINDEX: MetaDescriptor = { name: "robots", content: "noindex" };

function consoleTitle(title: string, hasErrors = false): string {
  return `${hasErrors ? "Error: " : ""}${title} · Console`;
}

/** The title of a console page, which search engines must not index. */
export function consoleMeta(title: string): MetaDescriptor[] {
  return [{ title: consoleTitle(title) }, NOINDEX];
}

type TitledSectionProps = {
  title: string | undefined;
  id?: string | undefined;
  count?: number | undefined;
  ways?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

/** A section labelled by its heading: `<TitledSection title="Close days">…</TitledSection>`. Without a title it has no label. */
export function TitledSection({ title, id, count = 0, ways, className = "", children }: TitledSectionProps) {
  const heading = useId();
  if (title === undefined) return <section id={id}>{children}</section>;
  return (
    <section id={id} aria-labelledby={heading} className={`part ${className}`}>
      <div className="line">
        <h2 id={heading}>
          {title}
          {count > 0 && (
            <>
              {" "}
              <span className="count">{count}</span>
            </>
          )}
        </h2>
        {ways}
      </div>
      {children}
    </section>
  );
}

type NoticeProps = { isBad?: boolean; children: ReactNode; action?: ReactNode };

/** A sentence about an outcome or a problem, with a link. */
export function Notice({ isBad = false, children, action }: NoticeProps) {
  return (
    <div className={isBad ? "notice bad" : "notice"} {...(isBad && { role: "alert" })}>
      <p {...(!isBad && { "data-outcome": "" })}>{unbroken(children)}</p>
      {action}
    </div>
  );
}

export function DemoBanner() {
  return <p className="demonstration">Demo. These people are not real.</p>;
}

/** @property about what it is about, for screen readers, after the label */
type Labelled = { label: ReactNode; about?: string | undefined };

export function ConsoleLink({ label, about, className = "link", ...link }: LinkProps & Labelled) {
  return (
    <Link {...link} className={className}>
      {label}
      {about !== undefined && <span className="sr-only">{about}</span>}
    </Link>
  );
}

/** A button that sends its form. */
export function ConsoleButton({ label, about, className = "button", ...button }: ComponentProps<"button"> & Labelled) {
  return (
    <button type="submit" {...button} className={className}>
      {label}
      {about !== undefined && <span className="sr-only">{about}</span>}
    </button>
  );
}

/** Rows of pending items: state, subject and actions, in columns where there is room. */
export function WaitingBoard({ children, as: List = "ul" }: { children: ReactNode; as?: "ul" | "ol" }) {
  return <List className="board [--columns:128px_minmax(0,1fr)_auto]">{children}</List>;
}

type WaitingRowProps = { mark: string; state: string; children: ReactNode; ways: ReactNode };

/** A row of a `WaitingBoard`. @param mark the class of the square before its state */
export function WaitingRow({ mark, state, children, ways }: WaitingRowProps) {
  return (
    <li className="row">
      <span className={`state ${mark}`}>{state}</span>
      <p className="leading-snug">{children}</p>
      <div className="end grid justify-items-end gap-x-6 max-[359px]:flex max-[359px]:flex-wrap md:flex">{ways}</div>
    </li>
  );
}

const TEXTS: Readonly<Record<number, { title: string; text: string }>> = {
  403: {
    title: "No access",
    text: "Your role doesn’t include this page, so nothing was changed. The owner can change that under Team.",
  },
  404: { title: "Nothing here", text: "There is nothing at this address. It may have been removed." },
};

const FAULT = {
  title: "That didn’t work",
  text: "Something went wrong on our side. Nothing was changed; please try again in a moment.",
};

export function ConsoleError({ status, children }: { status: number; children?: ReactNode }) {
  const { title, text } = TEXTS[status] ?? FAULT;
  return (
    <>
      <PageHead title={title} meta={text} />
      {children}
      <p className="actions">
        <ConsoleLink to={href("/staff")} className="button" label="Go to Today" />
      </p>
    </>
  );
}

/** The end of a long form: its status and its buttons. It sticks to the bottom of the window. */
export function FormBar({ children }: { children: ReactNode }) {
  return <div className="bar">{children}</div>;
}

/** The back link in a form's bar, on phones and tablets: wider screens show the navigation. */
export function BarBack({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className="link lg:hidden">
      Back<span className="sr-only">{` to ${label}`}</span>
    </Link>
  );
}

const REFRESH_MS = 2000;

/** Reloads the page's data every two seconds while something is being made or sent. */
export function useRefreshWhile(isBusy: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(() => void revalidate(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isBusy, revalidate]);
}

/** A text whose dates, amounts and numbers stay on one line; other content unchanged. */
export function unbroken(text: ReactNode): ReactNode {
  return typeof text === "string" ? withoutBreaks(text) : text;
}

const TIME_RANGE = /(\d{1,2}:\d\d[ap]m-\d{1,2}:\d\d[ap]m)/;

/** A text whose dates, amounts and times, such as `1:00pm-2:00pm`, stay on one line. */
export function UnbrokenTimes({ text }: { text: string }) {
  return withoutBreaks(text)
    .split(TIME_RANGE)
    .map((part, index) => {
      if (index % 2 === 0) return part;
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts are never reordered
        <span key={index} className="whitespace-nowrap">
          {part}
        </span>
      );
    });
}
