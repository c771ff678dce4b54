/**
 * The first button of a form, which Enter in a field chooses: the one that does no harm. It is neither seen nor said, as the
 * same button stands again where its form ends.
 * @param value the value of `do`, or of the button with another name, in a form whose buttons have one
 */
export function DefaultButton({ name = "do", value }: { name?: string; value?: string }) {
  const action = value !== undefined && { name, value };
  return <button type="submit" {...action} className="sr-only" tabIndex={-1} aria-hidden="true" />;
}
