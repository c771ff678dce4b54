import { data, Form, href, Link, redirect } from "react-router";
import { z } from "zod";
import { redirectSignedIn } from "../../accounts/account-response.server.ts";
import type { EmailProblem, PasswordProblem } from "../../accounts/credentials.ts";
import { PASSWORD_HINT } from "../../accounts/messages.ts";
import { ACCOUNT_PROBLEMS } from "../../accounts/problems.ts";
import { withSignInIntent } from "../../accounts/return-to.ts";
import { signUpOnce } from "../../accounts/sign-up-and-in.server.ts";
import { visitorContext } from "../../accounts/visitor-context.ts";
import { findEntry, findSingleEntry } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { settingsType } from "../../content-types/settings.ts";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { EmailField, PasswordField, TextField } from "../../forms/fields.tsx";
import { problemResponse } from "../../forms/form-response.server.ts";
import { FormAlert, PostForm, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { isProblem, type ReturnedForm } from "../../forms/problems.ts";
import { questionAddress } from "../../forms/whatsapp.ts";
import { findOfferCover } from "../../members/coverage-texts.server.ts";
import { type ContactProblem, readContact } from "../../people/people.server.ts";
import { findSharePicture } from "../../pictures/pictures.server.ts";
import { siteOrigin, TEST_ACCOUNT } from "../../platform/config.ts";
import { formAction, type SentForm } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { bookingPath, isSessionId } from "../../timetable/addresses.server.ts";
import styles from "../../timetable/views/schedule.css?url";
import { dayPath } from "../../timetable/views/schedule-dates.server.ts";
import { Button, LINK, LinkButton, TEXT_LINK, TextLink } from "../../ui/button.tsx";
import { Flag } from "../../ui/class-parts.tsx";
import { WhatsAppLink } from "../../ui/whatsapp-link.tsx";
import { type BookOutcome, bookPlace, type GuestProblem, readGuest } from "../book.server.ts";
import { personIdOfAccount } from "../booking-rows.server.ts";
import { findOffer } from "../own-bookings.server.ts";
import { BOOKING_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/booking.route";
import { BookedPage } from "./booked.tsx";
import { BookingFrame, SessionFacts, Statement, WaitingPosition, WithSum } from "./booking-frame.tsx";
import { GuestFields } from "./guest-fields.tsx";
import { type BookingStateView, type NextStep, type OfferView, offerView } from "./offer-view.server.ts";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { offer, share } = loaderData;
  const { session, state, price } = offer;
  const { className, dateText } = session;
  const site = matches[0].loaderData;
  return [
    ...pageMeta(site, {
      title: state.kind === "booked" ? "You have a place" : `${titleOf(offer)}: ${className}, ${dateText}`,
      description: `${className} at ${site.settings.name} on ${dateText}, ${session.timeText}, with ${session.trainer}.${price ? ` ${price}.` : ""}`,
      path: loaderData.here,
      ...(share === undefined
        ? { share: "schedule" as const, shareAlt: "A woman in a red top drives her knee high in mid sprint." }
        : { share: { file: share }, shareAlt: `The class ${className} at ${site.settings.name}.` }),
    }),
    // Not indexed: every session has such a page, and search engines index the page of the class.
    { name: "robots", content: "noindex" },
  ];
}

function titleOf({ session, state }: OfferView): string {
  if (session.isOff) return "Cancelled";
  const isWaitingList = state.kind === "waiting" || (state.kind === "offer" && state.position !== undefined);
  return isWaitingList ? "Waiting list" : "Book a place";
}

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const id = url.searchParams.get("session") ?? "";
  const visitor = context.get(visitorContext);
  const offer = isSessionId(id) ? await findOffer(services, visitor, id) : undefined;
  if (offer === undefined) throw data(null, { status: 404 });
  const { session } = offer;
  const [gym, gymClass, pictures] = await Promise.all([
    findSingleEntry(services, settingsType),
    findEntry(services, classType, session.classSlug),
    findPlacePictures(services, ["banner"]),
  ]);
  const bookingId = offer.own?.id;
  const cover =
    visitor === null
      ? undefined
      : await findOfferCover(services, session, {
          personId: await personIdOfAccount(services.db, visitor.id),
          bookingId,
        });
  const now = services.now();
  const back = dayPath(session.date, dateInNairobi(now)) ?? href("/schedule/week");
  const here = bookingPath(session.id);
  return {
    here,
    share: gymClass && (await findSharePicture(services.db, gymClass.photo)),
    /** For signed-out visitors, whose booking creates an account. */
    account:
      visitor === null
        ? { signInPath: withSignInIntent(href("/login"), { next: here, save: undefined }), passwordHint: PASSWORD_HINT }
        : undefined,
    offer: offerView(offer, {
      gym,
      origin: siteOrigin(services.config),
      cover,
      isGuestLeftOut: url.searchParams.get("guest") === "none",
      classPath: gymClass === undefined ? back : href("/classes/:slug", { slug: gymClass.slug }),
      now: now.toISOString(),
    }),
    photo: gymClass?.photo ?? pictures.banner,
    back,
    startsAt: session.time.from,
  };
}

/** `bookPlace` checks name, phone and guest; `signUpOnce` checks email and password. */
const bookingForm = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  password: z.string(),
  bring: z.string(),
  guestName: z.string(),
});

/** The first form of a signed-out visitor, with all empty fields marked. */
const newAccountForm = bookingForm
  .extend({
    name: z.string().min(1, "name-missing" satisfies ContactProblem["code"]),
    email: z.string().min(1, "email-missing" satisfies EmailProblem),
    password: z.string().min(1, "password-missing" satisfies PasswordProblem),
  })
  .refine(({ bring, guestName }) => bring === "" || guestName !== "", {
    path: ["guestName"],
    error: "guest-missing" satisfies GuestProblem["code"],
  });

function guestOfForm({ bring, guestName }: z.output<typeof bookingForm>) {
  return bring === "" ? {} : { guest: guestName };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const sessionId = url.searchParams.get("session") ?? "";
  if (!isSessionId(sessionId)) throw data(null, { status: 404 });
  const visitor = context.get(visitorContext);
  if (visitor === null) {
    const work = (form: SentForm<typeof newAccountForm>) => bookWithNewAccount(form, sessionId);
    return formAction({ context, request }, newAccountForm, work, { ...ACCOUNT_PROBLEMS, ...BOOKING_PROBLEMS });
  }
  return formAction({ context, request }, bookingForm, async ({ services, visit, values, typed }) => {
    const person = { ...visitor, clientAddress: visit.clientAddress };
    const { name, phone } = values;
    // Only the first form has these fields.
    const contact = name === "" && phone === "" ? {} : { name, phone };
    return respond(
      await bookPlace(services, person, { sessionId, ...contact, ...guestOfForm(values) }),
      sessionId,
      typed,
    );
  });
}

/**
 * Creates an account, signs in and books. No account is created if the session can't be booked; the same form sent
 * again uses the account.
 */
async function bookWithNewAccount(
  { services, visit, values, typed }: SentForm<typeof newAccountForm>,
  sessionId: string,
) {
  const { name, phone, email, password } = values;
  const offer = await findOffer(services, null, sessionId);
  if (offer === undefined) throw data(null, { status: 404 });
  if (offer.refusal !== undefined) return respond(offer.refusal, sessionId, typed);
  const contact = readContact({ name, phone });
  if ("code" in contact) return respond(contact, sessionId, typed);
  const guestRequest = guestOfForm(values);
  const readGuestName = guestRequest.guest === undefined ? undefined : readGuest(guestRequest.guest);
  if (readGuestName !== undefined && "code" in readGuestName) return respond(readGuestName, sessionId, typed);
  const signedUp = await signUpOnce(services, { email, password }, visit);
  if (signedUp.code !== "done") return problemResponse(ACCOUNT_PROBLEMS, signedUp.code, typed);
  const person = {
    id: signedUp.userId,
    isTestAccount: email.trim().toLowerCase() === TEST_ACCOUNT.email,
    clientAddress: visit.clientAddress,
  };
  const outcome = await bookPlace(services, person, { sessionId, ...contact, ...guestRequest });
  if (isProblem(BOOKING_PROBLEMS, outcome.code)) return respond(outcome, sessionId, typed);
  return redirectSignedIn(pathAfter(outcome, sessionId, typed), signedUp.setCookie);
}

type Typed = Partial<Record<keyof z.output<typeof bookingForm>, string>>;

function pathAfter(outcome: BookOutcome, sessionId: string, { bring }: Typed): string {
  const isGuestLeftOut = Boolean(bring) && "booking" in outcome && outcome.booking.guest === null;
  return `${bookingPath(sessionId)}${isGuestLeftOut ? "&guest=none" : ""}`;
}

function respond(outcome: BookOutcome | ContactProblem | GuestProblem, sessionId: string, typed: Typed) {
  const { code } = outcome;
  if (code === "booked" || code === "waiting" || code === "same") {
    return redirect(pathAfter(outcome, sessionId, typed), 303);
  }
  if (code === "unknown") throw data(null, { status: 404 });
  return problemResponse(BOOKING_PROBLEMS, isProblem(BOOKING_PROBLEMS, code) ? code : "refused", typed);
}

export default function Booking({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { offer, account, photo, back, startsAt } = loaderData;
  const { session, state } = offer;
  const { settings } = matches[0].loaderData;
  if (state.kind === "booked") {
    return <BookedPage offer={offer} booked={state} street={settings.street} returnedForm={actionData} />;
  }
  return (
    <BookingFrame
      photo={photo}
      eyebrow={session.isOff ? <Flag kind="off">{titleOf(offer)}</Flag> : titleOf(offer)}
      title={session.className}
      isOff={session.isOff}
    >
      <SessionFacts offer={offer} />
      {state.kind === "offer" && (
        <OfferForm
          offer={state}
          price={offer.price}
          className={session.className}
          account={account}
          returnedForm={actionData}
        />
      )}
      {state.kind === "waiting" && (
        <>
          <div data-outcome="">
            <WaitingPosition before="You are" position={state.position} />
          </div>
          {state.leftOut && <p className="mb-6 text-lg font-bold">{state.leftOut}</p>}
          {state.guest && <p className="mb-6 text-lg font-bold wrap-anywhere">{state.guest.text}</p>}
          <Statement message={state.deadline} />
          <LinkButton to={href("/account/bookings")} className="w-full">
            My bookings
          </LinkButton>
          <p className="mt-4 flex flex-wrap gap-x-8">
            <TextLink to={state.cancelPath} label="Leave the waiting list" />{" "}
            {state.guest?.cancelPath && <TextLink to={state.guest.cancelPath} label="Cancel my guest’s place" />}
          </p>
        </>
      )}
      {state.kind === "message" && (
        <>
          <Statement message={state.message} />
          <NextSteps steps={state.next} />
        </>
      )}
      <p className="mt-4 flex flex-wrap justify-between gap-x-6.5">
        <TextLink to={back} label={`Back to ${session.dayName}`} />{" "}
        {settings.whatsApp && (
          <WhatsAppLink
            href={questionAddress(settings.whatsApp, `${session.className} on ${session.dateText}, ${startsAt}`)}
          />
        )}
      </p>
    </BookingFrame>
  );
}

type Offer = Extract<BookingStateView, { kind: "offer" }>;

type Account = NonNullable<Route.ComponentProps["loaderData"]["account"]>;

type OfferFormProps = {
  offer: Offer;
  price: string | undefined;
  className: string;
  account: Account | undefined;
  returnedForm: ReturnedForm | undefined;
};

/**
 * The button that books a place, or joins the waiting list. New people give their name with it, and
 * signed-out visitors create an account.
 */
function OfferForm({ offer, price, className, account, returnedForm }: OfferFormProps) {
  const returned = useReturnedForm(returnedForm);
  const { position, deadline, note, leavePath, needsName, others, bring, alone } = offer;
  return (
    <>
      {note && <p className="mt-6.5 text-lg font-bold wrap-anywhere">{note}</p>}
      {position !== undefined && <WaitingPosition before="This class is full. You would be" position={position} />}
      <Statement message={deadline} />
      {account && (
        <p className="mb-6">
          Already have account? <TextLink to={account.signInPath} label="Sign In" />
        </p>
      )}
      <PostForm returned={returned} deletesCopies={account !== undefined} className="group grid gap-6">
        <FormAlert returned={returned} />
        {needsName && (
          <>
            <TextField
              name="name"
              label="Your name"
              starred
              hint="The desk uses it to check you in."
              autoComplete="name"
              returned={returned}
            />
            <TextField
              name="phone"
              label="Phone"
              type="tel"
              hint="Optional: for news that can’t wait for an email."
              autoComplete="tel"
              inputMode="tel"
              returned={returned}
            />
          </>
        )}
        {account && <AccountFields hint={account.passwordHint} returned={returned} />}
        {bring && <GuestFields bring={bring} returned={returned} />}
        {alone && <p className="text-[15px] text-ash">{alone}</p>}
        <SubmitButton className="w-full">
          <OfferLabel offer={offer} price={price} />
        </SubmitButton>
      </PostForm>
      {account && (
        <p className="mt-4 text-[15px] text-ash">
          We keep what you enter here for your bookings, and your password in a form nobody can read. More on the{" "}
          <TextLink to={href("/privacy")} className={TEXT_LINK} label="privacy page" />.
        </p>
      )}
      {leavePath && (
        <p className="mt-4">
          <TextLink to={leavePath} label="Leave the waiting list" />
        </p>
      )}
      {position !== undefined && others.length > 0 && <Others className={className} others={others} />}
    </>
  );
}

/** The button's text; with `:has`, it changes when a guest is added. */
function OfferLabel({ offer, price }: { offer: Offer; price: string | undefined }) {
  const { position, bring, sum } = offer;
  if (position !== undefined) return "Join the waiting list";
  const alone = <WithSum what="Book" sum={price} />;
  if (bring === undefined) return alone;
  return (
    <>
      <span className="group-has-[[name=bring]:checked]:hidden">{alone}</span>{" "}
      <span className="hidden group-has-[[name=bring]:checked]:inline">
        <WithSum what="Book for two" sum={sum} />
      </span>
    </>
  );
}

function AccountFields({ hint, returned }: { hint: string; returned: ReturnedForm | undefined }) {
  return (
    <fieldset className="grid gap-6">
      <legend className="mb-4 pt-4 text-[15px] text-ash">
        <span className="block pb-1 font-display text-[30px] leading-none font-black text-white uppercase">
          Your account
        </span>{" "}
        It lets you see and cancel your bookings.
      </legend>
      <EmailField name="email" label="Email" autoComplete="username" starred returned={returned} />
      <PasswordField name="password" label="Password" hint={hint} purpose="new-password" starred returned={returned} />
    </fieldset>
  );
}

function Others({ className, others }: { className: string; others: Offer["others"] }) {
  return (
    <section aria-labelledby="others-title" className="mt-9 border-t border-white/15 pt-6.5">
      <h2 id="others-title" className="mb-2 text-[30px]">
        {className} with free places
      </h2>
      <ul>
        {others.map(({ id, text, path }) => (
          <li key={id} className="flex items-center justify-between gap-4 border-b border-white/15 py-1">
            <b className="font-display text-2xl leading-tight font-black">{text}</b>{" "}
            <Link to={path} className={LINK}>
              Book<span className="sr-only">: {text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Next steps for somebody who can't book, the most helpful first. */
function NextSteps({ steps }: { steps: readonly NextStep[] }) {
  return (
    <ul className="grid gap-3">
      {steps.map(({ label, to, form }, index) => {
        const tone = index === 0 ? "red" : "ghost";
        return (
          <li key={to}>
            {form ? (
              <Form method="post" action={to}>
                <Button type="submit" tone={tone} className="w-full">
                  {label}
                </Button>
              </Form>
            ) : (
              <LinkButton to={to} tone={tone} className="w-full">
                {label}
              </LinkButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}
