import { Link } from "react-router";
import type { Band, Mark, MarkText, Tone } from "../drawings.server.ts";
import type { Figure } from "../figure.server.ts";

/** Marks differ in their outline as well, and colours of the user's own replace these. */
const FILLS: Readonly<Record<Tone, string>> = {
  solid: "fill-ink forced-colors:fill-[CanvasText]",
  open: "fill-chalk stroke-ink forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]",
  track: "fill-sand forced-colors:fill-[Canvas]",
  "heat-0": "fill-white stroke-(--edge) forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]",
  "heat-1": "fill-ash stroke-(--edge) forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]",
  "heat-2": "fill-steel stroke-(--edge) forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]",
  "heat-3": "fill-graphite stroke-(--edge) forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]",
  "heat-4": "fill-ink stroke-(--edge) forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]",
};

/** The drawing of a figure. Screen readers have its sentences and tables. */
export function FigureDrawing({ bands }: { bands: readonly Band[] }) {
  return (
    <div className="grid gap-row">
      {bands.map((band) => (
        <div key={band.label ?? ""} className="grid gap-line print:break-inside-avoid">
          {band.label && (
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <b className="min-w-0">{band.to ? <Link to={band.to}>{band.label}</Link> : band.label}</b>
              <span className="quiet print:text-[11px]">{band.value}</span>
            </p>
          )}
          <BandDrawing band={band} />
        </div>
      ))}
    </div>
  );
}

function BandDrawing({ band: { height, rules, marks, paths, texts } }: { band: Band }) {
  return (
    <svg aria-hidden="true" width="100%" height={height} className="block">
      {rules.map((y) => (
        <line
          key={y}
          x1="0"
          x2="100%"
          y1={y}
          y2={y}
          className="stroke-line forced-colors:stroke-[GrayText]"
          shapeRendering="crispEdges"
        />
      ))}
      {paths && (
        // Stretched to the width, but for its line.
        <svg aria-hidden="true" viewBox={`0 0 100 ${height}`} width="100%" height={height} preserveAspectRatio="none">
          <path d={paths.area} className="fill-sand forced-colors:fill-[Canvas]" />
          <path
            d={paths.line}
            className="fill-none stroke-ink stroke-2 forced-colors:stroke-[CanvasText]"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      )}
      {marks.map((mark) => (
        <Rectangle key={`${mark.x} ${mark.y} ${mark.tone}`} {...mark} />
      ))}
      {texts.map((text) => (
        <Words key={`${text.x} ${text.y}`} {...text} />
      ))}
    </svg>
  );
}

function Rectangle({ x, width, y, height, tone }: Mark) {
  return <rect x={`${x}%`} width={`${width}%`} y={y} height={height} className={FILLS[tone]} />;
}

function Words({ x, y, text, anchor, isOnDark = false }: MarkText) {
  return (
    <text
      x={`${x}%`}
      y={y}
      textAnchor={anchor}
      className={`text-sm tabular-nums print:text-[11px] forced-colors:fill-[CanvasText] ${isOnDark ? "fill-white" : "fill-ink"}`}
    >
      {text}
    </text>
  );
}

export function FigureLegend(legend: NonNullable<Figure["legend"]>) {
  return (
    <ul className="flex flex-wrap gap-x-5 text-sm print:text-[11px]">
      {(["solid", "open"] as const).map((tone) => (
        <li key={tone} className="flex items-center gap-2">
          <svg aria-hidden="true" width="14" height="14">
            <rect x="1" y="1" width="12" height="12" className={FILLS[tone]} />
          </svg>
          {legend[tone]}
        </li>
      ))}
    </ul>
  );
}
