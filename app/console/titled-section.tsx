import { type ReactNode, useId } from "react";

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
