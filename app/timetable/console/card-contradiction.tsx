/** The value of the button that publishes a card without its own day and time. */
export const FOLLOW_TIMETABLE = "publish-following-timetable";

/** Warns that a card contradicts the weekly timetable; the button resolves it by submitting the entry's form. */
export function CardContradiction({ sentence, mayPublish }: { sentence: string; mayPublish: boolean }) {
  return (
    <div className="notice">
      <p>{sentence}</p>
      {mayPublish && (
        <button type="submit" form="entry" name="do" value={FOLLOW_TIMETABLE} className="link">
          Follow the weekly timetable
        </button>
      )}
    </div>
  );
}
