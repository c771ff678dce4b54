import { ActionPress } from "../../console/kit/action-page.tsx";
import { TitledSection } from "../../console/titled-section.tsx";
import type { FreezeRowData } from "./freeze-page.server.ts";

export function FreezeRows({ freezes }: { freezes: readonly FreezeRowData[] }) {
  return (
    <TitledSection title="Freezes">
      <ul className="board">
        {freezes.map(({ actId, days, about, mayReturn, mayTakeBack, isTooLate }) => {
          const press = { values: { actId }, about: `: ${days}` };
          return (
            <li key={actId} className="row">
              <div>
                <p className="name sentence">{days}</p>
                <p className="about">{about}</p>
                {isTooLate && <p className="about">More than seven days ago: only the owner can undo it.</p>}
              </div>
              {(mayReturn || mayTakeBack) && (
                <div className="actions">
                  {mayReturn && <ActionPress action="return" className="button" {...press} />}
                  {mayTakeBack && <ActionPress action="take-back" className="button" {...press} />}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </TitledSection>
  );
}
