import { useEffect, useId, useRef } from "react";

/**
 * What sets programs apart that fill in every form they find: a field nobody sees, the page's stamp, and with script
 * the time between the form's appearance and its sending. Nothing here differs from visitor to visitor, so the page may
 * be cached.
 */
export function HoneypotFields({ stamp }: { stamp: string }) {
  const id = useId();
  const elapsed = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const field = elapsed.current;
    const form = field?.form;
    if (!field || !form) return;
    const shownAt = performance.now();
    const note = () => {
      field.value = Math.round(performance.now() - shownAt).toString();
    };
    // Before the router reads the form.
    form.addEventListener("submit", note, { capture: true });
    return () => form.removeEventListener("submit", note, { capture: true });
  }, []);

  return (
    <>
      <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
        <label htmlFor={id}>Leave this empty</label>
        <input id={id} name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <input type="hidden" name="stamp" value={stamp} />
      <input ref={elapsed} type="hidden" name="elapsed" />
    </>
  );
}
