import { consoleMeta } from "../console-meta.ts";
import { PageHead } from "../page-head.tsx";
import type { Route } from "./+types/guide.route";
import { readGuide } from "./guide.server.ts";

export function meta() {
  return consoleMeta("Guide");
}

export function loader() {
  return readGuide();
}

/** The owner's guide, for every role. Its HTML comes from a file of the site, not from anybody's input. */
export default function GuidePage({ loaderData: { introduction, chapters } }: Route.ComponentProps) {
  return (
    <div className="guide">
      <PageHead title="Guide" meta="How the gym’s site is run, in plain words." />
      <Html className="prose" html={introduction} />
      <nav aria-label="Chapters">
        <ol>
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {chapters.map(({ id, title, html }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          <Html className="prose" html={html} />
        </section>
      ))}
    </div>
  );
}

function Html({ html, className }: { html: string; className: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made of a file of the site
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
