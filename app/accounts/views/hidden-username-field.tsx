/** Tells a password manager whose password the form is about. Hidden, and not sent. */
export function UserNameField({ email }: { email: string }) {
  return <input type="email" defaultValue={email} autoComplete="username" readOnly hidden aria-label="Email" />;
}
