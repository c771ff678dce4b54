import { href } from "react-router";
import type { Finder } from "../../console/finder.ts";
import { callAddress } from "../../forms/phone.ts";
import { can } from "../../staff/roles.ts";
import { listMoment } from "../../time/date-texts.server.ts";
import { listEnquiries } from "../inbox.server.ts";
import { inboxQuery } from "../inbox-filter.ts";
import { STATE_NAMES } from "../messages.ts";

const ENQUIRIES_FOUND = 5;

/** Finds the newest enquiries, in any state, by the sender's name, email or phone. */
export const findEnquiriesOf: Finder = async (services, member, typed) => {
  if (!can(member.role, "see", "enquiries")) return undefined;
  const filter = { view: "all", search: typed, gymClass: "", time: "", assignee: "" } as const;
  const { enquiries, next } = await listEnquiries(services, filter, { limit: ENQUIRIES_FOUND });
  const now = services.now();
  return {
    name: "Enquiries",
    rows: enquiries.map(({ id, name, state, classTitle, comment, phone, receivedAt }) => ({
      key: id,
      title: name,
      to: href("/staff/enquiries/:id", { id }),
      about: [STATE_NAMES[state], classTitle, listMoment(new Date(receivedAt), now)].filter(Boolean).join(", "),
      excerpt: comment,
      ways: phone === "" ? [] : [{ label: "Call", to: callAddress(phone), isOutside: true }],
    })),
    ...(next !== undefined && {
      more: `The newest ${ENQUIRIES_FOUND}.`,
      all: { label: "All enquiries found", to: `${href("/staff/enquiries")}?${inboxQuery(filter)}` },
    }),
  };
};
