/** The owner's first steps: what a new site needs before it takes bookings. The list disappears once all are done. */
import { href } from "react-router";
import { findSingleEntry, listEntries } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { formPath } from "../../content-types/paths.ts";
import { settingsType } from "../../content-types/settings.ts";
import { readBackupState } from "../../platform/backup-state.server.ts";
import type { Services } from "../../platform/services.ts";
import { can, type StaffMember } from "../../staff/roles.ts";
import { shortMoment } from "../../time/dates.server.ts";

/** The id of the table's only row, which exists while the list is hidden. */
const ROW = 1;

export type FirstStep = {
  title: string;
  text: string;
  to: string;
  isDone: boolean;
};

/** First steps of an owner; null for others, when done, and when hidden. @param hasSecondStep whether the member has one */
export async function readFirstSteps(
  services: Services,
  { role }: StaffMember,
  hasSecondStep: boolean,
): Promise<FirstStep[] | null> {
  const { config, db } = services;
  if (!can(role, "edit", "settings")) return null;
  if (await db.selectFrom("first_steps").select("id").executeTakeFirst()) return null;
  const changed = await db
    .selectFrom("entries")
    .select("type")
    .distinct()
    .where("type", "in", ["plan", "settings"])
    .where("updated_by", "<>", "seed")
    .execute();
  const isChanged = (name: string) => changed.some(({ type }) => type === name);
  const hasRows = async (table: "staff_invitations" | "pictures") =>
    (await db
      .selectFrom(table)
      .select(({ lit }) => lit(1).as("found"))
      .limit(1)
      .executeTakeFirst()) !== undefined;
  const hasExampleHours = await areContactHoursExample(services);
  const staff = await db.selectFrom("staff").select("user_id").limit(2).execute();
  const classes = await listEntries(services, classType);
  const steps: FirstStep[] = [
    {
      title: "Two-step verification",
      text: "A code from your phone, so that a stolen password is not enough to sign in.",
      to: href("/staff/second-step/factors"),
      isDone: hasSecondStep,
    },
    {
      title: "Your prices",
      text: "The plans on the site are examples: replace them with yours.",
      to: href("/staff/content/:type", { type: "plan" }),
      isDone: isChanged("plan"),
    },
    {
      title: "Your hours and phone",
      text: hasExampleHours
        ? "Your hours are on the site, but the contact page still shows example hours: replace or remove them."
        : "Name, address, phone and opening hours, as every page shows them.",
      to: formPath("settings", "site"),
      isDone: isChanged("settings") && !hasExampleHours,
    },
    {
      title: "Who works here",
      text: "Invite the desk and the trainers. Each gets their own sign-in.",
      to: href("/staff/people/invite"),
      isDone: staff.length > 1 || (await hasRows("staff_invitations")),
    },
    {
      title: "Places for bookable classes",
      text: "A class with a number of places takes bookings; the others lead to the contact form.",
      to: href("/staff/content/:type", { type: classType.name }),
      isDone: classes.some(({ places }) => places !== undefined),
    },
    {
      title: "Your own photos",
      text: "The pictures on the site are drawn. Photos of your rooms and people say more.",
      to: href("/staff/pictures"),
      isDone: await hasRows("pictures"),
    },
    {
      title: "Your email",
      text:
        config.smtpUrl === undefined
          ? "Emails are only saved as files until whoever runs the site sets up a mail server."
          : `It is sent through ${new URL(config.smtpUrl).hostname}.`,
      to: href("/staff/mail"),
      isDone: config.smtpUrl !== undefined,
    },
    await backupStep(services),
  ];
  return steps.every(({ isDone }) => isDone) ? null : steps;
}

/** Whether the footer's hours are the owner's while the contact page still has the example. */
async function areContactHoursExample(services: Services): Promise<boolean> {
  const { footerHours, contactHours } = await findSingleEntry(services, settingsType);
  const example: Record<string, unknown> = { ...services.content.seeds.get(settingsType.name)?.[0] };
  const isExample = (lines: readonly string[], field: string) =>
    JSON.stringify(lines) === JSON.stringify(example[field]);
  return !isExample(footerHours, "footerHours") && isExample(contactHours, "contactHours");
}

async function backupStep(services: Services): Promise<FirstStep> {
  const { config, now } = services;
  const { made_at: last } = await readBackupState(services);
  const none =
    config.databaseUrl === undefined
      ? "No backup yet: ask whoever runs the site."
      : "The site has made none. It can’t see backups made by PostgreSQL: ask whoever runs it.";
  return {
    title: "Backups",
    text: last ? `The last was made ${shortMoment(new Date(last), now())}.` : none,
    to: `${href("/staff/guide")}#backups`,
    isDone: last !== null,
  };
}

export async function dismissFirstSteps({ db, now }: Services, isAway: boolean): Promise<void> {
  if (!isAway) {
    await db.deleteFrom("first_steps").execute();
    return;
  }
  await db
    .insertInto("first_steps")
    .values({ id: ROW, put_away_at: now().toISOString() })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}
