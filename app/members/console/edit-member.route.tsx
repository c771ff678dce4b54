import { href, redirect } from "react-router";
import { z } from "zod";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { localPhone } from "../../forms/phone.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { changeMember, findMember } from "../members.server.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/edit-member.route";
import { MemberFields } from "./member-fields.tsx";
import { guardianResponse, memberFields, readTypedMember } from "./member-form.server.ts";
import { memberRequest, membersAction } from "./members-request.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData?.texts.name ?? "Member");
}

export const shouldRevalidate = revalidateAfterConflict;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { services, person } = await memberRequest(context, "edit", params.member);
  const guardian = person.guardian_id === null ? undefined : await findMember(services.db, person.guardian_id);
  return {
    id: person.id,
    version: person.version,
    texts: {
      ...{ name: person.name, phone: localPhone(person.phone), email: person.email, heardOf: person.heard_of },
      ...{ isChild: person.is_child === 1, bornOn: person.born_on ?? "", guardian: guardian?.name ?? "" },
    },
  };
}

const editForm = z.object({ ...memberFields.shape, ...textFields("version").shape });

export async function action({ context, params, request }: Route.ActionArgs) {
  return membersAction({ context, request }, "edit", editForm, async ({ services, member, values, typed }) => {
    const { guardian_id: guardianId = null } = (await findMember(services.db, params.member)) ?? {};
    const guardian = guardianId === null ? undefined : await findMember(services.db, guardianId);
    const person = await readTypedMember(services, values, guardian);
    if ("code" in person) return guardianResponse(person, typed);
    const { code } = await changeMember(services, member, params.member, person, Number(values.version));
    if (code !== "done" && code !== "same") return problemResponse(MEMBER_PROBLEMS, code, typed);
    return redirect(`${href("/staff/members/:member", { member: params.member })}?done=changed`, 303);
  });
}

/** Corrects somebody's record. */
export default function EditMember({ loaderData, actionData }: Route.ComponentProps) {
  const { id, version, texts } = loaderData;
  const returned = useReturnedForm(actionData);
  return (
    <>
      <PageHead title="Correct" back={{ to: href("/staff/members/:member", { member: id }), label: texts.name }} />
      {returned?.errors.form && <Notice isBad>{returned.errors.form}</Notice>}
      <PostForm returned={returned} className="form max-w-[620px]">
        <input type="hidden" name="version" value={version} />
        <MemberFields texts={texts} returned={returned} />
        <p className="actions">
          <button type="submit" className="button red">
            Save
          </button>
        </p>
      </PostForm>
    </>
  );
}
