/** Results as tables in the terminal, and as a page with bars in `bench/results/`. */
import { mkdir, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { ROOT } from "../tools/spawn.ts";

export type Table = {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  /** The column that is drawn as bars on the page. */
  bars?: number;
};

/** A measured figure, and its upper or lower limit. */
export type Goal = { what: string; found: number; unit: string } & ({ most: number } | { least: number });

export type Report = {
  name: string;
  tables: readonly Table[];
  notes: readonly string[];
  goals?: readonly Goal[];
  /** Wrong results, which fail the benchmark. */
  problems?: readonly string[];
};

/** Processors, memory and runtime, which each result names. */
export function machine(): string {
  const [processor] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${processor?.model.trim() ?? "processor"}, ${memory} GB, Node ${process.versions.node}, ${process.platform}`;
}

export function print(report: Report): void {
  for (const table of report.tables) {
    console.log(`\n${table.title}`);
    const lines = [table.columns, ...table.rows].map((row) => row.map(String));
    const widths = table.columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
    for (const [index, line] of lines.entries()) {
      console.log(`  ${line.map((cell, column) => pad(cell, widths[column] ?? 0, column > 0)).join("  ")}`);
      if (index === 0) console.log(`  ${widths.map((width) => "─".repeat(width)).join("  ")}`);
    }
  }
  for (const goal of report.goals ?? []) console.log(`  ${sentenceOf(goal)}`);
  for (const note of report.notes) console.log(`  ${note}`);
  for (const problem of report.problems ?? []) console.error(`  FAILED: ${problem}`);
}

export function isMet(goal: Goal): boolean {
  return "most" in goal ? goal.found <= goal.most : goal.found >= goal.least;
}

/** A goal in a line: `missed: BMI, p75: 470 ms, at most 400`. */
export function sentenceOf(goal: Goal): string {
  const limit = "most" in goal ? `at most ${goal.most}` : `at least ${goal.least}`;
  return `${isMet(goal) ? "met" : "missed"}: ${goal.what}: ${goal.found} ${goal.unit}, ${limit}`;
}

function pad(text: string, width: number, isRight: boolean): string {
  return isRight ? text.padStart(width) : text.padEnd(width);
}

/** Writes the reports as one page. @returns its path */
export async function writePage(reports: readonly Report[]): Promise<string> {
  const folder = join(ROOT, "bench", "results");
  await mkdir(folder, { recursive: true });
  const name = reports.length === 1 ? (reports[0]?.name ?? "bench") : "bench";
  const path = join(folder, `${name}.html`);
  const sections = reports.map(
    (report) =>
      `<h2>npm run bench:${report.name}</h2>${report.tables.map(tableOf).join("")}${[...(report.goals ?? []).map(sentenceOf), ...report.notes].map((line) => `<p>${escaped(line)}</p>`).join("")}`,
  );
  await writeFile(
    path,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Nguvu: benchmarks</title><style>
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;background:#0b0b0c;color:#f6f3ee}
table{border-collapse:collapse;margin:0 0 1.5rem}th,td{padding:.25rem .9rem .25rem 0;text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}caption{text-align:left;font-weight:700;padding:.5rem 0}
svg{display:block}rect{fill:#e8112d}</style><h1>Nguvu: benchmarks</h1><p>${escaped(machine())}</p>${sections.join("\n")}</html>`,
  );
  return path;
}

function tableOf({ title, columns, rows, bars }: Table): string {
  const most = bars === undefined ? 0 : Math.max(...rows.map((row) => Number(row[bars]) || 0));
  const head = columns.map((column) => `<th>${escaped(column)}</th>`).join("");
  const body = rows.map((row) => {
    const cells = row.map((cell) => `<td>${escaped(String(cell))}</td>`).join("");
    if (bars === undefined || most === 0) return `<tr>${cells}</tr>`;
    const width = ((Number(row[bars]) || 0) / most) * 240;
    return `<tr>${cells}<td><svg width="240" height="12" aria-hidden="true"><rect width="${width.toFixed(1)}" height="12"/></svg></td></tr>`;
  });
  return `<table><caption>${escaped(title)}</caption><tr>${head}</tr>${body.join("")}</table>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
