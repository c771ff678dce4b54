import type { TextareaHTMLAttributes } from "react";
import { useHydrated } from "./use-hydrated.ts";

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
