export type StatusView =
  | { code: "on-site" | "changes-waiting" | "not-on-site" | "picture-hidden" | "broken" }
  | { code: "goes-live" | "changes-go-live" | "goes-off"; at: string }
  | { code: "failed"; why: string };

/** The label of a status, and the class of its mark (`styles/parts.css`). */
export function statusLabel(status: StatusView): { label: string; mark: "on" | "waiting" | "due" | "off" | "alert" } {
  switch (status.code) {
    case "on-site":
      return { label: "On the site", mark: "on" };
    case "changes-waiting":
      return { label: "On the site, with unpublished changes", mark: "waiting" };
    case "not-on-site":
      return { label: "Not on the site", mark: "off" };
    case "picture-hidden":
      return { label: "Its picture can’t be shown", mark: "alert" };
    case "broken":
      return { label: "Unreadable: open it to fix it", mark: "alert" };
    case "goes-live":
      return { label: `Goes live ${status.at}`, mark: "due" };
    case "changes-go-live":
      return { label: `On the site; changes go live ${status.at}`, mark: "due" };
    case "goes-off":
      return { label: `On the site until ${status.at}`, mark: "due" };
    case "failed":
      return { label: `Couldn’t go live: ${status.why}`, mark: "alert" };
  }
}

/** A square that fills up, always with its words. */
export function StatusWords({ status }: { status: StatusView }) {
  const { label, mark } = statusLabel(status);
  return <span className={`state ${mark}`}>{label}</span>;
}
