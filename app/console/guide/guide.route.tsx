import { PageHead } from "../page-parts.tsx";
import type { Route } from "./+types/guide.route";
import { readGuide } from "./guide.server.ts";

export function loader() {
  return readGuide();
}

/** The owner's guide, for every role. Its HTML comes from a file of the site, not from anybody's input. */
export default function GuidePage({ loaderData: { introduction, chapters } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Guide" meta="How the gym’s site is run, in plain words." />
      <Html html={introduction} />
      <nav aria-label="Chapters" id="chapters" className="max-w-190">
        <ol
          className="board lg:grid lg:auto-cols-fr lg:grid-flow-col lg:gap-x-10"
          style={{ gridTemplateRows: `repeat(${Math.ceil(chapters.length / 2)}, auto)` }}
        >
          {chapters.map(({ id, title }) => (
            <li key={id} className="row">
              <p className="name sentence">
                <a href={`#${id}`}>{title}</a>
              </p>
            </li>
          ))}
        </ol>
      </nav>
      {chapters.map(({ id, title, html }) => (
        <section key={id} aria-labelledby={id} className="part max-w-190">
          <div className="line">
            <h2 id={id}>{title}</h2>
            <a href="#chapters" className="link">
              All chapters
            </a>
          </div>
          <Html html={html} />
        </section>
      ))}
    </>
  );
}

/** Styles of the guide's elements, which have no classes. */
const PROSE = [
  "grid max-w-190 grid-cols-[minmax(0,1fr)] gap-row text-base leading-relaxed",
  "[&_h3]:pt-row [&_em]:font-semibold [&_em]:not-italic",
  "[&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6 [&_li+li]:pt-1.5",
  "[&_p:has(img)]:flex [&_p:has(img)]:flex-wrap [&_p:has(img)]:gap-4 [&_img]:max-w-full [&_img]:border [&_img]:border-line",
  "[&_table]:w-full [&_th]:text-left [&_th]:first-letter:uppercase [&_td:first-child]:font-bold",
  "[&_tr>*]:border-line [&_tr>*]:border-b [&_tr>*]:py-2 [&_tr>*]:pr-4 [&_tr>*]:align-top",
  "[&_code]:bg-sand [&_code]:px-1.5 [&_code]:py-0.5 [&_code]:text-sm [&_code]:box-decoration-clone sm:[&_code]:inline-block [&_code]:max-w-full [&_code]:leading-snug [&_code]:wrap-anywhere",
].join(" ");

function Html({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made from a file of the site
  return <div className={PROSE} dangerouslySetInnerHTML={{ __html: html }} />;
}
