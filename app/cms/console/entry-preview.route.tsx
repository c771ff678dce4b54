import { href } from "react-router";
import { Tabs } from "../../console/kit/list-page.tsx";
import { Notice, PageHead } from "../../console/page-parts.tsx";
import { staffRequest } from "../../staff/staff-request.server.ts";
import { previewServices } from "../entries.server.ts";
import type { Route } from "./+types/entry-preview.route";
import { problemsText } from "./entry-form.server.ts";
import { contentTypeAt, readEditing } from "./entry-request.server.ts";
import { firstPreviewPage, previewPages } from "./preview-pages.ts";

/** The frames show the site's pages; the host inserts the draft (host/document/render-page.ts). */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const type = contentTypeAt(params.type);
  const { services } = staffRequest(context, ["edit", type.name]);
  const editing = await readEditing(services, type, params.slug);
  const key = { type: type.name, slug: editing.slug };
  const { problems } = await previewServices(services, key);
  const requested = url.searchParams.get("page") ?? "";
  const pages = previewPages(type.name, editing.slug);
  const page = Object.hasOwn(pages, requested) ? requested : firstPreviewPage(type.name, editing.slug);
  return {
    title: editing.title,
    path: href("/staff/content/:type/:slug", key),
    hasDraft: editing.draft !== undefined,
    missing: problemsText(type, problems),
    pages,
    page,
    address: `${page}${page.includes("?") ? "&" : "?"}preview=${type.name}/${editing.slug}`,
  };
}

export default function ContentPreview({ loaderData }: Route.ComponentProps) {
  const { title, path, hasDraft, missing, pages, page, address } = loaderData;
  const state = hasDraft ? "with this draft" : "as it is: there is no draft";
  return (
    <>
      <PageHead
        title="Preview"
        tab={`Preview: ${title}`}
        back={{ to: path, label: title }}
        meta={`The site ${state}. Nobody else sees this.`}
        actions={
          <a className="link" href={address} target="_blank" rel="noreferrer">
            Open the page in a new tab
          </a>
        }
      />
      {missing !== "" && <Notice isBad>{`The draft can’t be shown yet. ${missing}`}</Notice>}
      <Tabs
        label="Page of the site"
        tabs={Object.entries(pages).map(([to, label]) => ({
          to: `?page=${encodeURIComponent(to)}`,
          label,
          isCurrent: to === page,
        }))}
      />
      <div className="grid gap-6 lg:grid-cols-[390px_minmax(0,1fr)]">
        <figure className="grid content-start gap-2">
          <figcaption className="quiet font-semibold">On a phone</figcaption>
          <iframe
            key={address}
            className="h-180 w-[min(390px,100%)] bg-ink"
            title={`${title} on a phone`}
            src={address}
          />
        </figure>
        <figure className="only-wide">
          <figcaption className="quiet pb-2 font-semibold">On a desktop</figcaption>
          {/* 1280 px wide, scaled down to the available width. */}
          <div className="@container h-180 overflow-hidden">
            <iframe
              key={address}
              className="h-[calc(720px/(100cqw/1280px))] w-320 origin-top-left scale-[calc(100cqw/1280px)] bg-ink"
              title={`${title} on a desktop`}
              src={address}
              loading="lazy"
            />
          </div>
        </figure>
      </div>
    </>
  );
}
