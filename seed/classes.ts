import type { SeedOf } from "../app/cms/content-type.ts";
import type { classType, featuredClassType } from "../app/content-types/class.ts";

/**
 * The twelve classes, in the order of the cards (specification, section 2, "Classes"). Trainers, days, times and
 * texts are sample content; the days and times are those of the featured classes or of the schedule.
 */
export const classes: SeedOf<typeof classType> = [
  {
    slug: "cycling",
    title: "Cycling",
    summary: "Spin to the beat: hills, sprints and a long climb home.",
    trainer: "wanjiru-kamau",
    day: "wednesday",
    time: { from: "9:00am", to: "10:00am" },
    level: "all levels",
    course:
      "The lights go down, the first song starts, and you find your saddle height before you find your excuses. A long warm-up sets the cadence; after it the road on the handlebar begins to rise.\n\nThree climbs follow, each with a sprint on top, and flat stretches between them to breathe and to drink. You set the resistance yourself: nobody sees your dial, and the hill is as steep as you want it. The last song is for the legs alone, slow and long.",
    audience:
      "Anybody who can sit on a bicycle. If it is your first time, come ten minutes early and we set the bike to you. A bad knee does better here than on the road; tell us, and we leave out the standing climbs.",
    bring: ["Shoes with a firm sole", "A towel for the handlebar", "A full bottle"],
    provided: "Clip-in pedals take SPD cleats. Straps are on every bike.",
    photo: {
      file: "class-cycling.jpg",
      alt: "A woman leans into the bars of a spin bike, slanted red tubes behind her.",
      focus: [55, 4],
    },
  },
  {
    slug: "meditation",
    title: "Meditation",
    summary: "Sit, breathe and let the week go quiet.",
    trainer: "amina-yusuf",
    day: "friday",
    time: { from: "1:00pm", to: "2:00pm" },
    level: "all levels",
    course:
      "You sit, or lie down if sitting hurts. The first minutes are for arriving: shoes off, shoulders down, the traffic on Ngong Road left to itself. Then you follow your breath, count it, lose count and begin again, which is the whole exercise.\n\nA guided round comes next, through the body from the feet up, and a long silence after it. We end with tea and a few words, if anybody has some.",
    audience:
      "People who sleep badly, plan too much, or have never sat still on purpose. There is nothing to be good at. If you have a condition that silence makes worse, talk to us first.",
    bring: ["Warm socks", "Clothes that don’t pinch when you sit", "A shawl if you are easily cold"],
    provided: "Cushions, mats and blankets are here.",
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
    level: "all levels",
    course:
      "Rope first, until the calves are awake. Then the stance: where the feet go, where the chin hides, and how a straight punch starts at the floor. You learn it in front of the mirror and take it to the pads, where the coach calls and you reply.\n\nThe rest belongs to the heavy bags: rounds of three minutes with a minute to breathe, as it is in the ring. Core work on the mat ends it. There is no sparring here, so the only face at risk is the bag’s.",
    audience:
      "Beginners get a bag of their own and a slower round for the first weeks. If you have boxed before, we give you longer combinations and fewer breaks. Say so before the warm-up if a wrist or a shoulder is not well.",
    bring: ["Hand wraps, or a pair from the desk", "Shoes with a flat sole", "A towel and water"],
    provided: "Gloves, ropes and bags are here.",
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
    level: "all levels",
    course:
      "The class bows in and everybody counts together, so you know your numbers in Japanese by the second week. Basics come first, up and down the floor: stances, blocks and straight punches, slowly enough to be right.\n\nThen the groups part. White belts learn their first kata; the others polish theirs, and pair up for sparring with a step and a stop before contact. The last minutes are quiet, in a row, by rank, whoever you are outside.",
    audience:
      "From the first day to the black belt, and from fifteen years on. You need no flexibility to begin; it arrives. Gradings are twice a year and nobody is pushed into one.",
    bring: ["A gi if you own one, else long trousers", "Bare feet with short nails", "Water"],
    provided: "Pads and mitts are here. A gi can be borrowed for the first month.",
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
    level: "some experience",
    course:
      "Three lifts and no hurry. The first part is for the bar alone: hips, grip, breath, and the depth of a squat that counts. You then work up in sets of five, three or one, by the plan that hangs at your rack, with as much rest as the weight asks for.\n\nA coach stands beside the heavy sets and films those you want to see again. What you lifted goes on the card, and the card decides what is on the bar next week.",
    audience:
      "You should have held a barbell before; Fitness or Workout are good places to meet one. We start everybody below what they can do. After an injury, bring what your doctor wrote.",
    bring: ["Flat, hard soles, or socks", "Long socks for the deadlift", "Your belt, if you use one"],
    provided: "Chalk, belts and collars are here.",
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
    level: "all levels",
    course:
      "No machine, no queue: your own weight, two dumbbells and a square of floor. The coach shows five movements, easy and hard side by side, and you choose yours.\n\nThen the clock runs. Forty seconds of work, twenty of rest, around the room and around again: push, pull, squat, carry, hold. You change the dumbbells when it gets too easy, and nobody asks when you change them back. It ends where it began, on the floor, breathing.",
    audience:
      "For everybody who wants the whole body done at once. It is a good first class, and a good hard one: the difference is the version you pick. Expecting mothers get versions of their own.",
    bring: ["Training shoes", "A towel for the floor", "Water"],
    provided: "Mats and dumbbells are here.",
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
    level: "some experience",
    course:
      "What is on the board is on the board: it changes every time, and nobody has seen it before the warm-up. A skill comes first, such as the kettlebell swing or the climb up the rope, taken apart until it is safe.\n\nThen the clock starts and the room gets loud. Ten to twenty minutes of rounds, against your own last time and beside people who shout your name when it gets slow. The results stay on the board until the next class wipes them.",
    audience:
      "Come when a dumbbell is no stranger. Every workout has three versions; pick the middle one on your first day. If you are new to training, take a month of Fitness first.",
    bring: ["Shoes you can run and lift in", "Tape, if your palms tear", "Water, more than you think"],
    provided: "Kettlebells, ropes, boxes and chalk are here.",
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
    level: "all levels",
    course:
      "We run outside while it is dry and on the belts when it rains. Drills come first: ankles, knees, arms, and how to land without a sound. Then intervals by time and not by distance, so that fast and slow start and stop together.\n\nOne week it is eight times one minute, another week three times six, and every fourth week an easy run at the pace of a conversation. The coach runs at the back, where the advice is needed.",
    audience:
      "For a first five kilometres as much as for a marathon. If you can walk briskly for half an hour you can begin. Say what race you are training for and we tell you which intervals are yours.",
    bring: ["Running shoes that are not brand new", "A light jacket after the rains", "A cap and water"],
    provided: "Belts, cones and a locker for your keys are here.",
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
    level: "experienced",
    course:
      "One muscle group after the other, each with a reason. You warm up with the lightest weight you own, then work in sets of eight to twelve, three seconds down, one up, and stop when the form does, not when the pride does.\n\nThe coach goes from bench to bench, moves an elbow by a finger’s width, and explains what you should feel where. The split changes every six weeks. Between sets there is time to write your numbers down, and for nothing else.",
    audience:
      "For those who have trained with weights for half a year and want to see it. Eating is half of it: ask for the plan of our nutritionist. Not for a back that hurts today.",
    bring: ["Shoes with a flat sole", "A notebook, on paper or not", "Straps or gloves, if you use them"],
    provided: "Benches, cables and every plate we own.",
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
    level: "some experience",
    course:
      "Three ranges in one class. It starts on the feet, with kicks and punches into pads; goes into the clinch, where balance is worth more than arms; and ends on the mat, with positions, escapes and how to tap in time.\n\nYou work in pairs, with somebody of your weight and your experience, first slowly and then with a little resistance. Contact is light, the coach watches every pair, and whoever forgets that sits out a round.",
    audience:
      "You should have done some Boxing or Karate, here or elsewhere. Mouthguards are a must and rings come off. If you had a concussion, wait until your doctor agrees.",
    bring: ["A mouthguard", "Shorts without pockets or zips", "Shin guards, if you have some"],
    provided: "Four-ounce gloves, pads and mats are here.",
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
    level: "all levels",
    course:
      "The breath goes first and the body follows. Slow standing postures warm you, one flowing into the next; then we stay in some of them longer than you would alone, which is where the strength comes from.\n\nHips and back get their turn on the mat, with a block or a strap where a hand doesn’t reach. It ends lying down, under a blanket, in the most difficult posture of all: doing nothing.",
    audience:
      "For stiff backs from the office, runners’ hips, and people who did yoga once and liked it. Nobody touches you without asking. During a pregnancy, come after the third month and tell us.",
    bring: ["Clothes you can fold yourself in", "Bare feet", "Nothing to eat for two hours before"],
    provided: "Mats, blocks and straps are here, cleaned after every class.",
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
    level: "beginners",
    course:
      "This is where most people begin. Stations wait around the floor: dumbbells, a step, a band, a mat. The coach goes through all of them once, with the mistake that everybody makes, and then you make the round in pairs.\n\nTwo rounds are for learning and one is for sweating. In between you hear why the shoulder blades matter and how to breathe when you lift. After a month you know the names of the exercises, and after two we have to find you a heavier shelf.",
    audience:
      "For your first day in a gym, for the first one after years, and for everybody who wants to move without being shouted at. We adapt it to bad knees, high blood pressure and bad moods.",
    bring: ["Any clean sports shoes", "A small towel", "Water"],
    provided: "Everything else is on the floor.",
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
      focus: [55, 4],
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
