import { type ReactNode, useEffect, useRef } from "react";

/** The message after a successful form, in the form's place. It takes the focus, so that it is read out and seen. */
export function Notice({ children }: { children: ReactNode }) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => notice.current?.focus({ preventScroll: true }), []);
  return (
    <p
      ref={notice}
      id="notice"
      role="status"
      tabIndex={-1}
      className="mb-4 border-l-[12px] border-red bg-coal px-5 py-4.5 text-lg outline-none"
    >
      {children}
    </p>
  );
}
