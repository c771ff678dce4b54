import { findEntry } from "../../cms/entries.server.ts";
import { trainerType } from "../../content-types/trainer.ts";
import type { Services } from "../../platform/services.ts";
import type { StaffProblem } from "../problems.ts";
import { type RoleChoice, roleChoiceIn } from "./role-field.tsx";

/** The chosen role, with the trainer that the person is on the site; or the problem. */
export async function readRoleChoice(
  services: Services,
  value: string,
): Promise<{ code: "done"; choice: RoleChoice } | { code: StaffProblem }> {
  const choice = roleChoiceIn(value);
  if (choice === undefined) return { code: "role-unknown" };
  const { trainerSlug } = choice;
  const isKnown = trainerSlug === null || (await findEntry(services, trainerType, trainerSlug)) !== undefined;
  return isKnown ? { code: "done", choice } : { code: "trainer-unknown" };
}
