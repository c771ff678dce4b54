/**
 * The gym's name where there are no settings to read: for the library of accounts, which shows it to nobody. What people see says
 * what the owner has put into the settings.
 */
export const BRAND = "Nguvu Fitness";
