/**
 * The gym's name where the settings can't be read: on an error page, in the sender of a mail. Everywhere else it comes from
 * the settings, which the owner changes.
 */
export const BRAND = "Nguvu Fitness";
