import { Link } from "react-router";
import type { FigureTable } from "../figure.server.ts";

/** The numbers of a figure, folded. Printed only when somebody has unfolded them. */
export function FigureTables({ title, tables }: { title: string; tables: readonly FigureTable[] }) {
  return (
    <details className="details-content:pt-row print:open:block">
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
                    className={`py-1 font-bold ${index === 0 ? "text-left" : "pl-2 text-right"}`}
                  >
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ to, cells: [first = "", ...numbers] }) => (
                <tr key={first} className="border-b border-line">
                  <th scope="row" className="py-1 text-left font-medium">
                    {to ? (
                      <Link className="inline-block py-2" to={to}>
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
