/** Who is asking, as far as the site knows. */
export type Visitor = {
  id: string;
  email: string;
  /** The slugs of the saved classes, in the order they were saved. */
  savedShows: string[];
  /** The shared test account can save classes, but not change or delete itself. */
  isTestAccount: boolean;
};
