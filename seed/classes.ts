import type { SeedOf } from "../app/content/content-type.ts";
import type { classType, featuredClassType } from "../app/content/types/class.ts";

/**
 * The twelve classes, in the order of the cards (specification, section 2, "Classes"). Trainers, days, times and
 * summaries are sample content; the days and times are those of the featured classes or of the schedule.
 */
export const classes: SeedOf<typeof classType> = [
  {
    slug: "cycling",
    title: "Cycling",
    summary: "Spin to the beat: hills, sprints and a long climb home.",
    trainer: "wanjiru-kamau",
    day: "wednesday",
    time: { from: "9:00am", to: "10:00am" },
    photo: {
      file: "class-cycling.jpg",
      alt: "A woman leans into the bars of a spin bike, slanted red tubes behind her.",
      focus: [55, 18],
    },
  },
  {
    slug: "meditation",
    title: "Meditation",
    summary: "Sit, breathe and let the week go quiet.",
    trainer: "amina-yusuf",
    day: "friday",
    time: { from: "1:00pm", to: "2:00pm" },
    photo: {
      file: "class-meditation.jpg",
      alt: "A woman sits still, legs crossed, inside a great red ring mirrored in a wet floor.",
      focus: [50, 42],
    },
  },
  {
    slug: "boxing",
    title: "Boxing",
    summary: "Guard up: footwork, pads and heavy bag rounds.",
    trainer: "brian-otieno",
    day: "tuesday",
    time: { from: "9:00am", to: "10:00am" },
    photo: {
      file: "class-boxing.jpg",
      alt: "A boxer in red gloves holds his guard beside a heavy bag, red tubes behind.",
      focus: [63, 25],
    },
  },
  {
    slug: "karate",
    title: "Karate",
    summary: "Stances, strikes and kata, from white belt to black.",
    trainer: "brian-otieno",
    day: "friday",
    time: { from: "10:00am", to: "11:00am" },
    photo: {
      file: "class-karate.jpg",
      alt: "A karateka in a white gi and black belt, seen from behind, punches towards a glowing red ring.",
      focus: [45, 25],
    },
  },
  {
    slug: "power-lifting",
    title: "Power Lifting",
    summary: "Squat, bench and deadlift, with a coach at the rack.",
    trainer: "wanjiru-kamau",
    day: "saturday",
    time: { from: "9:00am", to: "10:00am" },
    photo: {
      file: "class-power-lifting.jpg",
      alt: "A man squats deep with a bar of red and black plates across his shoulders.",
      focus: [46, 25],
    },
  },
  {
    slug: "workout",
    title: "Workout",
    summary: "One hour, the whole body, no machines needed.",
    trainer: "wanjiru-kamau",
    day: "monday",
    time: { from: "4:00pm", to: "5:00pm" },
    photo: {
      file: "class-workout.jpg",
      alt: "A man holds the bottom of a push-up on two dumbbells, red tubes behind him.",
      focus: [80, 38],
    },
  },
  {
    slug: "crossfit",
    title: "Crossfit",
    summary: "Kettlebells, ropes and the clock: hard and never the same.",
    trainer: "brian-otieno",
    day: "friday",
    time: { from: "9:00am", to: "10:00am" },
    photo: {
      file: "class-crossfit.jpg",
      alt: "A man swings a kettlebell to shoulder height between red light tubes.",
      focus: [38, 25],
    },
  },
  {
    slug: "running",
    title: "Running",
    summary: "Intervals and form for your next race, or your first.",
    trainer: "amina-yusuf",
    day: "monday",
    time: { from: "4:00pm", to: "5:00pm" },
    photo: {
      file: "class-running.jpg",
      alt: "A woman in a red top drives her knee high in mid sprint in front of three red light lines.",
      focus: [56, 20],
    },
  },
  {
    slug: "body-building",
    title: "Body Building",
    summary: "Slow, heavy, precise: muscle made set by set.",
    trainer: "brian-otieno",
    day: "monday",
    time: { from: "10:00pm", to: "11:00pm" },
    photo: {
      file: "class-body-building.jpg",
      alt: "The back of a bodybuilder with both arms flexed, red light along one side.",
      focus: [50, 0],
    },
  },
  {
    slug: "mma",
    title: "Mma",
    summary: "Strike, clinch and ground, in four-ounce gloves.",
    trainer: "brian-otieno",
    day: "sunday",
    time: { from: "6:00pm", to: "7:00pm" },
    photo: {
      file: "class-mma.jpg",
      alt: "A fighter in black gloves with red cuffs guards his chin in front of a cage fence lit red from behind.",
      focus: [52, 28],
    },
  },
  {
    slug: "yoga",
    title: "Yoga",
    summary: "Strength and stretch in one long breath.",
    trainer: "amina-yusuf",
    day: "saturday",
    time: { from: "4:00pm", to: "5:00pm" },
    photo: {
      file: "class-yoga.jpg",
      alt: "A woman sits cross-legged on a red mat in front of a glowing red ring, a bottle beside her.",
      focus: [47, 22],
    },
  },
  {
    slug: "fitness",
    title: "Fitness",
    summary: "Dumbbells, steps and core for every level.",
    trainer: "wanjiru-kamau",
    day: "monday",
    time: { from: "9:00am", to: "10:00am" },
    photo: {
      file: "class-fitness.jpg",
      alt: "A woman in a red top curls a dumbbell, a rack of weights behind her.",
      focus: [52, 20],
    },
  },
];

/** The six featured classes with their slots, as written (specification, section 2, "Featured classes"). */
export const featuredClasses: SeedOf<typeof featuredClassType> = [
  {
    slug: "cycling",
    title: "Cycling",
    gymClass: "cycling",
    day: "wednesday",
    time: { from: "9:00am", to: "10:00am" },
    photo: {
      file: "class-cycling.jpg",
      alt: "A woman leans into the bars of a spin bike, slanted red tubes behind her.",
      focus: [55, 18],
    },
  },
  {
    slug: "karate",
    title: "Karate",
    gymClass: "karate",
    day: "friday",
    time: { from: "10:00am", to: "11:00am" },
    photo: {
      file: "class-karate.jpg",
      alt: "A karateka in a white gi and black belt, seen from behind, punches towards a glowing red ring.",
      focus: [45, 25],
    },
  },
  {
    slug: "power",
    title: "Power",
    gymClass: "power-lifting",
    day: "saturday",
    time: { from: "9:00am", to: "10:00am" },
    photo: {
      file: "class-power-lifting.jpg",
      alt: "A man squats deep with a bar of red and black plates across his shoulders.",
      focus: [46, 25],
    },
  },
  {
    slug: "meditation",
    title: "Meditation",
    gymClass: "meditation",
    day: "friday",
    time: { from: "1:00pm", to: "2:00pm" },
    photo: {
      file: "class-meditation.jpg",
      alt: "A woman sits still, legs crossed, inside a great red ring mirrored in a wet floor.",
      focus: [50, 42],
    },
  },
  {
    slug: "martial-arts",
    title: "Martial Arts",
    gymClass: "mma",
    day: "sunday",
    time: { from: "6:00pm", to: "7:00pm" },
    photo: {
      file: "class-mma.jpg",
      alt: "A fighter in black gloves with red cuffs guards his chin in front of a cage fence lit red from behind.",
      focus: [52, 28],
    },
  },
  {
    slug: "workout",
    title: "Workout",
    gymClass: "workout",
    day: "monday",
    time: { from: "4:00pm", to: "5:00pm" },
    photo: {
      file: "class-workout.jpg",
      alt: "A man holds the bottom of a push-up on two dumbbells, red tubes behind him.",
      focus: [80, 85],
    },
  },
];
