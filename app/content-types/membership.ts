import { contentType } from "../cms/content-type.ts";
import { choice, withDefault } from "../cms/fields.ts";

/** How the gym deals with members and their passes: one entry. Everything of members waits for the first switch. */
export const membershipType = contentType("membership", {
  label: "Members and passes",
  plural: "Members and passes",
  help: "Whether the gym has its members and their passes here, and how bookings deal with them.",
  entries: { kind: "one", slug: "membership" },
  title: [],
  summary: ["isOn"],
  isForStaff: () => true,
  fields: {
    isOn: withDefault(
      choice("Members and passes", ["off", "on"], {
        help: "On: the desk has Members, gives passes and freezes them; classes may ask for a pass; the privacy page says what is kept of members.",
      }),
      "off",
    ),
    missedUsesVisit: withDefault(
      choice("A late cancellation or a missed class uses a visit of a pack", ["no", "yes"]),
      "no",
    ),
  },
});
