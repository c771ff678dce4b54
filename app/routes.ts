/** The specification's route table (section 2), and the site's few other routes. */
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { DAYS } from "./content/nairobi-time.ts";
import { GALLERY_PAGES } from "./gallery/pages.ts";

export default [
  layout("routes/site-layout.tsx", [
    index("routes/home.tsx"),
    route("about", "routes/about.tsx"),
    route("classes", "routes/classes.tsx"),
    route("classes/:slug", "routes/class.tsx"),
    route("contact", "routes/contact.tsx"),
    route("pricing", "routes/pricing.tsx"),
    route("schedule", "routes/schedule-today.ts"),
    layout(
      "routes/schedule.tsx",
      DAYS.map((day) => route(`schedule/${day}`, "routes/schedule-day.tsx", { id: `schedule-${day}` })),
    ),
    route("schedule/week", "routes/schedule-week.tsx"),
    route("gallery", "routes/gallery.ts"),
    ...GALLERY_PAGES.map((page) => route(`gallery/${page}`, "routes/gallery-page.tsx", { id: `gallery-${page}` })),

    route("login", "routes/login.tsx"),
    route("signup", "routes/signup.tsx"),
    route("sign-out", "routes/sign-out.ts"),
    layout("routes/account-layout.ts", [
      route("account", "routes/account.tsx"),
      route("account/password", "routes/account-password.tsx"),
      route("account/delete", "routes/account-delete.tsx"),
      route("account/data", "routes/account-data.ts"),
    ]),
    route("forgot-password", "routes/forgot-password.tsx"),
    route("reset-password", "routes/reset-password.tsx"),
    route("saved-classes", "routes/saved-classes.ts"),

    route("privacy", "routes/privacy.tsx"),

    route("*", "routes/not-found.tsx"),
  ]),

  layout("routes/staff-sign-in.tsx", [
    route("staff/welcome", "routes/staff/welcome.tsx"),
    route("staff/invitation", "routes/staff/invitation.tsx"),
    route("staff/sign-in-again", "routes/staff/sign-in-again.tsx"),
    layout("routes/staff-second-step.ts", [
      route("staff/second-step", "routes/staff/second-step.tsx"),
      route("staff/second-step/set-up", "routes/staff/set-up.tsx"),
      route("staff/second-step/recovery-codes", "routes/staff/recovery-codes.tsx"),
      route("staff/second-step/recovery-codes.txt", "routes/staff/recovery-codes-text.ts"),
    ]),
  ]),
  route("staff", "routes/staff-layout.tsx", [
    index("routes/staff/first-page.tsx"),
    route("more", "routes/staff/more.tsx"),
    route("search", "routes/staff/search.tsx"),
    route("guide", "routes/staff/guide.tsx"),
    route("guide/:picture", "routes/staff/guide-picture.ts"),
    route("content", "routes/staff/content.tsx"),
    route("content/:type", "routes/staff/content-list.tsx"),
    route("content/:type/new", "routes/staff/content-entry.tsx", { id: "staff-new-entry" }),
    route("content/:type/:slug", "routes/staff/content-entry.tsx"),
    route("content/testimonial/:slug/consent", "routes/staff/testimonial-consent.tsx"),
    route("content/:type/:slug/history", "routes/staff/content-history.tsx"),
    route("content/:type/:slug/schedule", "routes/staff/content-schedule.tsx"),
    route("content/:type/:slug/preview", "routes/staff/content-preview.tsx"),
    route("content/:type/:slug/picture/:field", "routes/staff/content-picture.tsx"),
    route("content/:type/:slug/focus/:field", "routes/staff/content-focus.tsx"),
    route("content/:type/:slug/remove", "routes/staff/content-remove.tsx"),
    route("content/:type/:slug/discard", "routes/staff/content-discard.tsx"),
    route("people", "routes/staff/people.tsx"),
    route("people/invite", "routes/staff/invite.tsx"),
    route("people/:person", "routes/staff/person.tsx"),
    route("activity", "routes/staff/activity.tsx"),
    route("second-step/factors", "routes/staff/factors.tsx"),
    route("enquiries", "routes/staff/enquiries.tsx"),
    route("enquiries.csv", "routes/staff/enquiries-csv.ts"),
    route("enquiries/:id", "routes/staff/enquiry.tsx"),
    route("pictures", "routes/staff/pictures.tsx"),
    route("pictures/:hash", "routes/staff/picture.tsx"),
    route("pictures/:hash/:kind", "routes/staff/picture-file.ts"),
    route("*", "routes/staff/unknown.tsx"),
  ]),
] satisfies RouteConfig;
