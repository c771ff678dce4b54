import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * A route's `shouldRevalidate`: loads the page's data again after a conflict (409, 410) too, when React Router would not. The
 * form is posted again with what the page shows then.
 */
export function revalidateAfterConflict(move: ShouldRevalidateFunctionArgs): boolean {
  return move.defaultShouldRevalidate || move.actionStatus === 409 || move.actionStatus === 410;
}
