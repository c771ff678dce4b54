/**
 * The layout of emails about bookings and passes, as text and as HTML. Email clients support little of modern HTML: tables for layout,
 * inline styles, a font that every device has, and nothing loaded from elsewhere.
 */
import { withoutBreaks } from "../time/without-breaks.ts";
import type { Paragraph } from "./messages.ts";

export type Link = { label: string; address: string };

type LinkList = { title: string; links: readonly Link[] };

export type MailContent = {
  logo: string;
  title: string;
  rows: readonly { label: string; lines: readonly string[] }[];
  /** Sums of money, each with what it is for. */
  sums?: readonly { what: string; amount: string }[];
  paragraphs: readonly Paragraph[];
  others?: LinkList;
  button?: Link;
  confirm?: LinkList;
  /** The calendar file, and the page of Google Calendar, whose long address the text version leaves out. */
  file?: Link;
  google?: Link;
  footer: readonly string[];
  off?: Link;
};

/** The minimum width of labels in the text version, with the space after them. */
const LABEL_WIDTH = 9;

export function mailText(content: MailContent): string {
  const { title, rows, sums = [], paragraphs, others, button, file, confirm, footer, off } = content;
  const labelWidth = Math.max(LABEL_WIDTH, ...rows.map(({ label }) => label.length + ": ".length));
  const blocks = [
    [`${title}.`],
    rows.map(({ label, lines }) => `${`${label}:`.padEnd(labelWidth)}${lines.join(", ")}`),
    sums.map(({ what, amount }) => `${what}: ${amount}`),
    ...paragraphs.map((paragraph) => [
      paragraph.map((part) => (typeof part === "string" ? part : part.strong)).join(""),
    ]),
    ...linkListLines(others),
    button === undefined ? [] : linkLines(button),
    ...(file === undefined ? [] : [linkLines(file)]),
    ...linkListLines(confirm),
    [...footer],
    ...(off === undefined ? [] : [linkLines(off)]),
  ];
  return `${blocks
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function linkListLines(list: LinkList | undefined): string[][] {
  return list === undefined ? [] : [[list.title], ...list.links.map(linkLines)];
}

function linkLines({ label, address }: Link): string[] {
  return [`${label}:`, address];
}

/** The site's colours (app/ui/tokens.css): email clients don't support custom properties. */
const INK = "#0b0b0c";
const RED = "#e8112d";
const BLOOD = "#c00d25";
const CHALK = "#f6f3ee";
const SAND = "#ebe6de";
const GRAPHITE = "#4a4c52";
const LINE = "#d6d1c9";

const FONT = "font-family:Arial,Helvetica,sans-serif";
const TABLE = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"`;

/** For email clients whose dark mode uses the email's own colours; others invert the colours themselves. */
const DARK = `@media (prefers-color-scheme:dark){.page{background:#151517!important}.ink{color:#f6f3ee!important}.soft{color:#c9c6c0!important}.link{color:#ff5a66!important}.rule{border-color:#3a3a3e!important}.foot{background:#242427!important}}`;

export function mailHtml(content: MailContent): string {
  const { logo, title, rows, sums = [], paragraphs, others, button, confirm } = content;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${htmlText(title)}</title>
<style>:root{color-scheme:light dark}${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${CHALK}">
${TABLE} class="page" style="background:${CHALK}"><tr><td align="center">
${TABLE} style="max-width:600px;text-align:left;text-wrap:pretty">
<tr><td bgcolor="${INK}" style="${FONT};font-size:24px;font-weight:bold;letter-spacing:3px;color:#ffffff;padding:20px">${htmlText(logo)}</td></tr>
<tr><td style="font-size:0;line-height:0">${band()}</td></tr>
<tr><td style="padding:28px 20px 30px">
<h1 class="ink" style="${FONT};font-size:30px;line-height:1.15;letter-spacing:-.5px;color:${INK};margin:0 0 20px;font-weight:bold;text-wrap:balance">${htmlText(title)}</h1>
${tableHtml([...rows.map(rowHtml), ...sums.map(sumHtml)])}${paragraphs.map(paragraphHtml).join("\n")}
${others === undefined ? "" : linkListHtml(others)}${button === undefined ? "" : buttonHtml(button)}
${calendarHtml(content)}${confirm === undefined ? "" : linkListHtml(confirm)}</td></tr>
<tr><td class="foot soft" bgcolor="${SAND}" style="${FONT};font-size:14px;line-height:1.5;color:${GRAPHITE};padding:20px">${footerHtml(content)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

/** The band of the shuka: cells of two colours, as email clients show no patterns. */
function band(): string {
  const cells = Array.from(
    { length: 24 },
    (_, index) => `<td bgcolor="${index % 2 === 0 ? RED : INK}" width="4%" height="8"></td>`,
  );
  return `${TABLE}><tr>\n${cells.join("\n")}\n</tr></table>`;
}

function tableHtml(rows: readonly string[]): string {
  if (rows.length === 0) return "";
  return `${TABLE} class="rule" style="border-bottom:1px solid ${LINE}">
${rows.join("\n")}
</table>
`;
}

const CELL = `padding:10px 0;border-top:1px solid ${LINE};vertical-align:top`;

function rowHtml({ label, lines }: MailContent["rows"][number]): string {
  return `<tr><td class="soft rule" width="80" style="${FONT};font-size:15px;line-height:23px;color:${GRAPHITE};${CELL}">${htmlText(label)}</td><td class="ink rule" style="${FONT};font-size:17px;line-height:23px;font-weight:bold;color:${INK};${CELL}" colspan="2">${lines.map((line) => htmlText(withoutBreaks(line))).join("<br>")}</td></tr>`;
}

function sumHtml({ what, amount }: NonNullable<MailContent["sums"]>[number]): string {
  const cell = `class="ink rule" style="${FONT};font-size:17px;line-height:23px;color:${INK};${CELL}`;
  return `<tr><td colspan="2" ${cell};padding-right:20px">${htmlText(withoutBreaks(what))}</td><td align="right" ${cell};font-weight:bold;white-space:nowrap">${htmlText(amount)}</td></tr>`;
}

function paragraphHtml(paragraph: Paragraph): string {
  const parts = paragraph.map((part) =>
    typeof part === "string" ? htmlText(part) : `<strong style="white-space:nowrap">${htmlText(part.strong)}</strong>`,
  );
  return `<p class="ink" style="${FONT};font-size:16px;line-height:1.5;color:${INK};margin:22px 0">${parts.join("")}</p>`;
}

function linkListHtml({ title, links }: LinkList): string {
  const items = links.map((link) => linkHtml(link, "padding:8px 0")).join("<br>\n");
  return `<p class="ink" style="${FONT};font-size:16px;line-height:1.5;color:${INK};margin:22px 0"><strong>${htmlText(title)}</strong><br>${items}</p>\n`;
}

function buttonHtml({ label, address }: Link): string {
  return `${TABLE}><tr><td bgcolor="${RED}" align="center" style="border-radius:2px"><a href="${escapeHtml(address)}" style="${FONT};display:block;padding:18px 20px;font-size:16px;font-weight:bold;color:#ffffff;text-decoration:none">${htmlText(label)}</a></td></tr></table>`;
}

function calendarHtml({ file, google }: MailContent): string {
  const links = [file, google].filter((link) => link !== undefined);
  if (links.length === 0) return "";
  const items = links.map((link) => linkHtml(link, "padding:10px 0;margin-right:24px"));
  return `<p class="ink" style="${FONT};font-size:16px;line-height:1.5;color:${INK};margin:20px 0 0">${items.join("\n")}</p>\n`;
}

function footerHtml({ footer, off }: MailContent): string {
  const lines = footer.map(htmlText);
  return [...lines, ...(off === undefined ? [] : [linkHtml(off, "padding:10px 0")])].join("<br>");
}

function linkHtml({ label, address }: Link, style: string): string {
  return `<a class="link" href="${escapeHtml(address)}" style="color:${BLOOD};display:inline-block;${style}">${htmlText(label)}</a>`;
}

/** Escapes text for HTML with typographic apostrophes; plain text keeps typewriter ones, which need no encoding. */
function htmlText(text: string): string {
  return escapeHtml(text).replaceAll("'", "&rsquo;").replaceAll("\u00a0", "&nbsp;");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
