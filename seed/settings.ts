import type { SeedOf } from "../app/cms/content-type.ts";
import type { settingsType } from "../app/content-types/settings.ts";

/**
 * The gym's own details. The specification leaves address, phone and e-mail blank: these are sample values, to be
 * replaced by the owner (the phone number and the `.example` domain are unassigned). Hours and footer lines are the
 * owner's copy, kept as written (specification, sections 2 and 9).
 */
export const settings: SeedOf<typeof settingsType> = [
  {
    slug: "site",
    name: "Nguvu Fitness",
    tagline: "Take your health and body to the next level with a programme made for you.",
    aboutBlurb:
      "Nguvu is strength in Swahili. Our trainers and nutritionists make a personal plan for every member, and a gym in the heart of Nairobi to carry it out in.",
    street: "Nguvu House, Ngong Road",
    city: "Nairobi, Kenya",
    phone: "+254 700 000 000",
    email: "hello@nguvu.example",
    footerHours: ["Monday-Friday 7:00am-21:00pm", "Saturday 7:00am-21:00pm", "Sunday 7:00am-18:00pm"],
    contactHours: ["Mon to Fri 7:30 am to 1:00 am", "Mon to Fri 7:30 am to 1:00 am"],
    footerClasses: ["Fitness Classes", "Aerobics Classes", "Power Yoga", "Learn Machines", "Full-body Strength"],
    facebook: "https://www.facebook.com/",
    twitter: "https://x.com/",
    instagram: "https://www.instagram.com/",
    latitude: "-1.3000",
    longitude: "36.7820",
  },
];
