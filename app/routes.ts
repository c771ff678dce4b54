/** The specification's route table (section 2), and the site's few other routes. */
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";
import { GALLERY_PAGES } from "./site/gallery/pages.ts";
import { DAYS } from "./time/days.ts";

export default withIds([
  layout("site/layout/site-layout.route.tsx", [
    index("site/home/home.route.tsx"),
    route("about", "site/about/about.route.tsx"),
    route("classes", "site/classes/classes.route.tsx"),
    route("classes/:slug", "site/classes/class.route.tsx"),
    route("contact", "enquiries/views/contact.route.tsx"),
    route("pricing", "site/pricing/pricing.route.tsx"),
    route("schedule", "timetable/views/schedule-today.route.ts"),
    layout(
      "timetable/views/schedule.route.tsx",
      DAYS.map((day) => route(`schedule/${day}`, "timetable/views/schedule-day.route.tsx", { id: `schedule-${day}` })),
    ),
    route("schedule/week", "timetable/views/schedule-week.route.tsx"),
    route("schedule/calendar", "timetable/views/schedule-calendar.route.tsx"),
    route("gallery", "site/gallery/gallery.route.ts"),
    ...GALLERY_PAGES.map((page) =>
      route(`gallery/${page}`, "site/gallery/gallery-page.route.tsx", { id: `gallery-${page}` }),
    ),

    route("login", "accounts/views/login.route.tsx"),
    route("signup", "accounts/views/signup.route.tsx"),
    route("sign-out", "accounts/views/sign-out.route.ts"),
    layout("accounts/views/account-layout.route.ts", [
      route("account", "accounts/views/account.route.tsx"),
      route("account/details", "accounts/views/account-details.route.tsx"),
      route("account/address", "accounts/views/account-address.route.tsx"),
      route("account/address/link", "accounts/views/account-address-link.route.tsx"),
      route("account/address/confirm", "accounts/views/confirm-new-address.route.tsx"),
      route("account/password", "accounts/views/account-password.route.tsx"),
      route("account/sign-ins", "accounts/views/sign-ins.route.tsx"),
      route("account/delete", "accounts/views/account-delete.route.tsx"),
      route("account/data", "accounts/views/account-data.route.ts"),
      route("account/bookings", "bookings/views/account-bookings.route.tsx"),
      route("account/join", "members/views/join.route.tsx"),
      route("account/membership", "members/views/membership.route.tsx"),
      route("account/receipts", "sales/views/receipts.route.tsx"),
      route("account/receipts/:receipt", "sales/views/own-receipt.route.tsx"),
      route("booking/cancel", "bookings/views/booking-cancel.route.tsx"),
    ]),
    route("booking", "bookings/views/booking.route.tsx"),
    route("forgot-password", "accounts/views/forgot-password.route.tsx"),
    route("reset-password", "accounts/views/reset-password.route.tsx"),
    route("reminders/off", "bookings/views/reminders-off.route.tsx"),
    route("membership/mails", "members/views/membership-mails.route.tsx"),
    route("confirm-address", "accounts/views/confirm-address.route.tsx"),
    route("saved-classes", "accounts/views/saved-classes.route.ts"),

    route("privacy", "site/privacy/privacy.route.tsx"),

    route("*", "site/layout/not-found.route.tsx"),
  ]),

  // Outside the frame: a card is read by the door, in the sun and without a connection.
  layout("accounts/views/account-layout.route.ts", { id: "card-layout" }, [
    route("account/card", "members/views/card.route.tsx"),
  ]),

  route("schedule.ics", "timetable/views/timetable-feed.route.ts"),
  route("calendar.ics", "bookings/views/personal-feed.route.ts"),
  route("schedule/session.ics", "timetable/views/session-calendar.route.ts"),
  route("trainer.ics", "timetable/views/removed-feed.route.ts", { id: "trainer-feed" }),
  route("classes/:slug/calendar.ics", "timetable/views/removed-feed.route.ts", { id: "class-feed" }),

  layout("staff/console/sign-in-layout.route.tsx", [
    route("staff/welcome", "staff/console/welcome.route.tsx"),
    route("staff/invitation", "staff/console/invitation.route.tsx"),
    route("staff/sign-in-again", "staff/console/sign-in-again.route.tsx"),
    layout("staff/console/second-step-layout.route.ts", [
      route("staff/second-step", "staff/console/second-step.route.tsx"),
      route("staff/second-step/set-up", "staff/console/set-up.route.tsx"),
      route("staff/second-step/recovery-codes", "staff/console/recovery-codes.route.tsx"),
      route("staff/second-step/recovery-codes.txt", "staff/console/recovery-codes-text.route.ts"),
    ]),
  ]),
  route("staff", "console/console-layout.route.tsx", [
    index("console/first-page/first-page.route.tsx"),
    route("more", "console/more.route.tsx"),
    route("search", "console/search.route.tsx"),
    route("guide", "console/guide/guide.route.tsx"),
    route("guide/:picture", "console/guide/guide-picture.route.ts"),
    route("day", "bookings/desk/day.route.tsx"),
    route("day/people", "bookings/desk/people-choice.route.ts"),
    route("day/to-tell", "bookings/desk/call-list.route.tsx"),
    route("day/person/:person", "members/console/moved-person.route.ts"),
    route("day/:session", "bookings/desk/day-session.route.tsx"),
    route("timetable", "timetable/console/timetable.route.tsx"),
    route("timetable/add", "timetable/console/add-session.route.tsx"),
    route("timetable/closures", "timetable/console/closures.route.tsx"),
    route("timetable/calendar", "console/unknown.route.tsx", { id: "staff-removed-calendar" }),
    route("timetable/rows", "timetable/console/weekly-slots.route.tsx"),
    route("timetable/rows/new", "timetable/console/weekly-slot.route.tsx", { id: "staff-new-weekly-slot" }),
    route("timetable/rows/:slug", "timetable/console/weekly-slot.route.tsx"),
    route("timetable/rows/:slug/remove", "console/unknown.route.tsx", { id: "staff-moved-slot-removal" }),
    route("timetable/:session", "timetable/console/session.route.tsx"),
    route("content", "cms/console/content.route.tsx"),
    route("content/slot/*?", "console/unknown.route.tsx", { id: "staff-moved-weekly-slots" }),
    route("content/:type", "cms/console/entry-list.route.tsx"),
    route("content/:type/new", "cms/console/entry.route.tsx", { id: "staff-new-entry" }),
    route("content/:type/:slug", "cms/console/entry.route.tsx"),
    route("content/testimonial/:slug/consent", "pictures/console/testimonial-consent.route.tsx"),
    route("content/:type/:slug/history", "cms/console/entry-history.route.tsx"),
    route("content/:type/:slug/schedule", "cms/console/entry-schedule.route.tsx"),
    route("content/:type/:slug/preview", "cms/console/entry-preview.route.tsx"),
    route("content/:type/:slug/picture/:field", "cms/console/entry-picture.route.tsx"),
    route("content/:type/:slug/focus/:field", "cms/console/entry-focus.route.tsx"),
    route("content/:type/:slug/remove", "cms/console/entry-remove.route.tsx"),
    route("content/:type/:slug/discard", "cms/console/entry-discard.route.tsx"),
    route("members", "members/console/members.route.tsx"),
    route("members/new", "members/console/new-person.route.tsx"),
    route("members/days", "console/unknown.route.tsx", { id: "staff-moved-given-days" }),
    route("members/lists", "members/console/bring-list.route.tsx"),
    route("members/lists/:list", "members/console/list.route.tsx"),
    route("members/lists/:list/rows.csv", "members/console/list-csv.route.ts"),
    route("members/lists/:list/:line", "members/console/list-line.route.tsx"),
    route("members/:person", "members/console/person.route.tsx"),
    route("members/:person/account", "members/console/link-account.route.tsx"),
    route("members/:person/erase", "members/console/erase-person.route.tsx"),
    route("members/:person/edit", "members/console/edit-person.route.tsx"),
    route("members/:person/give", "members/console/give-pass.route.tsx"),
    route("members/:person/freeze", "members/console/freeze.route.tsx"),
    route("members/:person/end", "members/console/end-pass.route.tsx"),
    route("members/:person/merge", "members/console/merge.route.tsx"),
    route("members/:person/book", "members/console/book-class.route.tsx"),
    route("sell", "sales/console/sell-who.route.tsx"),
    route("sell/:people", "sales/console/sell.route.tsx"),
    route("sell/:people/more", "sales/console/sell-who.route.tsx", { id: "staff-sell-one-more" }),
    route("money", "sales/console/money.route.tsx"),
    route("money/payments.csv", "sales/console/payments-csv.route.ts"),
    route("money/drawer", "sales/console/drawer.route.tsx"),
    route("money/drawers/:drawer", "sales/console/closed-drawer.route.tsx"),
    route("money/sales/:sale", "sales/console/sale.route.tsx"),
    route("money/sales/:sale/undo", "sales/console/undo-sale.route.tsx"),
    route("money/sales/:sale/back", "sales/console/send-back.route.tsx"),
    route("receipts/:receipt", "sales/console/receipt.route.tsx"),
    route("people", "staff/console/people.route.tsx"),
    route("people/invite", "staff/console/invite.route.tsx"),
    route("people/:person", "staff/console/person.route.tsx", { id: "staff-colleague" }),
    route("mail", "staff/console/mail.route.tsx"),
    route("activity", "staff/console/activity.route.tsx"),
    route("second-step/factors", "staff/console/factors.route.tsx"),
    route("enquiries", "enquiries/console/inbox.route.tsx"),
    route("enquiries.csv", "enquiries/console/enquiries-csv.route.ts"),
    route("enquiries/:id", "enquiries/console/enquiry.route.tsx"),
    route("pictures", "pictures/console/pictures.route.tsx"),
    route("pictures/:hash", "pictures/console/picture.route.tsx"),
    route("pictures/:hash/:kind", "pictures/console/picture-file.route.ts"),
    route("*", "console/unknown.route.tsx"),
  ]),
]) satisfies RouteConfig;

/**
 * The routes with ids: the name of the file, after `staff-` where it is the console's. Every document holds the ids several times,
 * so they are shorter than the paths that React Router would use.
 */
function withIds(routes: RouteConfigEntry[]): RouteConfigEntry[] {
  return routes.map((route) => {
    const name = route.file.replace(/^.*\//, "").replace(/\.route\.tsx?$/, "");
    const id = /(^|\/)(console|desk)\//.test(route.file) ? `staff-${name}` : name;
    return { id, ...route, ...(route.children && { children: withIds(route.children) }) };
  });
}
