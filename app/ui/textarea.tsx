import type { TextareaHTMLAttributes } from "react";
import { useHydrated } from "./use-hydrated.ts";

/**
 * Assigning its own value marks a textarea as edited, so that hydration doesn't overwrite it. Loaded before
 * hydration.
 */
if (typeof document !== "undefined") {
  for (const textarea of document.querySelectorAll("textarea")) {
    const { value } = textarea;
    textarea.value = value;
  }
}

/** A textarea whose text survives hydration: React would restore the default value over what was typed. */
export function Textarea({
  defaultValue,
  ...attributes
}: Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "value"> & { defaultValue?: string | undefined }) {
  const isHydrated = useHydrated();
  const isHydrating = typeof document !== "undefined" && !isHydrated;
  return <textarea {...attributes} {...(!isHydrating && { defaultValue })} />;
}
