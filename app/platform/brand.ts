/**
 * The gym's name where the settings can't be read, such as on an error page. Everywhere else it comes from the settings, which
 * the owner changes.
 */
export const BRAND = "Nguvu Fitness";
