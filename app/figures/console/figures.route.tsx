import { Link } from "react-router";
import { ConsoleLink, PageHead, TitledSection } from "../../console/page-parts.tsx";
import { staffRequest } from "../../staff/staff-request.server.ts";
import { dateInNairobi, dayAndDate } from "../../time/dates.server.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import type { Figure, FigureBand, FigureTable, Tone } from "../drawings.server.ts";
import { readFigures } from "../figures.server.ts";
import type { Route } from "./+types/figures.route";

/** The numbers of a figure, folded. Printed only when somebody has unfolded them. */
function FigureTables({ title, tables }: { title: string; tables: readonly FigureTable[] }) {
  return (
    <details className="open:details-content:pt-row print:open:block">
      <summary className="link">
        Show the numbers<span className="sr-only">{`: ${title}`}</span>
      </summary>
      <div className="grid gap-field">
        {tables.map(({ caption, head, rows }) => (
          <table
            key={caption}
            className="w-full border-collapse text-sm tabular-nums print:text-[11px] [&_td]:pl-2 [&_td]:text-right"
          >
            <caption className="pb-1 text-left text-graphite">{caption}</caption>
            <thead>
              <tr className="border-b-2 border-ink align-bottom">
                {head.map((name, index) => (
                  <th
                    key={name}
                    scope="col"
                    className={`py-1 font-bold min-[360px]:whitespace-nowrap ${index === 0 ? "text-left" : "pl-2 text-right"}`}
                    style={index === 0 ? undefined : { width: `${100 / (head.length + 1)}%` }}
                  >
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ to, cells: [first = "", ...numbers] }) => (
                <tr key={first} className="h-11 border-b border-line print:h-auto">
                  <th scope="row" className="py-1 text-left font-medium">
                    {to ? (
                      <Link className="inline-block py-2 print:py-0" to={to}>
                        {first}
                      </Link>
                    ) : (
                      first
                    )}
                  </th>
                  {numbers.map((number, index) => (
                    <td key={head[index + 1]}>{number}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </details>
  );
}

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
function FigureDrawing({ bands }: { bands: readonly FigureBand[] }) {
  return (
    <div
      className={`grid pt-2 ${bands.some(({ baseline }) => baseline !== undefined) ? "gap-8 print:gap-row" : "gap-row"}`}
    >
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
        <line x1="0" x2="100%" y1={baseline} y2={baseline} className="stroke-line forced-colors:stroke-[CanvasText]" />
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

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = staffRequest(context, ["see", "figures"]);
  return { today: dayAndDate(dateInNairobi(services.now())), figures: await readFigures(services) };
}

/** How the gym does: members, money, enquiries and classes, each as a sentence, a drawing and tables. */
export default function Figures({ loaderData: { today, figures } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Figures" meta={`Until now, ${today}. The last column, with an open bar, is not over yet.`} />
      <div className="two even print:grid print:grid-cols-2 print:gap-6">
        {figures.map((column) => (
          <div key={column[0]?.title} className="parts print:gap-6">
            {column.map((figure) => (
              <FigureSection key={figure.title} figure={figure} />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

function FigureSection({ figure: { title, ways, sentences, bands, tables } }: { figure: Figure }) {
  return (
    <TitledSection
      title={title}
      className="print:break-inside-avoid"
      ways={
        <span className="flex flex-wrap gap-x-5 print:hidden">
          {ways.map((way) => (
            <ConsoleLink key={way.to} {...way} />
          ))}
        </span>
      }
    >
      <div className="grid max-w-[46em] gap-line">
        {sentences.map(({ text, way }) => (
          <p key={text}>
            {withoutBreaks(text)}{" "}
            {way && (
              <Link className="whitespace-nowrap print:hidden" to={way.to}>
                {way.label}
              </Link>
            )}
          </p>
        ))}
      </div>
      {bands.length > 0 && <FigureDrawing bands={bands} />}
      {tables.length > 0 && <FigureTables title={title} tables={tables} />}
    </TitledSection>
  );
}
