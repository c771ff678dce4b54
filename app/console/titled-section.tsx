import { type ReactNode, useId } from "react";

type TitledSectionProps = {
  title: string | undefined;
  id?: string | undefined;
  className?: string;
  children: ReactNode;
};

/** A part of a page, called as its heading: `<TitledSection title="Close days">…</TitledSection>`. Without a title it is called nothing. */
export function TitledSection({ title, children, ...section }: TitledSectionProps) {
  const heading = useId();
  if (title === undefined) return <section id={section.id}>{children}</section>;
  return (
    <section {...section} aria-labelledby={heading}>
      <h2 id={heading} className="h3">
        {title}
      </h2>
      {children}
    </section>
  );
}
