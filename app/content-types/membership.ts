import { contentType } from "../cms/content-type.ts";
import { choice, withDefault } from "../cms/fields.ts";

/** How the gym deals with members and their passes: one entry. Everything of members waits for the first switch. */
export const membershipType = contentType("membership", {
  label: "Members and passes",
  plural: "Members and passes",
  help: "Whether this site manages members and passes, and how bookings use them.",
  entries: { kind: "one", slug: "membership" },
  title: [],
  summary: ["isOn"],
  isForStaff: () => true,
  fields: {
    isOn: withDefault(
      choice("Members and passes", ["off", "on"], {
        help: "When on, the desk can manage members, give and freeze passes; classes can be covered by passes; the privacy page covers members.",
      }),
      "off",
    ),
    missedUsesVisit: withDefault(
      choice("A late cancellation or a missed class uses a visit of a pack", ["no", "yes"]),
      "no",
    ),
  },
});
