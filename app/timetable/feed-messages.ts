/** The sentence about a calendar's address that was made with a secret which the site has no more. */
export const LOST_FEED_ADDRESS =
  "Calendars that follow your address go on, but it can’t be shown any more. If you need it, make another one: this one ends then.";
