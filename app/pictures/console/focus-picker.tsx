import { type CSSProperties, type MouseEvent, useState } from "react";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { DRAWN_WIDTH_PX, drawnHeight, type Focus, focusAt, NINE_POSITIONS, positionValue } from "../focus.ts";

/** Chooses the focus by touch or from nine positions. Without script touching sends the form. */
export function FocusPicker({
  picture,
  focus: stored,
}: {
  picture: { src: string; width: number; height: number };
  focus: Focus;
}) {
  const [focus, setFocus] = useState(stored);
  const isHydrated = useHydrated();
  const { src, width, height } = picture;

  function onClick(event: MouseEvent<HTMLInputElement>): void {
    event.preventDefault();
    const { clientWidth, clientHeight } = event.currentTarget;
    const { offsetX: x, offsetY: y } = event.nativeEvent;
    // By keyboard there is no point; the nine positions are for that.
    if (x > 0 || y > 0) setFocus(focusAt({ x, y }, { width: clientWidth, height: clientHeight }));
  }

  const mark = { "--x": `${focus.x}%`, "--y": `${focus.y}%`, aspectRatio: `${width}/${height}` } as CSSProperties;
  return (
    <>
      <section className="focus-picker" aria-labelledby="focus">
        <h2 id="focus">Focus</h2>
        <div className="frame-line">
          <div className="shot" style={isHydrated ? mark : { ...mark, width: DRAWN_WIDTH_PX }}>
            <input
              type="image"
              name="focus"
              src={src}
              alt="Touch the picture to set the focus"
              width={DRAWN_WIDTH_PX}
              height={drawnHeight(picture)}
              onClick={onClick}
            />
            <i className="focus-mark" />
          </div>
        </div>
        <input type="hidden" name="x" value={focus.x} />
        <input type="hidden" name="y" value={focus.y} />
        <fieldset className="nine-positions-row">
          <legend className="sr-only">Focus, nine positions</legend>
          <div className="nine-positions">
            {NINE_POSITIONS.map((position) => (
              <label key={position.name}>
                <span className="sr-only">{position.name}</span>
                <input
                  type="radio"
                  name="position"
                  value={positionValue(position)}
                  checked={position.x === focus.x && position.y === focus.y}
                  onChange={() => setFocus({ x: position.x, y: position.y })}
                />
              </label>
            ))}
          </div>
          <p className="help">
            Touch the part of the picture that must never be cut off, such as a face, or choose one of these nine
            positions. Now:{" "}
            <b>
              {focus.x} % across, {focus.y} % down
            </b>
            .
          </p>
        </fieldset>
      </section>
      <Crops src={src} focus={focus} />
    </>
  );
}

/** Shapes of pictures on the site; a row shares a height. */
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

function Crops({ src, focus }: { src: string; focus: Focus }) {
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
