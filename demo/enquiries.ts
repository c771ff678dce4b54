/** Enquiries of the demo gym, in every state. */

import { findEntry } from "../app/cms/entries.server.ts";
import { classType } from "../app/content-types/class.ts";
import { recordEnquiry } from "../app/enquiries/enquiries.server.ts";
import { addNote, setEnquiryState } from "../app/enquiries/enquiry-changes.server.ts";
import { listEnquiries } from "../app/enquiries/inbox.server.ts";
import { replyByMail, replyByWhatsApp } from "../app/enquiries/replies.server.ts";
import type { State } from "../app/enquiries/states.ts";
import { bookTrial } from "../app/enquiries/trial.server.ts";
import { readPhone } from "../app/forms/read-phone.ts";
import type { StaffMember } from "../app/staff/roles.ts";
import { expectDone, type Gym } from "./gym.ts";
import type { People } from "./people.ts";
import { bookableOn } from "./timetable.ts";

const GYM = "Nguvu Fitness";

/**
 * Day and time, state, sender, phone number, class and text. People with a number who joined had a trial.
 */
type Written = [day: number, time: string, state: State, name: string, phone: string, gymClass: string, text: string];

const ENQUIRIES: readonly Written[] = [
  [-48, "11:30", "joined", "Purity Wanja", "0733 000 311", "boxing", "Do you lend gloves?"],
  [-46, "18:20", "not-now", "Felix Otieno", "0733 000 312", "", "Is there a price for two?"],
  [-44, "10:12", "joined", "Caroline Akoth", "", "yoga", "Is there parking at the gym?"],
  [-41, "07:50", "answered", "Agnes Nyambura", "0733 000 313", "yoga", "Is there a shower?"],
  [-37, "19:41", "not-now", "Moses Wafula", "0733 000 301", "", "Do you have a price for students?"],
  [-34, "16:02", "joined", "Ali Hussein", "0733 000 314", "cycling", "Can I come once and see?"],
  [-32, "13:15", "not-now", "Lydia Cheptoo", "0733 000 315", "", "Do you have lockers?"],
  [-29, "08:05", "joined", "Naomi Cherono", "0733 000 302", "fitness", "I have not trained for years. Which class?"],
  [-25, "09:40", "joined", "Nancy Akinyi", "0733 000 316", "yoga", "My back is stiff. Is yoga right for me?"],
  [-23, "20:11", "answered", "Simon Mburu", "0733 000 317", "boxing", "How hard is the class?"],
  [-21, "22:17", "spam", "Best SEO Team", "", "", "We bring your website to the first page of every search engine."],
  [-18, "17:05", "joined", "Rose Jeruto", "0733 000 318", "fitness", "I have two hours a week. What do you suggest?"],
  [-16, "06:45", "answered", "Omar Said", "0733 000 319", "", "Can I pay by the week?"],
  [-12, "12:50", "answered", "Abdullahi Noor", "0733 000 303", "boxing", "Can my son, 16, join the class?"],
  [-6, "17:28", "answered", "Jane Mumbua", "", "meditation", "Do I have to book, or can I just come?"],
  [-3, "09:09", "trial-booked", "Eric Ochola", "0733 000 304", "cycling", "I would like to try once before I decide."],
  [-2, "03:33", "suspect", "xKqPzw", "", "", "http://example.com/cheap http://example.com/pills"],
  [-1, "20:55", "new", "Mary Achieng", "", "yoga", "Do you have yoga for beginners on Saturday?"],
  [-1, "22:10", "new", "Tom Njenga", "0733 000 305", "", "Is the gym open on public holidays?"],
  [0, "00:20", "new", "Joseph Maina", "0733 000 306", "boxing", "When can I try a class? Evenings are best."],
];

export function planEnquiries(gym: Gym, { team }: People): void {
  const { services, on } = gym;
  for (const [index, [day, time, state, name, phone, gymClass, comment]] of ENQUIRIES.entries()) {
    const email = `${name.split(" ")[0]?.toLowerCase()}@example.com`;
    const form = { name, email, phone: readPhone(phone) ?? phone, class: gymClass, comment };
    on(day, time, async () => {
      const classTitle = (await findEntry(services, classType, gymClass))?.title;
      await recordEnquiry(services, form, { classTitle, isSuspect: state === "suspect" });
    });
    const isOfJoseph = index % 2 === 0;
    const isDealtWith = state !== "new" && state !== "suspect";
    if (!isDealtWith) continue;
    on(day + 1, `08:${20 + index}`, () => dealWith(gym, [day, name, state], isOfJoseph ? team.joseph : team.mercy));
  }
}

/** Answers an enquiry at the desk on the next morning. */
async function dealWith(gym: Gym, [day, name, state]: [number, string, State], member: StaffMember) {
  const { services, on } = gym;
  const anything = { view: "all", search: name, gymClass: "", time: "", assignee: "" } as const;
  const [enquiry] = (await listEnquiries(services, anything)).enquiries;
  if (enquiry === undefined) throw new Error(`${name} has not written`);
  const { id, phone } = enquiry;
  const becomes = (to: State, seen: State) => expectDone(setEnquiryState(services, member, id, { seen, to }));
  const hasTrial = async (day: number) => {
    const session = (await bookableOn(gym, day)).find(({ time }) => time.from === "9:00am");
    return expectDone(bookTrial(services, member, id, { sessionId: session?.id ?? "", person: "" }));
  };
  if (state === "spam") return becomes(state, "new");
  if (state === "trial-booked") return hasTrial(1);
  if (state === "joined" && phone !== "") {
    await hasTrial(day + 3);
    return void on(day + 4, "10:15", () => becomes(state, "trial-booked"));
  }
  const text = `Hello ${name.split(" ")[0]}, thank you for writing. Come by any day between seven and nine, or call us, and we will find what suits you. ${member.name}, ${GYM}`;
  const reply = { text, seen: "new", becomes: "answered" } as const;
  await expectDone(
    phone === "" ? replyByMail(services, member, id, reply, GYM) : replyByWhatsApp(services, member, id, reply),
  );
  if (state === "answered") return undefined;
  const note = state === "joined" ? "Came by, took Mwanzo." : "Asks again in January.";
  await expectDone(addNote(services, member, id, note));
  return becomes(state, "answered");
}
