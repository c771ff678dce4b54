type DefaultButtonProps = { name?: string; value?: string; form?: string };

/**
 * The hidden first button of a form, pressed by Enter: the harmless action, whose visible button comes last.
 * @param props.form the form's id, if other buttons of the form come before it
 */
export function DefaultButton({ name = "do", value, form }: DefaultButtonProps) {
  const action = value !== undefined && { name, value };
  return <button type="submit" form={form} {...action} className="sr-only" tabIndex={-1} aria-hidden="true" />;
}
