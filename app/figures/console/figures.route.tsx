import { Link } from "react-router";
import { ConsoleLink } from "../../console/console-link.tsx";
import { consoleMeta } from "../../console/console-meta.ts";
import { PageHead } from "../../console/page-head.tsx";
import { TitledSection } from "../../console/titled-section.tsx";
import { staffRequest } from "../../staff/staff-request.server.ts";
import { dayAndDate } from "../../time/date-texts.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import type { Figure } from "../figure.server.ts";
import { readFigures } from "../figures.server.ts";
import type { Route } from "./+types/figures.route";
import { FigureDrawing } from "./figure-drawing.tsx";
import { FigureTables } from "./figure-tables.tsx";

export function meta() {
  return consoleMeta("Figures");
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
              <Link className="whitespace-nowrap" to={way.to}>
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
