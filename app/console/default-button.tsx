/**
 * The first button of a form, which Enter in a field chooses: the one that does no harm. It is neither seen nor said, as the
 * same button stands again where its form ends.
 */
export function DefaultButton({ value }: { value: string }) {
  return <button type="submit" name="do" value={value} className="sr-only" tabIndex={-1} aria-hidden="true" />;
}
