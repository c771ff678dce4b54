import type { ReactNode } from "react";
import { href } from "react-router";
import { ConsoleLink } from "./console-link.tsx";
import { PageHead } from "./page-head.tsx";

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
      <PageHead title={title} />
      <p>{text}</p>
      {children}
      <p className="actions">
        <ConsoleLink to={href("/staff")} className="button" label="Go to Today" />
      </p>
    </>
  );
}
