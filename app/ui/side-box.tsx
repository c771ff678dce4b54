import type { ReactNode } from "react";

export function SideBox({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="bg-coal px-6 py-7.5 print:px-0 text-ash not-first:mt-3 lg:p-9">
      <h2 id={id} className="mb-3.5 text-[36px] text-chalk">
        {title}
      </h2>
      {children}
    </section>
  );
}
