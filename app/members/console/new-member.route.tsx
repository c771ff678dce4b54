import { randomUUID } from "node:crypto";
import { data, href, Link, redirect } from "react-router";
import { z } from "zod";
import { consoleMeta } from "../../console/console-meta.ts";
import { DefaultButton } from "../../console/default-button.tsx";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { findEnquiry } from "../../enquiries/enquiry-details.server.ts";
import { textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { plainText } from "../../forms/person-words.ts";
import { localPhone, readPhone } from "../../forms/phone.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { asLine } from "../../platform/text.ts";
import { formerRecords } from "../former-records.server.ts";
import { givePass, offersForNobody } from "../give-pass.server.ts";
import { REASON_MAX } from "../member.ts";
import { findMember, type Member, makeMember, type TypedMember } from "../members.server.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/new-member.route";
import { MemberFields } from "./member-fields.tsx";
import { guardianResponse, memberFields, readTypedMember } from "./member-form.server.ts";
import { actorOf, membersAction, membersRequest } from "./members-request.server.ts";
import { planChoice } from "./plan-choice.server.ts";
import { PlanChoice } from "./plan-choice.tsx";

export function meta() {
  return consoleMeta("New person");
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, member } = await membersRequest(context, "edit");
  const enquiry = await findEnquiry(services, url.searchParams.get("enquiry") ?? "");
  return {
    formId: randomUUID(),
    passId: randomUUID(),
    enquiryId: enquiry?.id ?? "",
    texts: {
      ...{ name: enquiry?.name ?? "", phone: localPhone(enquiry?.phone ?? ""), email: enquiry?.email ?? "" },
      ...{ isChild: false, bornOn: "", guardian: "", heardOf: "" },
    },
    choice: planChoice(await offersForNobody(services)),
    mayGift: actorOf(member).isOwner,
  };
}

const newMemberForm = z.object({
  ...memberFields.shape,
  ...textFields("formId", "passId", "enquiryId", "isOther", "plan", "seen", "paidHow", "paidNote").shape,
});

export async function action({ context, request }: Route.ActionArgs) {
  return membersAction({ context, request }, "edit", newMemberForm, async ({ services, member, values, typed }) => {
    const actor = actorOf(member);
    const { plan, paidHow, passId, enquiryId } = values;
    if (plan === "" && paidHow !== "") return problemResponse(MEMBER_PROBLEMS, "plan-missing", typed);
    if (plan !== "" && paidHow === "") return problemResponse(MEMBER_PROBLEMS, "paid-missing", typed);
    if (values.paidNote.trim().length > REASON_MAX) return problemResponse(MEMBER_PROBLEMS, "paid-note-long", typed);
    if (paidHow === "gift" && !actor.isOwner) return problemResponse(MEMBER_PROBLEMS, "gift-owner", typed);
    const person = await readTypedMember(services, values);
    if ("code" in person) return guardianResponse(person, typed);
    const made = await makeMember(services, actor, person, {
      formId: values.formId,
      isOther: values.isOther !== "",
      ...(enquiryId !== "" && { enquiryId }),
    });
    if (made.code === "double") {
      const doubles: { id: string; text: string }[] = [];
      for (const double of made.ids) {
        const [found, former] = [await findMember(services.db, double), await formerRecords(services.db, double)];
        if (found !== undefined) doubles.push({ id: double, text: doubleWords(found, former, person) });
      }
      // An error of no field, by which the form goes to its question.
      return data({ errors: { isOther: "asked" }, typed, doubles }, { status: 409 });
    }
    if (made.code !== "made" && made.code !== "same") return problemResponse(MEMBER_PROBLEMS, made.code, typed);
    const page = href("/staff/members/:member", { member: made.id });
    if (plan === "") return redirect(`${page}?done=made`, 303);
    const form = { formId: passId, planSlug: plan, seen: values.seen, paidHow, paidNote: values.paidNote };
    const given = await givePass(services, actor, made.id, form);
    if (given.code === "given" || given.code === "same") return redirect(`${page}?done=given`, 303);
    // The record is there: what could not be given is chosen on a page of its own.
    return redirect(`${href("/staff/members/:member/give", { member: made.id })}?problem=${given.code}`, 303);
  });
}

/** Somebody who may be the one that was typed, and why the page asks: what is the same there, or in a record that was made one with it. */
function doubleWords(one: Member, former: readonly Member[], typed: TypedMember): string {
  const { name, phone } = one;
  const [typedName, typedPhone] = [plainText(asLine(typed.name).replaceAll(/\s+/g, " ")), readPhone(typed.phone)];
  const isSame = {
    name: (row: Member) => plainText(row.name) === typedName,
    phone: (row: Member) => row.phone !== "" && row.phone === typedPhone,
    mail: (row: Member) => row.email !== "" && row.email === asLine(typed.email).toLowerCase(),
  };
  const same = Object.entries(isSame).flatMap(([what, is]) => ([one, ...former].some(is) ? what : []));
  return `${phone === "" ? name : `${name}, ${localPhone(phone)}`} (the same ${same.join(" and ")})`;
}

/** The record of somebody new, with the first pass where there is one. */
export default function NewMember({ loaderData, actionData }: Route.ComponentProps) {
  const { formId, passId, enquiryId, texts, choice, mayGift } = loaderData;
  const returned = useReturnedForm(actionData);
  const doubles = actionData !== undefined && "doubles" in actionData ? actionData.doubles : [];
  return (
    <>
      <PageHead title="New person" back={{ to: href("/staff/members"), label: "Members" }} />
      {returned?.errors.form && <Notice isBad>{returned.errors.form}</Notice>}
      <PostForm returned={returned} className="form max-w-[620px]">
        {/* Enter in a field never says that it is somebody else. */}
        <DefaultButton />
        {doubles.length > 0 && (
          <div className="asked" role="alert" tabIndex={-1}>
            <p>
              {doubles.length === 1
                ? "Is it this one?"
                : doubles.length === 2
                  ? "Is it one of these two?"
                  : "Is it one of these?"}
            </p>
            <ul>
              {doubles.map(({ id, text }) => (
                <li key={id}>
                  <Link className="link" to={href("/staff/members/:member", { member: id })}>
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
            <button type="submit" name="isOther" value="yes" className="button red">
              No, somebody else
            </button>
          </div>
        )}
        <input type="hidden" name="formId" value={returned?.typed.formId ?? formId} />
        <input type="hidden" name="passId" value={returned?.typed.passId ?? passId} />
        <input type="hidden" name="enquiryId" value={enquiryId} />
        <MemberFields texts={texts} returned={returned} />
        <PlanChoice choice={choice} none="No pass yet" mayGift={mayGift} returned={returned} />
        <p className="actions">
          <button type="submit" className={doubles.length === 0 ? "button red" : "button"}>
            Save
          </button>
        </p>
      </PostForm>
    </>
  );
}
