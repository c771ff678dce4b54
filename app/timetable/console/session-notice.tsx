import { Notice } from "../../console/notice.tsx";

/** What was just done with a class, by the button that was pressed. */
const DONE = new Map(
  Object.entries({
    cancel: "is cancelled.",
    move: "is moved.",
    substitute: "is handed over.",
    restore: "is as it was before.",
    add: "is added.",
  }),
);

/** Says what was done to which class. */
export function SessionNotice({ done, name }: { done: string | null; name: string }) {
  const words = done === null ? undefined : DONE.get(done);
  if (words === undefined) return null;
  return (
    <Notice>
      <b>{`${name}, ${words}`}</b> Visitors see it now.
    </Notice>
  );
}
