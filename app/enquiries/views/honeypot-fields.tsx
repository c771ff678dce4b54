import { useEffect, useId, useRef } from "react";

/**
 * The fields by which programs that fill in every form are recognized: a hidden field, the page's stamp, and with script
 * the time between showing and submitting the form. They are the same for every visitor, so the page may be cached.
 */
export function HoneypotFields({ stamp }: { stamp: string }) {
  const id = useId();
  const elapsed = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const field = elapsed.current;
    const form = field?.form;
    if (!field || !form) return;
    const shownAt = performance.now();
    const setElapsed = () => {
      field.value = Math.round(performance.now() - shownAt).toString();
    };
    // Before the router reads the form.
    form.addEventListener("submit", setElapsed, { capture: true });
    return () => form.removeEventListener("submit", setElapsed, { capture: true });
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
