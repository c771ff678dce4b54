/** How far the sizes of a picture are made. */
export function Progress({ made, all }: { made: number; all: number }) {
  return (
    <div className="making">
      <p>
        <b>The sizes are being made</b>, {made} of {all}. Go on writing; publishing waits for it.
      </p>
      <div className="progress" role="progressbar" aria-valuenow={made} aria-valuemax={all} aria-label="Sizes made">
        <i style={{ width: `${Math.round((made / all) * 100)}%` }} />
      </div>
    </div>
  );
}
