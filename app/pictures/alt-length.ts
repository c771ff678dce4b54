/** The longest alternative text of a picture, in characters. */
export const MAX_ALT_LENGTH = 160;
