/** The value of the button that publishes a card without a day and a time of its own. */
export const FOLLOW_TIMETABLE = "publish-following-timetable";

/** A warning that a card contradicts the weekly timetable, with a button that resolves it by sending the entry's form. */
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
