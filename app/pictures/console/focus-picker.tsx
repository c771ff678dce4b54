import { type CSSProperties, type MouseEvent, useState } from "react";
import { DRAWN_WIDTH_PX, drawnHeight, type Focus, focusAt, NINE_POSITIONS, positionValue } from "../focus.ts";

type FocusPickerProps = { picture: { src: string; width: number; height: number }; focus: Focus };

/** Chooses the focus by touch or from nine positions. Without JavaScript, touching submits the form. */
export function FocusPicker({ picture, focus: stored }: FocusPickerProps) {
  const [focus, setFocus] = useState(stored);
  const { src } = picture;

  function onClick(event: MouseEvent<HTMLInputElement>): void {
    event.preventDefault();
    const { clientWidth, clientHeight } = event.currentTarget;
    const { offsetX: x, offsetY: y } = event.nativeEvent;
    // The keyboard sends no point; it has the nine positions.
    if (x > 0 || y > 0) setFocus(focusAt({ x, y }, { width: clientWidth, height: clientHeight }));
  }

  const mark = { "--x": `${focus.x}%`, "--y": `${focus.y}%` } as CSSProperties;
  return (
    <>
      <section className="part" aria-labelledby="focus">
        <h2 id="focus">Focus</h2>
        <div className="bg-sand">
          {/* A fixed size: without JavaScript, the browser sends the point in displayed pixels. */}
          <div
            className="relative mx-auto cursor-crosshair overflow-hidden bg-ink"
            style={{ ...mark, width: DRAWN_WIDTH_PX }}
          >
            <input
              className="block -outline-offset-6 focus-visible:outline-white"
              type="image"
              name="focus"
              src={src}
              alt="Touch the picture to set the focus"
              width={DRAWN_WIDTH_PX}
              height={drawnHeight(picture)}
              onClick={onClick}
            />
            <FocusMark />
          </div>
        </div>
        <input type="hidden" name="x" value={focus.x} />
        <input type="hidden" name="y" value={focus.y} />
        <fieldset className="flex items-center gap-5">
          <legend className="sr-only">Focus, nine positions</legend>
          <div className="grid grid-cols-[repeat(3,48px)] gap-1">
            {NINE_POSITIONS.map((position) => (
              <label key={position.name} className="relative">
                <span className="sr-only">{position.name}</span>
                <input
                  className="block size-12 cursor-pointer appearance-none rounded-edge border border-(--edge) bg-white checked:border-15 checked:border-ink"
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
              {focus.x}% across, {focus.y}% down
            </b>
            .
          </p>
        </fieldset>
      </section>
      <Crops src={src} focus={focus} />
    </>
  );
}

/** A ring at the focus, and two lines through it. */
function FocusMark() {
  return (
    <>
      <i className="pointer-events-none absolute inset-y-0 left-(--x) w-px bg-white/70" />
      <i className="pointer-events-none absolute inset-x-0 top-(--y) h-px bg-white/70" />
      <i className="pointer-events-none absolute top-(--y) left-(--x) grid size-11 -translate-1/2 place-items-center rounded-[50%] border-3 border-white bg-ink/25 ring-2 ring-ink">
        <i className="size-2 rounded-[50%] bg-red ring-2 ring-white" />
      </i>
    </>
  );
}

/** Shapes of pictures on the site. In four columns they have one height. */
const SHAPES = [
  { name: "Banner", where: "across a desktop", ratio: "8/3" },
  { name: "Class", where: "card", ratio: "9/8" },
  { name: "Gallery", where: "page", ratio: "4/3" },
  { name: "Trainer", where: "card", ratio: "4/5" },
  { name: "First view", where: "on a phone", ratio: "3/4" },
] as const;

function Crops({ src, focus }: { src: string; focus: Focus }) {
  return (
    <section className="part" aria-labelledby="crops">
      <h2 id="crops">As the site shows it</h2>
      <div className="grid grid-cols-2 items-end gap-row sm:grid-cols-[9fr_10.67fr_6.4fr_6fr]">
        {SHAPES.map(({ name, where, ratio }) => (
          <figure key={name} className="grid content-start gap-1.5 first:col-span-full">
            <img
              className="w-full bg-ink object-cover"
              src={src}
              alt=""
              style={{ aspectRatio: ratio, objectPosition: `${focus.x}% ${focus.y}%` }}
            />
            <figcaption className="quiet">
              <b className="block text-ink">{name}</b> {where}
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
