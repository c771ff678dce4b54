/** An entry's name in paths and references: lower-case letters and digits, with single hyphens between. */
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
