import { capitalized } from "../../platform/text.ts";
import { dayName } from "../../time/days.ts";
import type { ClassPage } from "./class-view.ts";

type Described = Pick<ClassPage, "gymClass" | "length" | "weekly" | "trainer">;

/** What search engines and shared links say of a class: "Guard up. All levels, 60 minutes, Tuesday with Brian Otieno at …" */
export function classDescription({ gymClass, length, weekly, trainer }: Described, gym: string): string {
  const days = [...new Set(weekly.map(({ day }) => dayName(day)))];
  const facts = [gymClass.level, length, days.join(", ")].filter(Boolean).join(", ");
  const coach = trainer ? ` with ${trainer.name}` : "";
  return `${gymClass.summary} ${capitalized(facts)}${coach} at ${gym} in Nairobi.`;
}
