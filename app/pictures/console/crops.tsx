import type { CSSProperties } from "react";
import type { Focus } from "../focus.ts";

/** The shapes in which the site shows a picture; those of one row share a height. */
const ROWS = [
  [{ name: "Banner", where: "across a desktop", ratio: "8/3" }],
  [
    { name: "Class", where: "card", ratio: "9/8" },
    { name: "Trainer", where: "card", ratio: "4/5" },
  ],
  [
    { name: "Gallery", where: "", ratio: "4/3" },
    { name: "First view", where: "on a phone", ratio: "3/4" },
  ],
] as const;

/** The picture as the site crops it around its focus. */
export function Crops({ src, focus }: { src: string; focus: Focus }) {
  return (
    <section aria-labelledby="crops">
      <h2 id="crops">As the site shows it</h2>
      <div className="crops" style={{ "--at": `${focus.x}% ${focus.y}%` } as CSSProperties}>
        {ROWS.map((row) => (
          <div key={row[0].name} className="crop-row">
            {row.map(({ name, where, ratio }) => (
              <figure key={name} style={{ "--wide": ratio } as CSSProperties}>
                <div className="shot">
                  <img src={src} alt="" />
                </div>
                <figcaption>
                  <b>{name}</b> <span>{where}</span>
                </figcaption>
              </figure>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}
