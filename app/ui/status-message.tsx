import { type ReactNode, useEffect, useRef } from "react";

/** The message after a successful form, instead of the form. It takes the focus, so that it is read out and seen. */
export function StatusMessage({ children }: { children: ReactNode }) {
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => message.current?.focus({ preventScroll: true }), []);
  return (
    <p
      ref={message}
      id="notice"
      role="status"
      tabIndex={-1}
      className="mb-4 border-l-[12px] border-red bg-coal px-5 py-4.5 text-lg outline-none"
    >
      {children}
    </p>
  );
}
