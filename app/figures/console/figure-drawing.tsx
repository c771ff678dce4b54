import { Link } from "react-router";
import type { FigureBand, Tone } from "../drawings.server.ts";

const CELL = "stroke-(--edge) forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]";

/** Marks differ in their outline as well: the user's own few colours replace these. */
const FILLS: Readonly<Record<Tone, string>> = {
  solid: "fill-ink forced-colors:fill-[CanvasText]",
  open: "fill-chalk stroke-ink forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]",
  track: "fill-sand forced-colors:fill-[Canvas]",
  "heat-0": `fill-white ${CELL}`,
  "heat-1": `fill-ash ${CELL}`,
  "heat-2": `fill-steel ${CELL}`,
  "heat-3": `fill-graphite ${CELL}`,
  "heat-4": `fill-ink ${CELL}`,
};

const ON_DARK = "fill-white forced-colors:fill-[CanvasText]";

/** The drawing of a figure. Screen readers have its sentences and tables. */
export function FigureDrawing({ bands }: { bands: readonly FigureBand[] }) {
  return (
    <div className="grid gap-row pt-2">
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

function BandDrawing({ band: { height, baseline, shapes, texts } }: { band: FigureBand }) {
  return (
    <svg aria-hidden="true" width="100%" height={height} className="block overflow-visible" shapeRendering="crispEdges">
      {baseline !== undefined && (
        <line x1="0" x2="100%" y1={baseline} y2={baseline} className="stroke-line forced-colors:stroke-[GrayText]" />
      )}
      <svg aria-hidden="true" viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" className="overflow-visible">
        {shapes.map(({ tone, path }) => (
          <path key={tone} d={path} className={FILLS[tone]} vectorEffect="non-scaling-stroke" />
        ))}
      </svg>
      <g className="fill-ink text-sm tabular-nums print:text-[11px] forced-colors:fill-[CanvasText]">
        {texts.map(({ x, y, text, anchor, isOnDark }) => (
          <text key={`${x} ${y}`} {...{ x: `${x}%`, y, textAnchor: anchor }} className={isOnDark ? ON_DARK : undefined}>
            {text}
          </text>
        ))}
      </g>
    </svg>
  );
}
