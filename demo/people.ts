/** The people of the demo gym. Their numbers are unassigned, and example.com receives no mail. */

import { confirmAddress, confirmationUrl, mailConfirmation } from "../app/accounts/address-confirmation.server.ts";
import { saveClass } from "../app/accounts/saved-classes.server.ts";
import { findSignIn } from "../app/accounts/sign-in.server.ts";
import { signOut, signUp } from "../app/accounts/sign-up-and-in.server.ts";
import type { DeskActor } from "../app/bookings/desk-actions.server.ts";
import { setMailPreference } from "../app/people/mail-preferences.server.ts";
import { findConsoleSignIn, noteConsoleUse } from "../app/staff/access.server.ts";
import { acceptInvitation, becomeOwner, invite, makeOwnerLink } from "../app/staff/invitations.server.ts";
import { ownTrainer, ROLE_NAMES, type Role, type StaffMember } from "../app/staff/roles.ts";
import { findStaffMember } from "../app/staff/staff.server.ts";
import { DAYS_OPEN, expectDone, type Gym } from "./gym.ts";

/** The password of all accounts. The start prints it. */
const PASSWORD = "three-quiet-mornings";

const TEAM = [
  { name: "Akinyi Ochieng", role: "owner", trainer: null },
  { name: "Joseph Karanja", role: "desk", trainer: null },
  { name: "Mercy Wambui", role: "desk", trainer: null },
  { name: "Wanjiru Kamau", role: "trainer", trainer: "wanjiru-kamau" },
  { name: "Brian Otieno", role: "trainer", trainer: "brian-otieno" },
  { name: "Amina Yusuf", role: "trainer", trainer: "amina-yusuf" },
] as const satisfies { name: string; role: Role; trainer: string | null }[];

/** The team by first name, in lower case. */
export type Team = Record<"akinyi" | "joseph" | "mercy" | "wanjiru" | "brian" | "amina", StaffMember>;

/** Members, the day of their sign-up after the opening, and their classes. */
const MEMBERS: readonly [name: string, day: number, likes: string][] = [
  ["Faith Njeri", 3, "boxing cycling yoga fitness"],
  ["Kevin Kipchoge", 3, "body-building power-lifting boxing"],
  ["Lucy Wairimu", 3, "yoga meditation fitness cycling"],
  ["Peter Mutua", 4, "boxing karate mma workout"],
  ["Halima Abdi", 4, "yoga meditation fitness"],
  ["Dennis Kiptoo", 4, "crossfit body-building boxing"],
  ["Esther Moraa", 5, "cycling fitness workout"],
  ["Victor Ouma", 5, "body-building crossfit mma boxing"],
  ["Sharon Chebet", 6, "cycling crossfit fitness boxing"],
  ["Martin Njoroge", 6, "karate boxing power-lifting"],
  ["Beatrice Nduta", 8, "yoga cycling fitness meditation"],
  ["Collins Barasa", 10, "body-building boxing cycling"],
  ["Irene Kagendo", 13, "workout cycling yoga"],
  ["Samuel Lekishon", 17, "crossfit boxing body-building"],
  ["Zawadi Mwende", 22, "fitness cycling karate"],
  ["Paul Gitau", 28, "boxing cycling body-building fitness"],
  ["Winnie Adhiambo", 35, "yoga boxing fitness"],
  ["Grace Atieno", 48, "fitness cycling"],
];

/** A member who has not confirmed her address. */
const UNCONFIRMED = "Grace Atieno";
const WITHOUT_REMINDERS = "Lucy Wairimu";

/** A person with an account, in the format of bookings. */
export type GymMember = {
  id: string;
  email: string;
  name: string;
  phone: string;
  likes: readonly string[];
  isTestAccount: false;
  clientAddress: string;
};

/** People without an account: the desk has their numbers, except one. */
export const CALLERS = ["Nafula Simiyu", "Jackson Ekai", "Tabitha Wangari", "Hassan Omar", "Ruth Jepkosgei", ""].map(
  (name, index) => ({ name: name || "Mama Njoki", phone: name && `+254 72${index} 000 1${index}0` }),
);

export type People = { team: Team; members: GymMember[] };

/** The people of the gym; empty until they have signed up. */
export function planPeople(gym: Gym): People {
  const { services, on } = gym;
  const people: People = { team: {} as Team, members: [] };
  for (const [index, person] of TEAM.entries()) {
    const key = firstName(person.name) as keyof Team;
    let cookie = "";
    on(-DAYS_OPEN, `09:${10 + index * 7}`, async () => {
      const account = await makeAccount(gym, person.name, index);
      await openConfirmation(gym, account);
      cookie = account.cookie;
      await joinTeam(gym, person, account, people.team.akinyi);
      const member = await findStaffMember(services, account.id);
      if (member !== undefined) people.team[key] = member;
    });
    // The last time they used the console.
    on(index === 0 ? 0 : -1, index === 0 ? "00:00" : `21:${10 + index}`, () => useConsole(gym, cookie));
  }
  for (const [index, [name, day, likes]] of MEMBERS.entries()) {
    on(day - DAYS_OPEN, `12:${10 + index * 2}`, async () => {
      const account = await makeAccount(gym, name, index + TEAM.length);
      const { id, email, visit } = account;
      if (name !== UNCONFIRMED) await openConfirmation(gym, account);
      await signOut(services, visit.request);
      const classes = likes.split(" ");
      for (const gymClass of classes.slice(0, (index + 2) % 3)) await saveClass(services, id, gymClass);
      const phone = `+254 7${10 + index} 000 ${200 + index}`;
      people.members.push({ id, email, name, phone, likes: classes, isTestAccount: false, ...visit });
    });
  }
  on(-2, "20:20", () => setMailPreference(services, "reminders", memberOf(people, WITHOUT_REMINDERS).id, false));
  return people;
}

/** A member of staff, in the format of the desk's actions. */
export function atDesk(member: StaffMember): DeskActor {
  return { ...member, trainerSlug: ownTrainer(member) };
}

export function memberOf({ members }: People, name: string): GymMember {
  const match = members.find((member) => member.name === name);
  if (match === undefined) throw new Error(`${name} is no member yet`);
  return match;
}

/** Lists one account of each kind, as the start prints it. */
export function listSignIns() {
  const signIn = (who: string, name: string) => ({ who, name, email: emailOf(name), password: PASSWORD });
  const ofRole = (role: Role) => TEAM.find((person) => person.role === role)?.name ?? "";
  const team = (["owner", "desk", "trainer"] as const).map((role) => signIn(ROLE_NAMES[role], ofRole(role)));
  return [...team, signIn("Member", MEMBERS[0]?.[0] ?? "")];
}

function firstName(name: string): string {
  return name.split(" ")[0]?.toLowerCase() ?? "";
}

function emailOf(name: string): string {
  return `${firstName(name)}@example.com`;
}

/** Opens the link in the email of a sign-up. */
async function openConfirmation({ services }: Gym, account: { id: string; email: string }): Promise<void> {
  const key = new URL(confirmationUrl(services, account)).searchParams.get("key") ?? "";
  if (!(await confirmAddress(services, key))) throw new Error(`${account.email} was not confirmed`);
}

async function makeAccount({ services }: Gym, name: string, index: number) {
  const headers = {
    "User-Agent": "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36",
  };
  const visit = { request: new Request("http://localhost/signup", { headers }), clientAddress: `192.0.2.${index + 1}` };
  const email = emailOf(name);
  const { userId: id, setCookie } = await expectDone(signUp(services, { email, password: PASSWORD }, visit));
  await mailConfirmation(services, id);
  const cookie = setCookie.map((line) => line.split(";")[0]).join("; ");
  return {
    id,
    email,
    cookie,
    visit: { ...visit, request: new Request(visit.request, { headers: { ...headers, cookie } }) },
  };
}

async function joinTeam(
  { services }: Gym,
  { name, role, trainer }: (typeof TEAM)[number],
  account: { id: string; email: string },
  owner: StaffMember | undefined,
): Promise<void> {
  const tokenOf = (link = "") => new URL(link).searchParams.get("token") ?? "";
  if (owner === undefined) {
    await expectDone(becomeOwner(services, tokenOf(await makeOwnerLink(services)), account, name));
    return;
  }
  const { link } = await expectDone(invite(services, owner, account.email, role, trainer));
  await expectDone(acceptInvitation(services, tokenOf(link), account, name));
}

async function useConsole({ services }: Gym, cookie: string): Promise<void> {
  const signIn = await findSignIn(services, new Request("http://localhost/staff", { headers: { cookie } }));
  const consoleSignIn = signIn && (await findConsoleSignIn(services, signIn.id));
  if (consoleSignIn !== undefined) await noteConsoleUse(services, consoleSignIn);
}
