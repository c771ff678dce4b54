/** The accounts of trainers: members of staff with this role, each linked to a trainer on the site. */
import type { Db } from "../platform/services.ts";

export type TrainerAccount = { id: string; email: string; trainerSlug: string };

export async function listTrainerAccounts(db: Db): Promise<TrainerAccount[]> {
  const rows = await db
    .selectFrom("staff")
    .innerJoin("users", "users.id", "staff.user_id")
    .select(["users.id", "users.email", "staff.trainer_slug as trainerSlug"])
    .where("staff.role", "=", "trainer")
    .where("staff.trainer_slug", "is not", null)
    .orderBy("staff.user_id")
    .execute();
  return rows.flatMap(({ trainerSlug, ...account }) => (trainerSlug === null ? [] : [{ ...account, trainerSlug }]));
}
