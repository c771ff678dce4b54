import type { ShouldRevalidateFunctionArgs } from "react-router";

/** A route's `shouldRevalidate` that also reloads after a conflict (409, 410). */
export function revalidateAfterConflict(move: ShouldRevalidateFunctionArgs): boolean {
  return move.defaultShouldRevalidate || move.actionStatus === 409 || move.actionStatus === 410;
}
