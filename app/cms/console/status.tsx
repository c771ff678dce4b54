/** Where an entry stands, in the words of somebody who looks at the site. */

export type StatusView =
  | { code: "on-site" | "changes-waiting" | "not-on-site" | "picture-hidden" | "broken" }
  /** `at`: the moment in Nairobi, in words. */
  | { code: "goes-live" | "changes-go-live" | "goes-off"; at: string }
  | { code: "failed"; why: string };

/** The words of a status, and the class of its mark (`styles/parts.css`). */
export function statusLabel(status: StatusView): { words: string; mark: "on" | "waiting" | "due" | "off" | "alert" } {
  switch (status.code) {
    case "on-site":
      return { words: "On the site", mark: "on" };
    case "changes-waiting":
      return { words: "On the site, changes waiting", mark: "waiting" };
    case "not-on-site":
      return { words: "Not on the site", mark: "off" };
    case "picture-hidden":
      return { words: "Its picture can’t be shown", mark: "alert" };
    case "broken":
      return { words: "Can’t be read; open it to mend it", mark: "alert" };
    case "goes-live":
      return { words: `Goes live ${status.at}`, mark: "due" };
    case "changes-go-live":
      return { words: `On the site, changes go live ${status.at}`, mark: "due" };
    case "goes-off":
      return { words: `On the site until ${status.at}`, mark: "due" };
    case "failed":
      return { words: `Couldn’t go live: ${status.why}`, mark: "alert" };
  }
}

/** A square that fills up, then the words: never the square alone. */
export function StatusWords({ status }: { status: StatusView }) {
  const { words, mark } = statusLabel(status);
  return <span className={`state ${mark}`}>{words}</span>;
}
