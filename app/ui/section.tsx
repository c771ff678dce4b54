import type { ReactNode } from "react";

const GROUNDS = {
  ink: "bg-ink text-chalk",
  coal: "bg-coal text-chalk",
  chalk: "bg-chalk on-light",
  sand: "bg-sand on-light",
} as const;

/** One world of a page: a ground and room to breathe. `labelledBy` names the heading that names the section. */
export function Section({
  ground,
  id,
  labelledBy,
  className,
  children,
}: {
  ground: keyof typeof GROUNDS;
  id?: string;
  labelledBy?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={labelledBy}
      className={`px-gutter py-section ${GROUNDS[ground]} ${className ?? ""}`}
    >
      {children}
    </section>
  );
}

/** The small line above a heading, with its piece of shuka. */
export function Eyebrow({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-3.5 text-[13px] font-bold tracking-[.16em] uppercase">
      <span aria-hidden="true" className="shuka h-3 w-11 shrink-0" />
      {children}
    </p>
  );
}

/** The heading of a section: the line above it, and the title in the size of sections. */
export function SectionHeading({
  id,
  eyebrow,
  className,
  children,
}: {
  id?: string;
  eyebrow: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <>
      <Eyebrow>{eyebrow}</Eyebrow>
      <h2 id={id} className={["mt-5", className, "title-section"].filter(Boolean).join(" ")}>
        {children}
      </h2>
    </>
  );
}

/** The 18-px band of shuka between two worlds. */
export function Band() {
  return <div aria-hidden="true" className="shuka h-4.5" />;
}
