/** The gym's name where settings can't be read; pages use the settings. */
export const BRAND = "Nguvu Fitness";
