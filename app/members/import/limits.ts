/** Limits of imports, shared with the page. */
export const IMPORT_MAX_BYTES = 5 * 1024 * 1024;
export const IMPORT_MAX_ROWS = 5000;
export const MAX_COLUMNS = 40;

/** Rows with further questions need review. */
export const MAX_QUESTIONS = 60;

export const IMPORT_DAYS = 30;
