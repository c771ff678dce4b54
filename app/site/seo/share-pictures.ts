/** The pictures shown where a page's address is shared; they are drawn from this table. */
import type { TitledShare } from "../../pictures/own-files.ts";

export const sharePictures = {
  home: { lines: ["We will", "give you", "strength", "and health"], file: "hero.jpg", focus: [60, 40] },
  about: { lines: ["About us"], file: "about.jpg", focus: [50, 30] },
  classes: { lines: ["Our", "classes"], file: "class-cycling.jpg", focus: [55, 30] },
  schedule: { lines: ["The week", "of classes"], file: "class-running.jpg", focus: [56, 20] },
  pricing: { lines: ["Community", "friendly", "prices"], file: "plan-2.jpg", focus: [45, 60] },
  gallery: { lines: ["Inside", "the gym"], file: "gallery-11.jpg", focus: [50, 35] },
  contact: { lines: ["Come and", "train with us"], file: "why-choose-us.jpg", focus: [50, 30] },
  login: { lines: ["Sign in"], file: "class-boxing.jpg", focus: [63, 25] },
  signup: { lines: ["Join", "the gym"], file: "class-power-lifting.jpg", focus: [46, 25] },
  account: { lines: ["Your classes"], file: "class-crossfit.jpg", focus: [38, 25] },
} satisfies Record<string, TitledShare>;

export type SharePage = keyof typeof sharePictures;
