import { ActionPress } from "../../console/kit/action-page.tsx";
import type { FreezeRowData } from "./freeze-page.server.ts";

export function FreezeRows({ freezes }: { freezes: readonly FreezeRowData[] }) {
  return (
    <section aria-labelledby="freezes" className="mb-10">
      <h2 id="freezes" className="h3">
        Freezes
      </h2>
      <ul className="board">
        {freezes.map(({ actId, days, about, mayReturn, mayTakeBack, isTooLate }) => {
          const press = { values: { actId }, about: `: ${days}` };
          return (
            <li key={actId} className="hit">
              <div>
                <p className="name sentence">{days}</p>
                <p className="about wrap-anywhere">{about}</p>
                {isTooLate && <p className="about">More than seven days ago: only the owner can undo it.</p>}
              </div>
              {(mayReturn || mayTakeBack) && (
                <div className="actions">
                  {mayReturn && <ActionPress action="return" className="button low ink" {...press} />}
                  {mayTakeBack && <ActionPress action="take-back" className="button low" {...press} />}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
