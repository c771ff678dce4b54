/** The most characters of a notice. Apart from its type, which would take zod into the browser. */
export const NOTICE_MAX = 120;
