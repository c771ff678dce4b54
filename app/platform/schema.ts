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

/** A note of the desk about an enquiry; `by_name` is the author's name at that time. */
type EnquiryText = { id: string; enquiry_id: string; at: StoredMoment; by_id: string; by_name: string; text: string };

/** A note of the desk about a person; `by` is the author's name at that time. */
type OfPerson = { id: string; person_id: string; at: StoredMoment; by_id: string; by: string };

export type Tables = {
  /** The entries on the site: visitors' pages read only this table. */
  entries: OfEntry & {
    position: number;
    /** The entry's values as JSON. */
    body: string;
    updated_at: StoredMoment;
    updated_by: string;
    /** The number of the version in `entry_versions` that is on the site. */
    version: Generated<number>;
  };
  /** Every version of an entry that was ever on the site. Rows are added, and change only by losing names. */
  entry_versions: OfEntry & {
    number: number;
    body: string;
    made_at: StoredMoment;
    /** The author's account; null for the site itself, and after `STAFF_NAME_DAYS`. */
    made_by_id: string | null;
    /** The name at that time; after `STAFF_NAME_DAYS` it is `FORMER_NAME` (app/platform/activity.server.ts). */
    made_by: string;
    how: string;
    /** The revision of the draft that was published; null if there was no draft. */
    draft_revision: number | null;
  };
  /** Changes that staff have not published: at most one draft for each entry. */
  entry_drafts: OfEntry & {
    /** Values as JSON; some may be missing or not valid yet. */
    body: string;
    /** The version on the site that its author had seen; 0 when the entry was not on the site. */
    based_on: number;
    /** Increases by one with every save. */
    revision: number;
    updated_at: StoredMoment;
    updated_by_id: string;
    updated_by: string;
  };
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
      /** When it failed, or was put on hold. */
      failed_at: StoredMoment | null;
      /** The problems it waits for, as JSON. */
      failed_why: string | null;
    };
  /** Removed entries. Their slugs are never used again. */
  entry_bin: OfEntry & {
    removed_at: StoredMoment;
    removed_by_id: string | null;
    removed_by: string;
    position: number;
    /** The last version on the site; 0 for a draft that was never published. */
    last_number: number;
    act_id: string;
  };
  content_version: { id: number; version: number };
  /** The seeded content types: a type whose entries were all deleted is not seeded again. */
  seeded_types: { type: string; seeded_at: StoredMoment };
  /** A single row, id 1: the timetable's lock, version and progress. */
  schedule_state: {
    id: number;
    /** Increases with every transaction that writes to the timetable: the update is the timetable's lock. */
    turn: number;
    /** Increases with changes of dated pages that the content version misses, except free places. */
    version: number;
    places_version: number;
    /** All sessions that began until then are in `class_sessions`. Null: none has been stored yet. */
    written_until: StoredMoment | null;
  };
  /** The periods of the weekly slots: each slot has one or several, which never overlap. */
  weekly_slots: {
    /** Part of its sessions' ids, and never used again. */
    slot: string;
    /** A calendar date; empty: from the beginning. */
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
    made_by_id: string | null;
    made_by: string;
    what: string;
    /** The slot after the change, with the names at that time. */
    label: string;
    /** Its periods before the change as JSON, for Undo. */
    before: string;
    /** The name of the person who undid it; null otherwise. */
    undone_by: string | null;
  };
  /** Stored sessions: changed ones, and past ones. Rows are complete copies, since entries can be deleted. */
  class_sessions: {
    /** `<slot>.<slot_date>`, or `added-<random>`. */
    id: string;
    /** Its weekly slot, which may have been deleted; null for a one-off class. */
    slot: string | null;
    /** The original calendar date, which never changes. */
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
    /** The session as in the weekly timetable, or as it was added: what undoing the changes restores. */
    planned_date: string;
    planned_from: string;
    planned_to: string;
    planned_trainer_slug: string;
    planned_trainer_name: string;
    /** `scheduled` or `cancelled`. */
    state: string;
    reason: string | null;
    /** The note of the closure, if its day was closed when it began; else null. */
    closed_note: string | null;
    /** The overrides as a JSON list (`OVERRIDES` in app/timetable/session-rows.server.ts). */
    decided: string;
    sequence: number;
    /** Null: nobody has changed it; it was stored because it has begun. */
    changed_at: StoredMoment | null;
    changed_by_id: string | null;
    /** The name of that moment. */
    changed_by: string | null;
  };
  schedule_closures: Made & { date: string; note: string };
  bookings: {
    id: string;
    session_id: string;
    /** Null: a guest, or an erased person. */
    person_id: string | null;
    guest_name: string | null;
    /** The booking of a guest's host, in the same session. */
    host_id: string | null;
    /** The number of its transaction (`turn` of `schedule_state`): the order of the waiting list. */
    ticket: number;
    state: BookingState;
    booked_at: StoredMoment;
    /** The promised cancellation deadline; for a waiting booking, the deadline of its session. */
    free_until: StoredMoment;
    promoted_at: StoredMoment | null;
    /** Set when it no longer takes or waits for a place. A person has at most one booking of a session without it. */
    ended_at: StoredMoment | null;
    checked_in_at: StoredMoment | null;
    /** When the reminder was queued or skipped. */
    reminded_at: StoredMoment | null;
    /** The price in Kenyan shillings when it was booked; null if none was set. */
    price_kes: number | null;
    missed_told_at: StoredMoment | null;
    /** When the person disputed a no-show, and when the desk checked it. */
    disputed_at: StoredMoment | null;
    dispute_settled_at: StoredMoment | null;
    /** Its coverage: one of `Coverage` (app/members/coverage.server.ts), and the pass. Null: none needed. */
    cover: string | null;
    pass_id: string | null;
  };
  /** Events of a booking: each time its state changed or its promotion was skipped. */
  booking_events: {
    id: string;
    booking_id: string;
    at: StoredMoment;
    actor_kind: BookingActorKind;
    /** The user id of a member of staff, with the name at that time; null otherwise. */
    actor_id: string | null;
    actor_name: string | null;
    /** Null: it was created. */
    from_state: BookingState | null;
    to_state: BookingState;
    /** Values of `EventReason` (app/bookings/booking-change.server.ts), or null. */
    note: string | null;
  };
  /** The personal calendar feed of an account. Its token is derived from the nonce and the secret. */
  calendar_feeds: { user_id: string; nonce: string; token_hash: string; made_at: StoredMoment };
  /** The call list: people affected by a timetable change. Rows of told people stay. */
  people_to_tell: {
    id: string;
    session_id: string;
    /** The affected booking; null: a trainer. */
    booking_id: string | null;
    trainer_slug: string | null;
    /** The affected person, else the booking, or the trainer's slug: at most one open row for each session. */
    person: string;
    /** The last change: a `NoticeKind` (app/bookings/call-list.ts). */
    kind: string;
    /** The state before the first change of an open row: the row is deleted if this state returns. */
    before: string;
    made_at: StoredMoment;
    told_at: StoredMoment | null;
    /** Account and name, at that time, of the member of staff who told them. */
    told_by_id: string | null;
    told_by: string | null;
    /** A `NoticeKind`, and one of `CONTACT_METHODS` (app/bookings/call-list.ts). */
    told_what: string | null;
    way: string | null;
  };
  members_state: { id: number; turn: number };
  /** Everybody who books or trains. Neither a phone number nor an address identifies a person: several may share one. */
  people: Made & {
    id: string;
    /** Empty: an account that the desk has booked for and that gave no name, or an erased person. */
    name: string;
    /** The name in its form for sorting. */
    plain_name: string;
    /** Empty when none was given. */
    phone: string;
    email: string;
    /** 1: a guardian answers for them. */
    is_child: Generated<number>;
    /** A date; null when it was not given. */
    born_on: string | null;
    guardian_id: string | null;
    /** How they heard about the gym; empty if nobody asked. */
    heard_of: string;
    /** The enquiry that they came from; it may have been deleted. */
    enquiry_id: string | null;
    user_id: string | null;
    /** When the account was linked to a record of the desk; null if the account's own booking created the record. */
    joined_at: StoredMoment | null;
    /** When the linked account was deleted: the record then waits for the owner's decision. */
    account_deleted_at: StoredMoment | null;
    erased_at: StoredMoment | null;
    /** Increases with each change of the person or of their passes. */
    version: Generated<number>;
    /** 1: emails about passes are wanted. */
    mails: Generated<number>;
    /** Part of the link that switches them off; null before the first email. */
    mails_key: string | null;
    /** 1: reminders of booked classes are wanted. */
    reminders: Generated<number>;
    /** Part of the link that switches them off; null without an account. */
    unsubscribe_key: string | null;
    words_version: Generated<number>;
  };
  person_words: { word: string; person_id: string };
  /** Earlier numbers of people, only for matching. */
  former_phones: { person_id: string; phone: string };
  /** Records merged into another: their links and addresses lead to it. */
  merged_people: { id: string; person_id: string; mails_key: string | null; unsubscribe_key: string | null };
  door_numbers: { number: string; person_id: string; given_at: StoredMoment; ended_at: StoredMoment | null };
  person_notes: OfPerson & { text: string };
  /** Answers about marketing, and how they were given. The last answer counts; without a row there is no consent. */
  person_consents: OfPerson & { is_given: number; how: string };
  pass_mails: { pass_id: string; kind: string; last_day: string; at: StoredMoment };
  person_invitations: {
    person_id: string;
    token_hash: string;
    code_hash: string;
    made_at: StoredMoment;
    expires_at: StoredMoment;
  };
  /** Passes as they were sold. Rows never change, except for their person when two records are merged. */
  passes: {
    id: string;
    person_id: string;
    plan_slug: string;
    plan_name: string;
    /** `PlanTerms` (app/members/plans.ts) as JSON. */
    terms: string;
    price_kes: number;
    /** Its number of days and, for a pack, of visits. */
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
    /** The pass event that it ends early or undoes. */
    of_id: string | null;
    first_day: string | null;
    last_day: string | null;
    booking_id: string | null;
    reason: string;
    at: StoredMoment;
    /** Null for the site itself. */
    by_id: string | null;
    by: string;
  };
  /** The days of passes, computed from the passes, their events and the closed days: for lists by day. */
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
  /** Closed days that extended running passes, and the members of staff responsible. */
  given_days: {
    id: string;
    first_day: string;
    last_day: string;
    reason: string;
    /** How many passes were extended. */
    passes: number;
    at: StoredMoment;
    by_id: string;
    by: string;
    taken_back_at: StoredMoment | null;
    taken_back_by: string | null;
  };
  /** Each of these days once. */
  given_closed_days: {
    day: string;
    given_id: string;
    /** Set until the owner decides whether passes keep the day. */
    opened_at: StoredMoment | null;
    opened_by: string | null;
  };
  /** A single row, id 1: the lock of sales, receipts and the drawer. */
  sales_state: { id: number; turn: number };
  /** Names of sellers, for rows with their ids. */
  sellers: { id: string; name: string; last_at: StoredMoment };
  /** The cash drawer, from each opening to its count. */
  drawers: {
    id: string;
    /** 1 while it is open; null once closed. */
    is_open: number | null;
    opened_at: StoredMoment;
    opened_by_id: string;
    opened_kes: number;
    closed_at: StoredMoment | null;
    closed_by_id: string | null;
    counted_kes: number | null;
    expected_kes: number | null;
    /** Counted minus expected, stored on closing. */
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
    day: string;
    by_id: string;
    drawer_id: string;
    /** The due date of the rest; null without a debt. */
    owed_until: string | null;
    /** The KRA PIN of the buyer, or empty. */
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
  /** Weeks that have ended, in numbers without names (app/figures/weekly-figures.server.ts). */
  weekly_figures: {
    /** Its Monday. */
    week: string;
    /** Members with an active pass on its last day, and who had begun and ended since the week before. */
    active: number;
    began: number;
    ended: number;
    /** `DayCounts` as JSON. */
    days: string;
    /** `SessionCount[]` as JSON. */
    sessions: string;
    counted_on: string;
  };
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
    /** In E.164, `+254712345678`; older foreign and landline numbers as typed; empty if none was given. */
    phone: Generated<string>;
    /** A class slug, or empty when none was chosen. */
    class: string;
    comment: string;
    /** 1 if a program seems to have filled in the form, else 0. */
    suspect: number;
    state: Generated<string>;
    /** The state before the last change, to undo it; null before the first change. */
    state_before: string | null;
    state_at: StoredMoment | null;
    state_by_id: string | null;
    state_by: string | null;
    /** The member of staff it is assigned to; null for nobody. */
    assignee_id: string | null;
    /** The last booking that the desk made for it, which may have been deleted; null before the first. */
    trial_booking_id: string | null;
    /** The version of the rules that indexed its words (app/enquiries/search.server.ts); 0 before. */
    words_version: Generated<number>;
  };
  /** Makes the contact form idempotent: one row for each form of the last day, with the time it was first received. */
  enquiry_fingerprints: { fingerprint: string; seen_at: StoredMoment };
  enquiry_notes: EnquiryText;
  /** Replies, by email or WhatsApp. */
  enquiry_replies: EnquiryText & {
    /** `mail` or `whatsapp`. */
    channel: string;
    /**
     * The mail in the outbox, which is removed there some time after it was sent. Null for WhatsApp, and for an email that could
     * not be delivered once it is removed.
     */
    mail_id: string | null;
  };
  /** The search words of an enquiry: its name, its address and its numbers. */
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
    enquiry_id: string | null;
    person_id: string | null;
    /** The mail is not sent after this time, because its link has expired. Null without such a link. */
    expires_at: StoredMoment | null;
    /** The text of a waiting mail with `expires_at`, encrypted with a key derived from the secret. */
    encrypted_text: string | null;
    attempts: Generated<number>;
    /** Not sent before this time; moved forward as an instance's lease, and after a failure. */
    due_at: StoredMoment;
    sent_at: StoredMoment | null;
    /** Why the last attempt failed: a code of `MailFailure`. Null before the first attempt and during each. */
    last_error: string | null;
    /** When the last attempt failed. */
    failed_at: StoredMoment | null;
    /** The mail server's reply to it, without the recipient's address. */
    last_answer: string | null;
    /** The kind of mail, such as `booking-reminder`; empty for all other kinds. */
    kind: Generated<string>;
    /** Lower values are sent first. */
    priority: Generated<number>;
    /** The mail is useless after this time, and not sent. Null: it is sent however late. */
    discard_after: StoredMoment | null;
    body_html: string | null;
    /** The address that stops mails of this kind, for the mail program's unsubscribe button. */
    unsubscribe_url: string | null;
    /** The subject, such as a session's id: mails about it to one recipient are sent in order. Null: in any order. */
    about: string | null;
    /** Its number among those mails. */
    about_order: number | null;
    /** When it was given up after its last attempt: it is sent only if staff retry it. Null: it was not given up. */
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
    /** The hash of the previous token, and until when it works. */
    previousToken: string | null;
    previousEndsAt: StoredMoment | null;
    expiresAt: LibraryMoment;
    ipAddress: string | null;
    userAgent: string | null;
    /** When the second step was passed in this session; null before. Only the site writes it. */
    secondStepAt: StoredMoment | null;
    /** When the session last used the console, to the minute; null for visitors. */
    consoleUsedAt: StoredMoment | null;
    /** The keyed hash of the form that passed the second step last; null before. */
    renewedBy: string | null;
    device: string | null;
    usedOn: string | null;
    /** 0: its cookie has the current name. 1: an earlier version made it, and the old name is accepted too. */
    hasOldCookie: Generated<number>;
  };
  /** The accounts that are members of staff. */
  staff: {
    user_id: string;
    /** The name that colleagues see. */
    name: string;
    role: string;
    /** Their trainer entry; null for everybody else. */
    trainer_slug: string | null;
    added_at: StoredMoment;
    /** The name, at that time, of the person who invited them. */
    added_by: string;
  };
  owner_link: { id: number; token_hash: string; made_at: StoredMoment };
  /** The address for the gym's own mail: one row, once the owner has set it. */
  gym_mail: { id: number; address: string };
  first_steps: { id: number; put_away_at: StoredMoment };
  backup_state: {
    id: number;
    /** When the last backup was begun: an instance claims a backup by changing it. */
    begun_at: StoredMoment | null;
    /** The times of the newest complete backup, and of the newest that BACKUP_COMMAND has copied. */
    made_at: StoredMoment | null;
    away_at: StoredMoment | null;
    /** Why the last backup failed; null if it succeeded. */
    problem: string | null;
    check_begun_at: StoredMoment | null;
    /** When the newest off-site copy was last checked; why that failed, or its number of rows and its time. */
    checked_at: StoredMoment | null;
    check_problem: string | null;
    checked_rows: number | null;
    checked_newest: StoredMoment | null;
  };
  /** The site's secret, encrypted with BACKUP_PASSPHRASE, in one row, if set. */
  sealed_secret: { id: number; sealed: string };
  /** When each kind of alert was last raised. */
  alerts: { kind: string; told_at: StoredMoment };
  /** Open invitations: one for each address. */
  staff_invitations: {
    id: string;
    email: string;
    role: string;
    trainer_slug: string | null;
    token_hash: string;
    invited_at: StoredMoment;
    /** The name, at that time, of the person who invited. */
    invited_by: string;
    expires_at: StoredMoment;
    /** The link, encrypted with a key derived from the secret, so that the owner can pass it on; null for older invitations. */
    encrypted_link: string | null;
  };
  /** The keys of authenticator apps (RFC 6238), one for each member of staff. */
  totp_keys: {
    user_id: string;
    encrypted_key: string;
    /** The time step of the last used code: that code and earlier codes no longer work. */
    last_step: number;
    /** The session that used it: its repeated form succeeds too. */
    last_session: string | null;
    confirmed_at: StoredMoment;
  };
  /** A key that is being set up in a session, before its first code. */
  totp_setups: { session_id: string; encrypted_key: string; started_at: StoredMoment };
  recovery_codes: { user_id: string; code_hash: string; used_at: StoredMoment | null; used_session: string | null };
  /** New recovery codes, for the session that made them, until its member of staff confirms having saved them. */
  shown_recovery_codes: { session_id: string; encrypted_codes: string; made_at: StoredMoment };
  passkeys: {
    id: string;
    user_id: string;
    /** COSE, base64url. */
    public_key: string;
    /** The authenticator's count of uses, up to 2^32; PostgreSQL returns text. */
    counter: ColumnType<number | string, number, number>;
    /** How browsers reach the authenticator, as JSON. */
    transports: string;
    /** The host that it was made for (WebAuthn's relying party id); null if unknown. */
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
    /** `make`: for a new passkey. `use`: for an existing passkey. */
    purpose: "make" | "use";
  };
  /** The log of what staff did; rows are added and never changed. It has no references to rows that can be deleted. */
  audit_log: {
    id: string;
    at: StoredMoment;
    /** The account of the member of staff; null for the site itself. */
    who_id: string | null;
    who_name: string;
    action: string;
    type: string | null;
    slug: string | null;
    /** The name of the changed thing at that time. */
    label: string | null;
    act_id: string;
    /** JSON. */
    details: string;
  };
  /** How users sign in: here always `providerId` "credential" and a password. better-auth writes it. */
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
  /** The password reset link last requested: at most one for each user; used and expired links stay until the clean-up job. */
  password_resets: { user_id: string; token_hash: string; expires_at: StoredMoment };
  /** The new address that an account last requested, with its confirmation link; kept like a password reset link. */
  new_addresses: { user_id: string; email: string; token_hash: string; expires_at: StoredMoment };
  /** Attempts since a window began. The key has the limit's name, and a keyed hash of the client or account. */
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
    /** While it is `making`: not encoded before this time; moved forward as an instance's lease. */
    due_at: StoredMoment | null;
    attempts: Generated<number>;
    made_by: string;
    made_at: StoredMoment;
  };
  picture_files: { name: string; picture: string; content_type: string; bytes: Uint8Array };
  /** The consent register: people in pictures, and quoted people. */
  consents: {
    id: string;
    /** `picture`, or the name of a content type. */
    subject_kind: string;
    /** The picture's hash, or the entry's slug. */
    subject_key: string;
    name: string;
    /** A calendar date; null while the consent is pending. */
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
