import type { TextareaHTMLAttributes } from "react";
import { useHydrated } from "./use-hydrated.ts";

/*
 * Assigning its own value to a textarea marks it as edited: from then on a new default value changes neither its text nor the
 * selection, which somebody may be about to type over. This module is loaded before hydration begins.
 */
if (typeof document !== "undefined") {
  for (const textarea of document.querySelectorAll("textarea")) {
    const { value } = textarea;
    textarea.value = value;
  }
}

/**
 * A textarea whose text survives hydration. Script arrives after the first interaction, which may be typing; React would put
 * the default value back into a textarea that it hydrates, as it does not with an input. Without one to put back, it leaves
 * the text alone, and gets to know the default right after.
 */
export function Textarea({
  defaultValue,
  ...attributes
}: Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "value"> & { defaultValue?: string | undefined }) {
  const isHydrated = useHydrated();
  const isHydrating = typeof document !== "undefined" && !isHydrated;
  return <textarea {...attributes} {...(!isHydrating && { defaultValue })} />;
}
