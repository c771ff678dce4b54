import { data, Form, href, redirect } from "react-router";
import { fillUploadField, findUploadField } from "../../cms/console/photo-of-entry.server.ts";
import { problemSentence } from "../../cms/editing/messages.server.ts";
import { publish } from "../../cms/editing/publishing.server.ts";
import { ConsoleButton, ConsoleLink, Notice, PageHead, useRefreshWhile } from "../../console/page-parts.tsx";
import { formPath } from "../../content-types/paths.ts";
import { galleryPictureType } from "../../content-types/pictures.ts";
import { formResponse, problemResponse } from "../../forms/form-response.server.ts";
import { messageFor } from "../../forms/problems.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import { can } from "../../staff/roles.ts";
import { requirePermission, staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { timeSince } from "../../time/dates.server.ts";
import { listConsents } from "../consents.server.ts";
import { conditionOf, findChoosablePicture, findPictureUses, progressOf } from "../library.server.ts";
import { largeAddress, type PictureUse } from "../library-picture.ts";
import { GALLERY_MESSAGES, PUBLISH_MESSAGES } from "../messages.ts";
import { changePicture, pictureForm, registerEntry } from "../picture-actions.server.ts";
import { countFiles, findPicture } from "../pictures.server.ts";
import { PICTURE_PROBLEMS } from "../problems.ts";
import { pictureProblemOnceMade, publishChecks } from "../publish-checks.server.ts";
import { uploadedFile } from "../uploaded-pictures.server.ts";
import type { Route } from "./+types/picture.route";
import { REGISTER_ROW, Register, type RegisterWords } from "./consent-register.tsx";
import { DescriptionForm } from "./description-form.tsx";
import { ConditionLabel } from "./picture-row.tsx";

/** Also revalidates when a picture was saved but could not be added to the gallery. */
export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

export async function loader({ context, params: { hash }, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["see", "pictures"]);
  const { role } = member;
  const picture = await findPicture(services.db, hash);
  if (picture === undefined) throw data(null, { status: 404 });
  const consents = await listConsents(services.db, { kind: "picture", key: hash });
  const uses = (await findPictureUses(services)).get(hash) ?? [];
  const now = services.now();
  return {
    picture: {
      name: picture.name,
      src: largeAddress(hash),
      width: picture.width,
      height: picture.height,
      focus: { x: picture.focus_x, y: picture.focus_y },
      alt: picture.alt,
      isDecorative: picture.decorative === 1,
      subjects: picture.subjects,
      state: picture.state,
      made: `Uploaded by ${picture.made_by}, ${timeSince(new Date(picture.made_at), now)}`,
    },
    condition: conditionOf(picture, consents),
    progress: picture.state === "making" ? progressOf(picture, await countFiles(services.db, hash)) : undefined,
    register: consents.map((consent) => registerEntry(consent, now)),
    uses,
    place: await findUploadField(services, member, url.searchParams.get("for")),
    isNew: url.searchParams.has("new"),
    isSaved: url.searchParams.has("saved"),
    isInGallery: url.searchParams.has("gallery"),
    mayGoToGallery: uses.length === 0 && can(role, "publish", "gallery-picture"),
    mayChange: can(role, "edit", "pictures"),
  };
}

export async function action({ context, params: { hash }, request, url }: Route.ActionArgs) {
  return staffAction({ context, request }, ["edit", "pictures"], pictureForm, async (form) => {
    const { services, member, values, typed } = form;
    const isForGallery = values.do === "gallery";
    if (isForGallery) requirePermission(member, "publish", "gallery-picture");
    const fields = isForGallery ? { ...values, do: "save" } : values;
    const outcome = await changePicture(services, member, hash, fields);
    if (outcome.code !== "done") return problemResponse(PICTURE_PROBLEMS, outcome.code, typed);
    if (outcome.isRemoved) return redirect(`${href("/staff/pictures")}?removed=1`, 303);
    const page = href("/staff/pictures/:hash", { hash });
    const place = await findUploadField(services, member, url.searchParams.get("for"));
    if (place !== undefined && values.do === "save" && !outcome.isFocusOnly) {
      const chosen = await findChoosablePicture(services, uploadedFile(hash));
      const isFilled = chosen && (await fillUploadField(services, member, place.name, chosen.photo));
      if (isFilled) return redirect(`${place.path}?done=saved`, 303);
    }
    const suffix = place === undefined ? "" : `&for=${place.name}`;
    if (!isForGallery) return redirect(`${page}?saved=1${suffix}${outcome.isFocusOnly ? "#focus" : ""}`, 303);
    const problem = await putIntoGallery(services, member, hash);
    if (problem === undefined) return redirect(`${page}?gallery=1`, 303);
    const { alt = "", decorative = "" } = typed;
    return formResponse<string>(
      // The person's consent is saved: the returned form must not contain it again.
      { status: 409, problems: { form: { code: "not-in-gallery" } }, typed: { alt, decorative } },
      { "not-in-gallery": `The picture is saved, but not in the gallery yet. ${problem}` },
    );
  });
}

/** Adds a picture at the end of the gallery. @returns the problem, if any */
async function putIntoGallery(services: Services, actor: Actor, hash: string): Promise<string | undefined> {
  const code = await pictureProblemOnceMade(services, hash);
  if (code !== undefined) return GALLERY_MESSAGES[code] ?? PUBLISH_MESSAGES[code];
  const picture = await findChoosablePicture(services, uploadedFile(hash));
  if (picture === undefined) return messageFor({ code: "picture-gone" }, PICTURE_PROBLEMS);
  const request = { values: { photo: picture.photo }, basedOn: 0 };
  const outcome = await publish(services, galleryPictureType, null, request, actor, { checks: publishChecks });
  return outcome.code === "refused" ? outcome.problems.map(problemSentence).join(" ") : undefined;
}

export default function PicturePage({ loaderData, actionData }: Route.ComponentProps) {
  const { picture, condition, progress, register, uses, place, isNew, isSaved, isInGallery, mayChange } = loaderData;
  const mayGoToGallery = loaderData.mayGoToGallery && place === undefined;
  // Not under a returned form: a reload would remove its messages.
  useRefreshWhile(progress !== undefined && actionData === undefined);
  const places = uses.filter(({ isDraft }) => !isDraft).length;
  const isGone = picture.state === "withdrawn";
  return (
    <>
      <PageHead
        title={isNew ? "New picture" : picture.name}
        tab={picture.name}
        back={place ? { to: place.path, label: place.title } : { to: href("/staff/pictures"), label: "Pictures" }}
        meta={picture.made}
      />
      {isSaved && !actionData && !isGone && <Notice>{places > 0 ? "Saved. Visitors see it now." : "Saved."}</Notice>}
      {isInGallery && !actionData && (
        <Notice
          action={<ConsoleLink to={href("/staff/content/:type", { type: "gallery-picture" })} label="Open it there" />}
        >
          Saved. It is in the gallery: every visitor sees it now.
        </Notice>
      )}
      <p>
        <ConditionLabel condition={condition} places={places} />
      </p>
      {progress && <Progress {...progress} />}
      {picture.state === "failed" && <TryAgain />}
      {isGone && (
        <Notice>
          Consent was withdrawn, so the files of this picture are deleted. If you upload it again, everybody has to
          consent again.
        </Notice>
      )}
      {!isGone && mayChange && (
        <DescriptionForm
          picture={picture}
          returned={actionData?.typed.id ? undefined : actionData}
          people={{
            known: register.length,
            agreed: register.filter(({ state }) => state !== "withdrawn").length,
          }}
          mayGoToGallery={mayGoToGallery}
          goesTo={place?.title}
        />
      )}
      {register.length > 0 && (
        <section aria-labelledby="register" className="part">
          <h2 id="register">Register of consents</h2>
          <Register
            entries={register}
            mayChange={mayChange}
            words={registerWords(places)}
            returned={actionData}
            openId={actionData?.typed.id}
          />
        </section>
      )}
      {mayChange && <Removal uses={uses} isGone={isGone} />}
    </>
  );
}

function registerWords(places: number): RegisterWords {
  const where =
    places === 0
      ? "The picture is not on the site now."
      : `The picture disappears from the site, in ${places === 1 ? "one place" : `${places} places`}, within seconds.`;
  return {
    consequence: `${where} All its files are deleted, and that can’t be undone.`,
    withdraw: "Withdraw consent and delete the picture’s files",
    forget: "Not in this picture",
  };
}

function TryAgain() {
  return (
    <Form method="post">
      <Notice isBad action={<ConsoleButton name="do" value="retry" className="link" label="Try again" />}>
        This picture could not be processed.
      </Notice>
    </Form>
  );
}

function Progress({ made, all }: { made: number; all: number }) {
  return (
    <div className="grid gap-2">
      <p>
        <b>Processing sizes</b>, {made} of {all}. You can carry on: publishing waits for it.
      </p>
      <div
        className="h-2 bg-sand"
        role="progressbar"
        aria-valuenow={made}
        aria-valuemax={all}
        aria-label="Sizes processed"
      >
        <i className="block h-full bg-ink" style={{ width: `${Math.round((made / all) * 100)}%` }} />
      </div>
    </div>
  );
}

/** Where a picture is shown, and its removal, which asks for confirmation. */
function Removal({ uses, isGone }: { uses: readonly PictureUse[]; isGone: boolean }) {
  return (
    <section aria-labelledby="places" className="part">
      <h2 id="places">{isGone ? "Where it was shown" : "Where it is shown"}</h2>
      {uses.length === 0 ? (
        <p>Nowhere.</p>
      ) : (
        <ul className="board">
          {uses.map(({ type, typeLabel, slug, label, isDraft }) => (
            <li key={`${type}/${slug}/${isDraft}`} className={REGISTER_ROW}>
              <p>
                <b>{label}</b>
                <small className="quiet">{isDraft ? `${typeLabel}, in a draft` : typeLabel}</small>
              </p>
              <ConsoleLink to={formPath(type, slug)} label="Open" about={` ${label}`} />
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary className="link">Remove this picture</summary>
        <Form method="post" className="asked">
          <p>
            {uses.length > 0 && "Wherever it is shown, the place stays empty until you choose another picture. "}
            The picture, its files and its entries in the register are deleted, and that can’t be undone.
          </p>
          <ConsoleButton name="do" value="remove" className="button danger" label="Remove the picture" />
        </Form>
      </details>
    </section>
  );
}
