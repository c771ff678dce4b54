import type { ReactNode } from "react";

/** A box beside somebody's bookings. */
export function Card({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="bg-coal px-6 py-7.5 text-ash not-first:mt-3 lg:p-9">
      <h2 id={id} className="mb-3.5 text-[36px] text-chalk">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A button of a form whose one field, `do`, says what it does. */
export function CardButton({ value, children }: { value: string; children: string }) {
  return (
    <button
      type="submit"
      name="do"
      value={value}
      className="min-h-11 cursor-pointer rounded-edge border border-white/45 px-4 text-sm font-bold text-white hover:border-white"
    >
      {children}
    </button>
  );
}
