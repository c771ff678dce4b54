/** The tables as Kysely types. `db/migrations/` creates them, the same for SQLite and PostgreSQL. */
import type { ColumnType, Generated } from "kysely";

/** Times are stored as ISO 8601 text in UTC (`2026-11-21T05:00:00.000Z`), which both engines store and sort alike. */
export type StoredMoment = string;

/** A time in a column of better-auth's: ISO text in SQLite, a Date in PostgreSQL. Write ISO text to both. */
type LibraryMoment = ColumnType<string | Date, string, string>;

/**
 * An uploaded picture. `making`: its files are being encoded; `withdrawn`: somebody in it withdrew their consent, and its
 * files are deleted.
 */
export type PictureState = "making" | "ready" | "failed" | "withdrawn";

export type PictureSubjects = "undecided" | "nobody" | "people";

/** `booked`, `attended` and `no_show` take a place; `booked` and `waiting` are open. The others have ended. */
export type BookingState =
  | "booked"
  | "waiting"
  | "attended"
  | "no_show"
  | "cancelled"
  | "late_cancelled"
  | "gym_cancelled"
  | "expired";

export type BookingActorKind = "visitor" | "staff" | "system";

/** The entry of content that a row is about. */
type OfEntry = { type: string; slug: string };

type Made = { made_at: StoredMoment; made_by_id: string; made_by: string };

/** The columns of every table that better-auth writes. */
type LibraryRow = { id: string; createdAt: LibraryMoment; updatedAt: LibraryMoment };

/** Something that the desk wrote about an enquiry; `by_name` is the name of that moment. */
type EnquiryText = { id: string; enquiry_id: string; at: StoredMoment; by_id: string; by_name: string; text: string };

/** Something that the desk wrote about a person; `by` is the name of that moment. */
type OfPerson = { id: string; person_id: string; at: StoredMoment; by_id: string; by: string };

export type Tables = {
  /** Entries on the site, and no others: visitors read this table alone. */
  entries: OfEntry & {
    position: number;
    /** The entry's values as JSON. */
    body: string;
    updated_at: StoredMoment;
    updated_by: string;
    /** The number of the version in `entry_versions` that is on the site. */
    version: Generated<number>;
  };
  /** Every version of an entry that was ever on the site. Rows are added, and lose nothing but names. */
  entry_versions: OfEntry & {
    /** 1, 2, 3, ... for each entry. */
    number: number;
    body: string;
    made_at: StoredMoment;
    /** The account of who made it; null for the site itself, and after `STAFF_NAME_DAYS`. */
    made_by_id: string | null;
    /** The name of that moment; after `STAFF_NAME_DAYS` it is `FORMER_NAME` (app/platform/activity.server.ts). */
    made_by: string;
    how: string;
    /** The revision of the draft that was published; null when it was none. */
    draft_revision: number | null;
  };
  /** Changes that staff have not published: at most one draft for each entry. */
  entry_drafts: OfEntry & {
    /** Values as JSON; some may be missing or not valid yet. */
    body: string;
    /** The version on the site that its author had seen; 0 when the entry was not on the site. */
    based_on: number;
    /** Grows by one with every save. */
    revision: number;
    updated_at: StoredMoment;
    updated_by_id: string;
    updated_by: string;
  };
  /** A change that is made at a later moment. */
  entry_schedules: OfEntry &
    Made & {
      /** `publish` or `remove`. */
      action: string;
      /** The values to be published, as they were when this was scheduled; null for a removal. */
      body: string | null;
      /** The version on the site that it changes; 0 for the first publication. */
      based_on: number;
      draft_revision: number | null;
      due_at: StoredMoment;
      /** When it was tried and could not be done, or was kept for later. */
      failed_at: StoredMoment | null;
      /** Why it waits: a list of problems as JSON. */
      failed_why: string | null;
    };
  /** Entries that were removed. A slug in it is never given again. */
  entry_bin: OfEntry & {
    removed_at: StoredMoment;
    removed_by_id: string | null;
    removed_by: string;
    /** Where it stood in the order. */
    position: number;
    /** The version that was on the site last; 0 for a draft that was never published. */
    last_number: number;
    /** The removal in the activity log. */
    act_id: string;
  };
  content_version: { id: number; version: number };
  /** The content types that have been seeded: a type whose entries were all deleted is not filled again. */
  seeded_types: { type: string; seeded_at: StoredMoment };
  /** A single row, id 1: the timetable's lock, version and progress. */
  schedule_state: {
    id: number;
    /** Grows with every transaction that writes to the timetable, which thereby waits for the one before it. */
    turn: number;
    /** Grows with changes of dated pages that the content version misses, except free places. */
    version: number;
    places_version: number;
    /** All sessions that began until then are in `class_sessions`. Null: none was written yet. */
    written_until: StoredMoment | null;
  };
  /** The periods of the weekly slots: each slot has one or several, which never overlap. */
  weekly_slots: {
    /** In the ids of its sessions, and never given again. */
    slot: string;
    /** A calendar date; empty: ever since. */
    first_day: string;
    /** Included; null: until further notice. */
    last_day: string | null;
    /** Monday, as `monday`; and wall times as the owner writes them. */
    day: string;
    time_from: string;
    time_to: string;
    class_slug: string;
    trainer_slug: string;
  };
  /** Every change of a weekly slot by staff. Rows are added, and lose nothing but names. */
  weekly_slot_changes: {
    id: string;
    slot: string;
    act_id: string;
    made_at: StoredMoment;
    /** As in `entry_versions`. */
    made_by_id: string | null;
    made_by: string;
    what: string;
    /** The slot after the change, with the names of that moment. */
    label: string;
    /** Its periods before the change as JSON, for Undo. */
    before: string;
    /** The name of who has undone it; null while it holds. */
    undone_by: string | null;
  };
  /** Stored sessions: changed ones, and past ones. A full copy, as names outlive their entries. */
  class_sessions: {
    /** `<slot>.<slot_date>`, or `added-<random>`. */
    id: string;
    /** The weekly slot it comes from, which may be gone; null when it was added once. */
    slot: string | null;
    /** A calendar date: the one it was born on. Never changes. */
    slot_date: string | null;
    date: string;
    starts_at: StoredMoment;
    ends_at: StoredMoment;
    /** Wall times as the owner writes them. */
    time_from: string;
    time_to: string;
    class_slug: string;
    class_name: string;
    trainer_slug: string;
    trainer_name: string;
    /** As it is in the weekly timetable, or was added: a restore takes it back to that. */
    planned_date: string;
    planned_from: string;
    planned_to: string;
    planned_trainer_slug: string;
    planned_trainer_name: string;
    /** `scheduled` or `cancelled`. */
    state: string;
    reason: string | null;
    /** The note of the closure, when its day was closed as it began; null before, and when it was open. */
    closed_note: string | null;
    /** JSON: the list of what was decided by hand (`DECISIONS` in app/timetable/session-rows.server.ts). */
    decided: string;
    sequence: number;
    /** Null: nobody has changed it; it was written down because it has begun. */
    changed_at: StoredMoment | null;
    changed_by_id: string | null;
    /** The name of that moment. */
    changed_by: string | null;
  };
  schedule_closures: Made & { date: string; note: string };
  bookings: {
    id: string;
    session_id: string;
    /** Null: a guest whom somebody brings, or a person who was erased. */
    person_id: string | null;
    /** The name of a guest whom somebody brings; null for everybody else. */
    guest_name: string | null;
    /** The booking of a guest's host, in the same session. */
    host_id: string | null;
    /** The number of its transaction (`turn` of `schedule_state`): the order of the waiting list. */
    ticket: number;
    state: BookingState;
    booked_at: StoredMoment;
    /** Until when it can be cancelled free of charge, as it was promised. Of a waiting one: the deadline of its session. */
    free_until: StoredMoment;
    promoted_at: StoredMoment | null;
    /** Set when it takes no place and waits for none any more. One person has one booking of a session without it. */
    ended_at: StoredMoment | null;
    checked_in_at: StoredMoment | null;
    /** When the reminder was queued, or left out. */
    reminded_at: StoredMoment | null;
    /** The price in Kenyan shillings when it was booked; null: none is set. */
    price_kes: number | null;
    missed_told_at: StoredMoment | null;
    /** When they said that they were there, and when the desk had looked again. */
    disputed_at: StoredMoment | null;
    dispute_settled_at: StoredMoment | null;
    /** Its coverage: one of `Coverage` (app/members/coverage.ts), and the pass. Null: none needed. */
    cover: string | null;
    pass_id: string | null;
  };
  /** Events of a booking, one row for each time its state changed or it was passed over. */
  booking_events: {
    id: string;
    booking_id: string;
    at: StoredMoment;
    actor_kind: BookingActorKind;
    /** The user id of a member of staff, with the name at that time; null otherwise. */
    actor_id: string | null;
    actor_name: string | null;
    /** Null: it was made. */
    from_state: BookingState | null;
    to_state: BookingState;
    /** Values of `EventReason` (app/bookings/booking-change.server.ts), or null. */
    note: string | null;
  };
  /** The personal calendar feed of an account. Its token is derived from the nonce and the secret. */
  calendar_feeds: { user_id: string; nonce: string; token_hash: string; made_at: StoredMoment };
  /** The call list: people affected by a timetable change. Told rows stay. */
  people_to_tell: {
    id: string;
    session_id: string;
    /** The affected booking; null: a trainer. */
    booking_id: string | null;
    /** A trainer of the site who has no account. */
    trainer_slug: string | null;
    /** The affected person, else the booking, or the trainer's slug: at most one open row for each session. */
    person: string;
    /** The last change: a `NewsKind` (app/bookings/call-list.ts). */
    kind: string;
    /** State before the first change of an open row: when it returns, the row is deleted. */
    before: string;
    made_at: StoredMoment;
    told_at: StoredMoment | null;
    /** Account and name, at that moment, of the staff member who told them. */
    told_by_id: string | null;
    told_by: string | null;
    /** A `NewsKind`, and one of `TELL_WAYS` (app/bookings/call-list.ts). */
    told_what: string | null;
    way: string | null;
  };
  members_state: { id: number; turn: number };
  /** Everybody who books or trains. Neither a phone number nor an address identifies a person: several may share one. */
  people: Made & {
    id: string;
    /** Empty: an account that the desk has booked for and that gave no name, or an erased person. */
    name: string;
    /** The name as names are sorted. */
    plain_name: string;
    /** Empty when none was given. */
    phone: string;
    email: string;
    /** 1: a guardian answers for them. */
    is_child: Generated<number>;
    /** A date; null when it was not given. */
    born_on: string | null;
    guardian_id: string | null;
    /** Where they heard of the gym; empty when nobody asked. */
    heard_of: string;
    /** The enquiry that they came from; it may be gone. */
    enquiry_id: string | null;
    /** Their account. */
    user_id: string | null;
    /** Moment at which the account was linked with a record of the desk's; null: it has made its own by booking. */
    joined_at: StoredMoment | null;
    /** Moment at which the linked account was deleted: the record waits for the owner's decision. */
    account_deleted_at: StoredMoment | null;
    erased_at: StoredMoment | null;
    /** Increases with each change of the person or of their passes. */
    version: Generated<number>;
    /** 1: mails about passes are wanted. */
    mails: Generated<number>;
    /** In the link that switches them off; null before the first one. */
    mails_key: string | null;
    /** 1: reminders of booked classes are wanted. */
    reminders: Generated<number>;
    /** In the link that switches them off; null without an account. */
    unsubscribe_key: string | null;
    words_version: Generated<number>;
  };
  person_words: { word: string; person_id: string };
  /** Numbers that people had before, for matching alone. */
  former_phones: { person_id: string; phone: string };
  /** People who were merged into another one: their links and addresses lead there. */
  merged_people: { id: string; person_id: string; mails_key: string | null; unsubscribe_key: string | null };
  door_numbers: { number: string; person_id: string; given_at: StoredMoment; ended_at: StoredMoment | null };
  person_notes: OfPerson & {
    text: string;
    /** A date until which the note is on Today, unless a freeze follows it. Set by a migration alone. */
    today_until: string | null;
  };
  /** Answers to marketing, and how they were given. The last one counts; nobody who was not asked has said yes. */
  person_consents: OfPerson & { is_given: number; how: string };
  pass_mails: { pass_id: string; kind: string; last_day: string; at: StoredMoment };
  person_invitations: {
    person_id: string;
    token_hash: string;
    code_hash: string;
    made_at: StoredMoment;
    expires_at: StoredMoment;
  };
  /** Passes as they were sold. Rows are added and never changed, but for their person when two are merged. */
  passes: {
    id: string;
    person_id: string;
    plan_slug: string;
    plan_name: string;
    /** `PlanTerms` (app/members/plans.ts) as JSON. */
    terms: string;
    price_kes: number;
    /** How many days it runs, and of a pack how many visits it has. */
    days: number;
    visits: number | null;
    grace_days: number;
    first_day: string | null;
    behind_id: string | null;
    /** Values of `PAID_WAYS`, `IMPORTED` or `SOLD` (app/members/plans.ts), and a note. */
    paid_how: string;
    paid_note: string;
    given_at: StoredMoment;
    given_by_id: string;
    given_by: string;
  };
  /** Pass events. Rows are never changed: undoing adds one. */
  pass_acts: {
    id: string;
    person_id: string;
    pass_id: string;
    /** Values of `PassEventKind` (app/members/pass-rows.server.ts). */
    kind: string;
    /** The act that it ends early or takes back. */
    of_id: string | null;
    first_day: string | null;
    last_day: string | null;
    booking_id: string | null;
    reason: string;
    at: StoredMoment;
    /** Null: the site itself. */
    by_id: string | null;
    by: string;
  };
  /** The days of passes, as they follow from the passes, their acts and the closed days: for lists by day. */
  pass_days: {
    pass_id: string;
    person_id: string;
    first_day: string;
    /** Before the first day: it never runs. */
    last_day: string;
    grace_day: string;
    /** The first and last day of each freeze as JSON. */
    freezes: string;
    visits_used: number;
    used_up_on: string | null;
    days_cut: number;
    end_kind: string | null;
  };
  /** Closed days that were given back to everybody whose pass ran, and who gave them. */
  given_days: {
    id: string;
    first_day: string;
    last_day: string;
    reason: string;
    /** How many passes became longer at that moment. */
    passes: number;
    at: StoredMoment;
    by_id: string;
    by: string;
    taken_back_at: StoredMoment | null;
    taken_back_by: string | null;
  };
  /** Each of these days, once. */
  given_closed_days: {
    day: string;
    given_id: string;
    /** Set while the owner has not decided whether passes keep the day. */
    opened_at: StoredMoment | null;
    opened_by: string | null;
  };
  /** A single row, id 1: the lock of sales, receipts and the drawer. */
  sales_state: { id: number; turn: number };
  /** Names of sellers, for rows with their ids. */
  sellers: { id: string; name: string; last_at: StoredMoment };
  /** A drawer of cash, from its opening to its count. */
  drawers: {
    id: string;
    /** 1 while it is open; null: it is closed. */
    is_open: number | null;
    opened_at: StoredMoment;
    opened_by_id: string;
    opened_kes: number;
    closed_at: StoredMoment | null;
    closed_by_id: string | null;
    counted_kes: number | null;
    expected_kes: number | null;
    /** Counted less expected, written by the closing. */
    difference_kes: number | null;
    note: string;
  };
  /** Cash taken out of a drawer. */
  drawer_takings: {
    id: string;
    drawer_id: string;
    at: StoredMoment;
    amount_kes: number;
    reason: string;
    by_id: string;
  };
  /** A sale to one payer. */
  sales: {
    id: string;
    person_id: string;
    /** Its day in Nairobi. */
    day: string;
    by_id: string;
    /** The drawer that was open. */
    drawer_id: string;
    /** The due day of the rest; null without a debt. */
    owed_until: string | null;
    /** The KRA PIN of the buyer, or an empty text. */
    buyer_pin: string;
  };
  /** Receipts, numbered from 1 in each year. Triggers refuse changes, and deletion within five years. */
  receipts: {
    /** `2026-0001`. */
    id: string;
    year: number;
    number: number;
    sale_id: string;
    /** A value of `RECEIPT_KINDS` (app/sales/sales.ts). */
    kind: string;
    at: StoredMoment;
    day: string;
    by_id: string;
  };
  /** Lines of sales, with their receipts. */
  sale_lines: {
    id: string;
    sale_id: string;
    receipt_id: string;
    /** A value of `LINE_KINDS` (app/sales/sales.ts). */
    kind: string;
    person_id: string;
    /** The plan, row and sold days of a pass. */
    plan_name: string;
    pass_id: string | null;
    first_day: string | null;
    last_day: string | null;
    amount_kes: number;
    reason: string;
  };
  /** Money received, or refunded with a minus. Triggers refuse changes, and deletion within five years. */
  payments: {
    id: string;
    sale_id: string;
    receipt_id: string;
    /** A value of `PAYMENT_METHODS` (app/sales/sales.ts). */
    way: string;
    amount_kes: number;
    /** The M-Pesa code, or the number of a slip. */
    reference: string;
    /** The code in its compared form. */
    code_key: string | null;
    /** The payment that a negative amount refunds. */
    reverses_id: string | null;
    /** The drawer that was open. */
    drawer_id: string | null;
    at: StoredMoment;
    day: string;
    by_id: string;
  };
  /** Codes of sales that are not undone. */
  used_codes: { code_key: string; payment_id: string; sale_id: string };
  /** Lists of members that wait to be imported, or were imported and can still be undone. */
  imports: Made & {
    id: string;
    row_count: number;
    /** `SourceRow[]` (app/members/import/read-rows.ts) as JSON; after the import its rows that were left out. */
    source: string;
    /** `ImportSettings` (app/members/import/judge.ts) as JSON. */
    settings: string;
    /** `Judgement` (app/members/import/judge.ts) as JSON; null: it has to be judged again. */
    judgement: string | null;
    imported_at: StoredMoment | null;
    imported_by: string | null;
    /** `Made` (app/members/import/run-import.server.ts) as JSON: ids of the people and passes that the import added. */
    made: string | null;
  };
  enquiries: {
    id: string;
    received_at: StoredMoment;
    name: string;
    /** Empty when only a phone number was given. */
    email: string;
    /** In E.164, `+254712345678`; older ones but Kenyan mobile numbers as they were typed; empty when none was given. */
    phone: Generated<string>;
    /** A class slug, or empty when none was chosen. */
    class: string;
    comment: string;
    /** 1 when a program seems to have filled in the form, else 0. */
    suspect: number;
    state: Generated<string>;
    /** The state before the last change, to undo it; null before the first change. */
    state_before: string | null;
    state_at: StoredMoment | null;
    state_by_id: string | null;
    state_by: string | null;
    /** The member of staff who has it; null for nobody. */
    assignee_id: string | null;
    /** The booking that the desk has made for it last; null before. The booking may be gone. */
    trial_booking_id: string | null;
    /** With which version of the rules its words were found (app/enquiries/search.server.ts); 0 before. */
    words_version: Generated<number>;
  };
  /** Makes the contact form idempotent: one row for each form of the last day, with when it was first received. */
  enquiry_fingerprints: { fingerprint: string; seen_at: StoredMoment };
  enquiry_notes: EnquiryText;
  /** Replies, by mail or handed to WhatsApp. */
  enquiry_replies: EnquiryText & {
    /** `mail` or `whatsapp`. */
    channel: string;
    /**
     * The mail in the outbox, which is removed there some time after it was sent. Null for WhatsApp, and for an email that could
     * not be delivered once it is removed.
     */
    mail_id: string | null;
  };
  /** The words that an enquiry is found by: of its name, its address and its numbers. */
  enquiry_words: { word: string; enquiry_id: string };
  /** Mail to be sent, written in the transaction of the change it reports. */
  outbox: {
    id: string;
    created_at: StoredMoment;
    message_id: string;
    recipient: string;
    /** Empty: replies go to the sender. */
    reply_to: string;
    subject: string;
    /** Empty when the text is encrypted, and once an email with `expires_at` has been sent. */
    body_text: string;
    /** The account that the mail is about; null for mail to the desk. */
    user_id: string | null;
    /** The enquiry that the mail quotes; null for other mail. */
    enquiry_id: string | null;
    /** The record of somebody who trains that the mail is about; null for other mail. */
    person_id: string | null;
    /** The mail is not sent after this time, because the link in it has expired. Null: it has no such link. */
    expires_at: StoredMoment | null;
    /** The text of a waiting mail with `expires_at`, encrypted with a key derived from the secret. */
    encrypted_text: string | null;
    attempts: Generated<number>;
    /** Not sent before this time; moved forward as the lease of one instance, and after a failure. */
    due_at: StoredMoment;
    sent_at: StoredMoment | null;
    /** Why the last attempt failed: a code of `MailFailure`. Null before the first attempt and during each. */
    last_error: string | null;
    /** Moment of the last failed attempt. */
    failed_at: StoredMoment | null;
    /** The mail server's own words then, without the recipient's address. */
    last_answer: string | null;
    /** The kind of mail, such as `booking-reminder`; empty for kinds that nothing distinguishes. */
    kind: Generated<string>;
    /** Lower values are sent first. */
    priority: Generated<number>;
    /** The mail is worth nothing after this time and is not sent any more. Null: it is sent however late. */
    discard_after: StoredMoment | null;
    body_html: string | null;
    /** The address that stops mails of this kind, for the mail program's own button. */
    unsubscribe_url: string | null;
    /** Such as a session's id. Of the mails about it to one recipient each waits for those before it. Null: it waits for none. */
    about: string | null;
    /** Its number among those mails. */
    about_order: number | null;
    /** When it was given up after its last attempt: it is not sent unless somebody wants it tried again. Null: it was not. */
    given_up_at: StoredMoment | null;
  };
  /**
   * The user record (specification, section 3), with better-auth's columns and `savedShows`, a JSON list of class
   * slugs.
   */
  users: LibraryRow & {
    name: string;
    email: string;
    emailVerified: number | boolean;
    image: string | null;
    savedShows: Generated<string>;
  };
  sessions: LibraryRow & {
    userId: string;
    /** The hash of the token in the visitor's cookie. */
    token: string;
    /** The hash of the token before the last renewal, and until when it works. */
    previousToken: string | null;
    previousEndsAt: StoredMoment | null;
    expiresAt: LibraryMoment;
    ipAddress: string | null;
    userAgent: string | null;
    /** When the second step was passed in this session; null before. Only the site writes it. */
    secondStepAt: StoredMoment | null;
    /** When the session last used the console, to the minute; null for visitors'. */
    consoleUsedAt: StoredMoment | null;
    /** The keyed hash of the form that passed the second step last; null before. */
    renewedBy: string | null;
    device: string | null;
    usedOn: string | null;
    /** 0: its cookie has its present name. 1: it was made by an earlier version, and is found by the old name too. */
    hasOldCookie: Generated<number>;
  };
  /** The accounts that are members of staff. */
  staff: {
    user_id: string;
    /** The name that colleagues use. */
    name: string;
    role: string;
    /** The trainer they are on the site; null for everybody else. */
    trainer_slug: string | null;
    added_at: StoredMoment;
    /** The name of who invited them, at that moment. */
    added_by: string;
  };
  owner_link: { id: number; token_hash: string; made_at: StoredMoment };
  /** Where the gym's own mail goes, one row once the owner has set an address. */
  gym_mail: { id: number; address: string };
  first_steps: { id: number; put_away_at: StoredMoment };
  backup_state: {
    id: number;
    /** When the last one was begun: an instance takes its turn by changing it. */
    begun_at: StoredMoment | null;
    /** As of when the newest complete copy is, and the newest that BACKUP_COMMAND has taken away. */
    made_at: StoredMoment | null;
    away_at: StoredMoment | null;
    /** Why the last one failed; null when it did not. */
    problem: string | null;
    check_begun_at: StoredMoment | null;
    /** When the newest copy away was last fetched back and looked at; why that failed, or the rows in it and as of when it is. */
    checked_at: StoredMoment | null;
    check_problem: string | null;
    checked_rows: number | null;
    checked_newest: StoredMoment | null;
  };
  /** The site's secret, encrypted with BACKUP_PASSPHRASE, in one row, if set. */
  sealed_secret: { id: number; sealed: string };
  /** When the operator was last told of each kind of trouble. */
  alerts: { kind: string; told_at: StoredMoment };
  /** Invitations that were not accepted yet: one for each address. */
  staff_invitations: {
    id: string;
    email: string;
    role: string;
    /** The trainer of the site that they are; null for none. */
    trainer_slug: string | null;
    token_hash: string;
    invited_at: StoredMoment;
    /** The name of who invited, at that moment. */
    invited_by: string;
    expires_at: StoredMoment;
    /** The link, encrypted with a key derived from the secret, so that the owner can pass it on; null for one of earlier. */
    encrypted_link: string | null;
  };
  /** The keys of authenticator apps (RFC 6238), one for each member of staff. */
  totp_keys: {
    user_id: string;
    encrypted_key: string;
    /** The time step of the last code that was used: that code and earlier ones work no more. */
    last_step: number;
    /** The session that used it: the same form sent twice by it succeeds twice. */
    last_session: string | null;
    confirmed_at: StoredMoment;
  };
  /** A key that is being set up in a session, before its first code. */
  totp_setups: { session_id: string; encrypted_key: string; started_at: StoredMoment };
  recovery_codes: { user_id: string; code_hash: string; used_at: StoredMoment | null; used_session: string | null };
  /** New recovery codes, for the session that made them, until it says that they are stored elsewhere. */
  shown_recovery_codes: { session_id: string; encrypted_codes: string; made_at: StoredMoment };
  passkeys: {
    /** The credential's id, base64url. */
    id: string;
    user_id: string;
    /** COSE, base64url. */
    public_key: string;
    /** The authenticator's count of uses, up to 2^32; PostgreSQL returns text. */
    counter: ColumnType<number | string, number, number>;
    /** JSON: how browsers reach the authenticator. */
    transports: string;
    /** The host that it was made for (WebAuthn's relying party id); null while that is not known. */
    rp_id: string | null;
    name: string;
    added_at: StoredMoment;
    last_used_at: StoredMoment | null;
  };
  /** The challenge that a session's passkey has to sign. */
  passkey_challenges: {
    session_id: string;
    challenge: string;
    expires_at: StoredMoment;
    /** `make`: for a new passkey. `use`: for one that the account has. */
    purpose: "make" | "use";
  };
  /** The log of what staff did; rows are added and never changed. It refers to nothing that may vanish. */
  audit_log: {
    id: string;
    at: StoredMoment;
    /** The account of who did it; null for the site itself. */
    who_id: string | null;
    who_name: string;
    action: string;
    type: string | null;
    slug: string | null;
    /** The name of the thing at that moment. */
    label: string | null;
    act_id: string;
    /** JSON. */
    details: string;
  };
  /** How a user signs in; all of the site's have `providerId` "credential" and a password. better-auth writes it. */
  accounts: LibraryRow & {
    userId: string;
    accountId: string;
    providerId: string;
    /** Argon2id in PHC notation. */
    password: string | null;
    accessToken: string | null;
    refreshToken: string | null;
    idToken: string | null;
    accessTokenExpiresAt: ColumnType<string | Date | null, string | null, string | null>;
    refreshTokenExpiresAt: ColumnType<string | Date | null, string | null, string | null>;
    scope: string | null;
  };
  /** better-auth requires this table; the site never writes to it. */
  verifications: LibraryRow & { identifier: string; value: string; expiresAt: LibraryMoment };
  /** The password reset link last requested: at most one for each user, used and expired ones until the clean-up job. */
  password_resets: { user_id: string; token_hash: string; expires_at: StoredMoment };
  /** The address that an account has asked for last, with the link that confirms it: kept like a password reset link. */
  new_addresses: { user_id: string; email: string; token_hash: string; expires_at: StoredMoment };
  /** The attempts since a window began. The key names what is limited, and whom only as a keyed hash. */
  rate_limits: { key: string; count: number; resets_at: StoredMoment };
  pictures: {
    /** The first 20 hexadecimal digits of the upload's SHA-256. */
    hash: string;
    recipe: string;
    name: string;
    /** Size of the master in pixels. */
    width: number;
    height: number;
    /** The average colour, as in `#2d0d0c`. */
    colour: string;
    alt: Generated<string>;
    decorative: Generated<number>;
    /** Focal point in per cent from the left and from the top. */
    focus_x: Generated<number>;
    focus_y: Generated<number>;
    subjects: ColumnType<PictureSubjects, PictureSubjects | undefined, PictureSubjects>;
    state: PictureState;
    /** While it is `making`: not encoded before this time; moved forward as the lease of one instance. */
    due_at: StoredMoment | null;
    attempts: Generated<number>;
    made_by: string;
    made_at: StoredMoment;
  };
  picture_files: { name: string; picture: string; content_type: string; bytes: Uint8Array };
  /** The register of consents: of people in pictures, and of people who are quoted. */
  consents: {
    id: string;
    /** `picture`, or the name of a content type. */
    subject_kind: string;
    /** The picture's hash, or the entry's slug. */
    subject_key: string;
    name: string;
    /** A calendar date; null while it is still to be given. */
    given_on: string | null;
    purpose: string;
    /** How it was given: a code of app/pictures/consent-terms.ts. */
    how: string;
    guardian: string;
    recorded_at: StoredMoment;
    recorded_by: string;
    withdrawn_at: StoredMoment | null;
    withdrawn_by: string | null;
  };
};

export type EntriesTable = Tables["entries"];
export type EntryVersionsTable = Tables["entry_versions"];
export type EntryDraftsTable = Tables["entry_drafts"];
export type EntrySchedulesTable = Tables["entry_schedules"];
export type EntryBinTable = Tables["entry_bin"];
export type ClassSessionsTable = Tables["class_sessions"];
export type BookingsTable = Tables["bookings"];
export type EnquiriesTable = Tables["enquiries"];
export type AuditLogTable = Tables["audit_log"];
