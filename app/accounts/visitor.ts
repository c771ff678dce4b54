/** Who is asking, as far as the site knows. */
export type Visitor = {
  id: string;
  email: string;
  /** The slugs of the classes she saved, in the order she saved them. */
  savedShows: string[];
  /** The shared test account can save classes, but not change or delete itself. */
  isTestAccount: boolean;
};
