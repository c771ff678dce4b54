/** The hidden first button of a form, pressed by Enter: the harmless action, whose visible button comes last. */
export function DefaultButton({ name = "do", value }: { name?: string; value?: string }) {
  const action = value !== undefined && { name, value };
  return <button type="submit" {...action} className="sr-only" tabIndex={-1} aria-hidden="true" />;
}
