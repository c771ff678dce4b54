/** A form of the desk that did not reach the site comes back to its page, where React Router would show an error page. */
import { isRouteErrorResponse } from "react-router";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { NO_CONNECTION } from "./messages.ts";

/**
 * Sends a form to the server's action.
 * @returns what the action returns; the form as it was typed when the connection fails, or the server can't handle it now
 */
export async function sentOrReturned<Result>(
  request: Request,
  send: () => Promise<Result>,
): Promise<Result | ReturnedForm> {
  const form = await request.clone().formData();
  try {
    return await send();
  } catch (error) {
    const isAnswer =
      error instanceof Response || (isRouteErrorResponse(error) && error.status < 500 && error.status !== 429);
    if (isAnswer) throw error;
    const typed = Object.fromEntries(
      [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    );
    return { errors: { form: NO_CONNECTION }, typed };
  }
}
