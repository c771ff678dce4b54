import { contentType } from "../cms/content-type.ts";
import { choice, optional, text, withDefault } from "../cms/fields.ts";

/** When the rest of a partly paid sale is due. */
export const OWING = ["on the same day", "on a day that the desk sets"] as const;

/** Settings for members and passes: one entry. All features for members depend on `isOn`. */
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
        help: "When on, the desk can manage members, and give and freeze passes. Passes can cover classes, and the privacy page includes members.",
      }),
      "off",
    ),
    missedUsesVisit: withDefault(
      choice("A late cancellation or a missed class uses up a visit from a pack", ["no", "yes"]),
      "no",
    ),
    sales: withDefault(
      choice("Sales at the desk", ["off", "on"], {
        help: "Works only while “Members and passes” is on. The desk then sells passes, with receipts and a cash drawer, and only the owner can give a free pass.",
      }),
      "off",
    ),
    owing: withDefault(
      choice("When only part is paid, the rest is due", OWING, { help: "The desk sees what is due, and collects it." }),
      OWING[0],
    ),
    sellerPin: optional(text("The gym’s KRA PIN", { max: 20, help: "Printed on receipts." })),
  },
});
