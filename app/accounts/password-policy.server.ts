/** What a new password must be. On the server alone: the list of common ones is not for browsers. */
import { findGuessedPasswordProblem } from "./common-passwords.server.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type PasswordProblem } from "./credentials.ts";

/**
 * What is wrong with a new password, if anything. Nothing is cut off its ends: spaces count as characters.
 * @param email whose password it is to be; the address itself is no password
 */
export async function findPasswordProblem(password: string, email: string): Promise<PasswordProblem | undefined> {
  const length = [...password].length;
  if (length === 0) return "password-missing";
  if (length < MIN_PASSWORD_LENGTH) return "password-short";
  if (length > MAX_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH * 2) return "password-long";
  return findGuessedPasswordProblem(password, email);
}
