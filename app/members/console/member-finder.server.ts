/** What the console's search finds of people who train. */
import { href } from "react-router";
import type { Finder } from "../../console/finder.ts";
import { callAddress, whatsAppAddress } from "../../forms/phone.ts";
import { can } from "../../staff/roles.ts";
import { calendarDay } from "../../time/days.ts";
import { areMembersOn } from "../cover.server.ts";
import { searchMembers } from "../member-list.server.ts";
import { listedView } from "./member-words.server.ts";

const MEMBERS_FOUND = 8;

/** Members by any part of a name, digits of a number, the door number, or the beginning of an address. */
export const findMembersOf: Finder = async (services, member, typed) => {
  if (!can(member.role, "see", "members") || !(await areMembersOn(services))) return undefined;
  const { members, hasMore } = await searchMembers(services, typed, { shown: MEMBERS_FOUND });
  const today = calendarDay(services.now());
  return {
    name: "Members",
    rows: members.map((one) => {
      const { word, about } = listedView(one, today);
      const chat = whatsAppAddress(one.phone);
      return {
        key: one.id,
        title: one.name,
        to: href("/staff/members/:member", { member: one.id }),
        about: [word, about].filter((text) => text !== "").join(", "),
        ways: [
          ...(one.phone === "" ? [] : [{ label: "Call", to: callAddress(one.phone), isOutside: true }]),
          ...(chat === undefined ? [] : [{ label: "WhatsApp", to: chat, isOutside: true }]),
          { label: "Book", to: href("/staff/members/:member/book", { member: one.id }), isOutside: false },
        ],
      };
    }),
    ...(hasMore && {
      more: `The first ${MEMBERS_FOUND} by name.`,
      all: { label: "All members found", to: `${href("/staff/members")}?${new URLSearchParams({ q: typed })}` },
    }),
  };
};
