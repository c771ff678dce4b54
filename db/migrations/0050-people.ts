/**
 * One record for each person: members, accounts that have booked, and those whom the desk has booked by name. Bookings, passes and mails
 * refer to it. Records that were merged are one for good, and so are members and those booked under the same name and number.
 */
import { type Kysely, PostgresAdapter, sql } from "kysely";

type Tables = {
  people: Record<"id" | "name" | "plain_name" | "phone" | "email" | "heard_of", string> &
    Record<"made_at" | "made_by_id" | "made_by", string> &
    Record<"user_id" | "joined_at" | "erased_at" | "mails_key" | "unsubscribe_key", string | null> & {
      reminders: number;
    };
  former_phones: { person_id: string; phone: string };
  merged_people: { id: string; person_id: string; mails_key: string | null; unsubscribe_key: string | null };
  member_merges: { member_id: string; into_id: string };
  booking_profiles: Record<"user_id" | "name" | "phone" | "unsubscribe_key", string> & { reminders: number };
  bookings: Record<"id" | "booked_at", string> &
    Record<"user_id" | "guest_name" | "guest_phone" | "host_id" | "member_id", string | null>;
  people_of_guests: { booking_id: string; person_id: string };
};

/** Rows of one statement: SQLite takes 32,766 values. */
const ROWS_AT_ONCE = 500;

export async function up(db: Kysely<Tables>): Promise<void> {
  await renameTables(db);
  await mergeForGood(db);
  await correctPhones(db);
  await addAccounts(db);
  await addGuests(db);
  await rebuildBookings(db);
  await dropOldTables(db);
}

async function renameTables(db: Kysely<Tables>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const { schema } = db;
  await schema.alterTable("members").renameTo("people").execute();
  for (const table of ["notes", "consents"]) {
    await schema.alterTable(`member_${table}`).renameTo(`person_${table}`).execute();
  }
  const ofPerson = [
    ...["passes", "pass_acts", "pass_days", "door_numbers", "outbox", "member_list_rows"],
    ...["person_notes", "person_consents"],
  ];
  for (const table of ofPerson) await schema.alterTable(table).renameColumn("member_id", "person_id").execute();

  await schema
    .alterTable("people")
    .addColumn("reminders", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await schema.alterTable("people").addColumn("unsubscribe_key", "text").execute();
  // Links and codes of merged records work on, so a person may have several.
  await schema
    .createTable("person_invitations")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("code_hash", "text", (column) => column.notNull().unique())
    .addColumn("person_id", "text", (column) => column.notNull().references("people.id").onDelete("cascade"))
    .addColumn("made_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();
  await sql`insert into person_invitations (token_hash, code_hash, person_id, made_at, expires_at)
    select token_hash, code_hash, member_id, made_at, expires_at from member_invitations`.execute(db);
  await schema.dropTable("member_invitations").execute();
  await schema.createIndex("person_invitations_person").on("person_invitations").column("person_id").execute();

  // Everybody is indexed anew by the next start, as the rules of names have changed.
  await schema
    .alterTable("people")
    .addColumn("words_version", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.createIndex("people_words_version").on("people").column("words_version").execute();

  await schema.dropTable("member_words").execute();
  await schema.dropTable("person_words").execute();
  await schema
    .createTable("person_words")
    .addColumn("word", isPostgres ? sql`text collate "C"` : "text", (column) => column.notNull())
    .addColumn("person_id", "text", (column) => column.notNull().references("people.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("person_words_key", ["word", "person_id"])
    .$call((table) => (isPostgres ? table : table.modifyEnd(sql`without rowid`)))
    .execute();
  await schema.createIndex("person_words_person").on("person_words").columns(["person_id", "word"]).execute();

  await schema
    .createTable("former_phones")
    .addColumn("person_id", "text", (column) => column.notNull().references("people.id").onDelete("cascade"))
    .addColumn("phone", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("former_phones_key", ["person_id", "phone"])
    .execute();
  await schema.createIndex("former_phones_phone").on("former_phones").column("phone").execute();

  // Links and addresses of a person who was merged into another one lead to that one.
  await schema
    .createTable("merged_people")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("person_id", "text", (column) => column.notNull().references("people.id").onDelete("cascade"))
    .addColumn("mails_key", "text", (column) => column.unique())
    .addColumn("unsubscribe_key", "text", (column) => column.unique())
    .execute();
  await schema.createIndex("merged_people_person").on("merged_people").column("person_id").execute();
}

/** What belongs to merged records belongs to the other one already, but for their rows, invitations and mails. */
async function mergeForGood(db: Kysely<Tables>): Promise<void> {
  const merges = await db
    .selectFrom("member_merges")
    .innerJoin("people", "people.id", "member_id")
    .innerJoin("people as others", "others.id", "into_id")
    .select(["people.id", "into_id", "people.phone", "people.mails_key", "others.phone as phone_left"])
    .select("others.erased_at")
    .execute();
  for (const { id, into_id, phone, mails_key, phone_left, erased_at } of merges) {
    await db.insertInto("merged_people").values({ id, person_id: into_id, mails_key, unsubscribe_key: null }).execute();
    if (erased_at === null) await addFormerPhone(db, into_id, correctedPhone(phone), correctedPhone(phone_left));
    for (const table of [
      "person_invitations",
      "outbox",
      "member_list_rows",
      "passes",
      "pass_acts",
      "pass_days",
      "person_notes",
      "person_consents",
    ]) {
      await sql`update ${sql.table(table)} set person_id = ${into_id} where person_id = ${id}`.execute(db);
    }
    await db.updateTable("bookings").set({ member_id: into_id }).where("member_id", "=", id).execute();
  }
  await db.schema.dropTable("member_merges").execute();
  for (const { id } of merges) await db.deleteFrom("people").where("id", "=", id).execute();
}

async function correctPhones(db: Kysely<Tables>): Promise<void> {
  const people = await db.selectFrom("people").select(["id", "phone"]).where("phone", "<>", "").execute();
  for (const { id, phone } of people) {
    const corrected = correctedPhone(phone);
    if (corrected !== phone) await db.updateTable("people").set({ phone: corrected }).where("id", "=", id).execute();
  }
}

/** Accounts with a record get their settings there; the others that have booked get a record. */
async function addAccounts(db: Kysely<Tables>): Promise<void> {
  const profiles = await db
    .selectFrom("booking_profiles")
    .leftJoin("people", "people.user_id", "booking_profiles.user_id")
    .selectAll("booking_profiles")
    .select(["people.id as person_id", "people.phone as person_phone"])
    .execute();
  for (const { person_id, person_phone, phone, reminders, unsubscribe_key } of profiles) {
    if (person_id === null) continue;
    const corrected = correctedPhone(phone);
    await db
      .updateTable("people")
      .set({ reminders, unsubscribe_key, ...(person_phone === "" && { phone: corrected }) })
      .where("id", "=", person_id)
      .execute();
    if (person_phone) await addFormerPhone(db, person_id, corrected, person_phone);
  }
  // The desk has booked for some that never booked themselves.
  const { rows: accounts } = await sql<{ user_id: string; booked_at: string }>`
    select user_id, min(booked_at) as booked_at from bookings where user_id is not null
      and user_id not in (select user_id from people where user_id is not null) group by user_id`.execute(db);
  const bookedAt = new Map(accounts.map((row) => [row.user_id, row.booked_at]));
  const profileOf = new Map(profiles.map((row) => [row.user_id, row]));
  const now = new Date().toISOString();
  const withoutRecord = profiles.filter(({ person_id }) => person_id === null).map((row) => row.user_id);
  await insert(
    db,
    "people",
    [...new Set([...withoutRecord, ...bookedAt.keys()])].map((user_id) => {
      const { name = "", phone = "", reminders = 1, unsubscribe_key = null } = profileOf.get(user_id) ?? {};
      return personRow({
        ...{ id: crypto.randomUUID(), name, phone: correctedPhone(phone), user_id, reminders, unsubscribe_key },
        ...{ made_at: bookedAt.get(user_id) ?? now, made_by_id: user_id, made_by: "" },
      });
    }),
  );
}

/**
 * Those whom the desk has booked by name: one person for each name and number, who may have a record. Without a number nobody knows
 * who is the same.
 */
async function addGuests(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable("people_of_guests")
    .addColumn("booking_id", "text", (column) => column.primaryKey())
    .addColumn("person_id", "text", (column) => column.notNull())
    .execute();
  const bookings = await db
    .selectFrom("bookings")
    .select(["id", "guest_name", "guest_phone", "booked_at"])
    .where("guest_name", "is not", null)
    .where("user_id", "is", null)
    .where("member_id", "is", null)
    .where("host_id", "is", null)
    .orderBy("booked_at", "desc")
    .orderBy("id")
    .execute();
  // Nobody has proved that the number of an account is theirs.
  const records = await db
    .selectFrom("people")
    .select(["id", "name", "phone"])
    .where("erased_at", "is", null)
    .where("phone", "<>", "")
    .where(({ or, eb }) => or([eb("user_id", "is", null), eb("joined_at", "is not", null)]))
    .execute();
  const former = await db
    .selectFrom("former_phones")
    .innerJoin("people", "people.id", "person_id")
    .select(["person_id as id", "name", "former_phones.phone"])
    .execute();
  const recordsOf = Map.groupBy([...records, ...former], keyOf);
  const guests = new Map<string, ReturnType<typeof personRow>>();
  const links: Tables["people_of_guests"][] = [];
  for (const { id, guest_name, guest_phone, booked_at } of bookings) {
    const guest = { name: guest_name ?? "", phone: correctedPhone(guest_phone ?? "") };
    const key = guest.phone === "" ? id : keyOf(guest);
    const found = new Set(recordsOf.get(key)?.map((record) => record.id));
    const [record, another] = [...found];
    if (record !== undefined && another === undefined) {
      links.push({ booking_id: id, person_id: record });
      continue;
    }
    const made = { made_at: booked_at, made_by_id: "", made_by: "" };
    const person = guests.get(key) ?? personRow({ id, ...guest, ...made, user_id: null });
    // The newest booking comes first.
    guests.set(key, { ...person, made_at: booked_at });
    links.push({ booking_id: id, person_id: person.id });
  }
  await insert(db, "people", [...guests.values()]);
  await insert(db, "people_of_guests", links);
  await sql`update people set
      made_by_id = coalesce((select actor_id from booking_events where booking_id = people.id and from_state is null limit 1), ''),
      made_by = coalesce((select actor_name from booking_events where booking_id = people.id and from_state is null limit 1), '')
    where id in (select person_id from people_of_guests) and made_by_id = ''`.execute(db);
}

/** Bookings, their events and the call list: columns of a foreign key can't be dropped on SQLite. */
async function rebuildBookings(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("new_bookings")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("session_id", "text", (column) => column.notNull().references("class_sessions.id"))
    // No foreign key: what is done when a person is erased is not the database's to decide.
    .addColumn("person_id", "text")
    .addColumn("guest_name", "text")
    .addColumn("host_id", "text")
    .addColumn("ticket", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("booked_at", "text", (column) => column.notNull())
    .addColumn("free_until", "text", (column) => column.notNull())
    .addColumn("promoted_at", "text")
    .addColumn("ended_at", "text")
    .addColumn("checked_in_at", "text")
    .addColumn("reminded_at", "text")
    .addColumn("price_kes", "integer")
    .addColumn("missed_told_at", "text")
    .addColumn("disputed_at", "text")
    .addColumn("dispute_settled_at", "text")
    .addColumn("cover", "text")
    .addColumn("pass_id", "text")
    .execute();
  // Somebody who has left a record keeps what its pass covers there; who was erased has no bookings.
  await sql`
    insert into new_bookings (id, session_id, person_id, guest_name, host_id, ticket, state, booked_at, free_until, promoted_at,
      ended_at, checked_in_at, reminded_at, price_kes, missed_told_at, disputed_at, dispute_settled_at, cover, pass_id)
    select bookings.id, session_id, case when host_id is null then coalesce(
        case when pass_id is not null then records.id end, accounts.id, records.id, people_of_guests.person_id) end,
      case when host_id is not null then guest_name end, host_id, ticket, state, booked_at, free_until, promoted_at,
      ended_at, checked_in_at, reminded_at, price_kes, missed_told_at, disputed_at, dispute_settled_at, cover, pass_id
    from bookings
    left join people as records on records.id = bookings.member_id and records.erased_at is null
    left join people as accounts on accounts.user_id = bookings.user_id
    left join people_of_guests on people_of_guests.booking_id = bookings.id`.execute(db);

  await schema
    .createTable("new_booking_events")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("booking_id", "text", (column) => column.notNull().references("new_bookings.id").onDelete("cascade"))
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("actor_kind", "text", (column) => column.notNull())
    .addColumn("actor_id", "text")
    .addColumn("actor_name", "text")
    .addColumn("from_state", "text")
    .addColumn("to_state", "text", (column) => column.notNull())
    .addColumn("note", "text")
    .execute();
  const eventColumns = sql`id, booking_id, at, actor_kind, actor_id, actor_name, from_state, to_state, note`;
  await sql`insert into new_booking_events (${eventColumns}) select ${eventColumns} from booking_events`.execute(db);

  await schema
    .createTable("new_people_to_tell")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("booking_id", "text", (column) => column.references("new_bookings.id").onDelete("cascade"))
    .addColumn("trainer_slug", "text")
    .addColumn("person", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("before", "text", (column) => column.notNull())
    .addColumn("made_at", "text", (column) => column.notNull())
    .addColumn("told_at", "text")
    .addColumn("told_by_id", "text")
    .addColumn("told_by", "text")
    .addColumn("told_what", "text")
    .addColumn("way", "text")
    .execute();
  // Of two open rows of one person about one class session the newer one stays.
  await sql`
    insert into new_people_to_tell
      (id, session_id, booking_id, trainer_slug, person, kind, before, made_at, told_at, told_by_id, told_by, told_what, way)
    select id, session_id, booking_id, trainer_slug, person, kind, before, made_at, told_at, told_by_id, told_by, told_what, way
    from (
      select listed.*, row_number() over (
        partition by session_id, person, case when told_at is null then 1 else 0 end order by made_at desc, id) as place
      from (
        select people_to_tell.id, people_to_tell.session_id, booking_id, trainer_slug,
          coalesce(trainer_slug, hosts.person_id, new_bookings.person_id, booking_id, person) as person,
          kind, before, made_at, told_at, told_by_id, told_by, told_what, way
        from people_to_tell
        left join new_bookings on new_bookings.id = people_to_tell.booking_id
        left join new_bookings as hosts on hosts.id = new_bookings.host_id
      ) as listed
    ) as numbered
    where told_at is not null or place = 1`.execute(db);

  for (const table of ["booking_events", "people_to_tell", "bookings"]) {
    await schema.dropTable(table).execute();
    await schema.alterTable(`new_${table}`).renameTo(table).execute();
  }
  await indexBookings(db);
}

async function indexBookings({ schema }: Kysely<Tables>): Promise<void> {
  const index = (table: string, name: string, columns: string[]) =>
    schema.createIndex(`${table}_${name}`).on(table).columns(columns);
  const isUntold = sql<boolean>`told_at is null`;
  await index("booking_events", "booking", ["booking_id", "at"]).execute();
  await index("bookings", "ticket", ["session_id", "ticket"]).unique().execute();
  await index("bookings", "session", ["session_id", "state"]).execute();
  await index("bookings", "state", ["state"]).execute();
  await index("bookings", "person", ["person_id", "booked_at"]).execute();
  await index("bookings", "booked", ["booked_at"]).execute();
  await index("bookings", "host", ["host_id"]).where(sql<boolean>`host_id is not null`).execute();
  await index("bookings", "open_guest", ["host_id"])
    .unique()
    .where(sql<boolean>`host_id is not null and ended_at is null`)
    .execute();
  await index("bookings", "disputed", ["disputed_at"])
    .where(sql<boolean>`disputed_at is not null and dispute_settled_at is null`)
    .execute();
  await index("bookings", "pass", ["pass_id"]).where(sql<boolean>`pass_id is not null`).execute();
  await index("people_to_tell", "session", ["session_id"]).execute();
  await index("people_to_tell", "booking", ["booking_id"]).execute();
  await index("people_to_tell", "person", ["person"]).execute();
  await index("people_to_tell", "trainer", ["made_at"]).where(sql<boolean>`booking_id is null`).execute();
  await index("people_to_tell", "untold", ["session_id", "person"]).unique().where(isUntold).execute();
}

async function dropOldTables({ schema }: Kysely<Tables>): Promise<void> {
  // The enquiry that a trial was booked from goes with its person.
  await schema
    .createIndex("enquiries_trial")
    .on("enquiries")
    .column("trial_booking_id")
    .where(sql<boolean>`trial_booking_id is not null`)
    .execute();
  await schema.dropTable("people_of_guests").execute();
  await schema.dropTable("booking_profiles").execute();
  await schema
    .createIndex("people_unsubscribe_key")
    .unique()
    .on("people")
    .column("unsubscribe_key")
    .where(sql<boolean>`unsubscribe_key is not null`)
    .execute();
}

/** The row of somebody without a record. */
function personRow(
  fields: Record<"id" | "name" | "phone" | "made_at" | "made_by_id" | "made_by", string> &
    Partial<Tables["people"]> & { user_id: string | null },
): Tables["people"] {
  return {
    ...{ plain_name: plainText(fields.name), email: "", heard_of: "", joined_at: null, erased_at: null },
    ...{ mails_key: null, unsubscribe_key: null, reminders: 1 },
    ...fields,
  };
}

async function insert<Name extends "people" | "people_of_guests">(
  db: Kysely<Tables>,
  table: Name,
  rows: readonly Tables[Name][],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await db
      .insertInto(table)
      // biome-ignore lint/suspicious/noExplicitAny: Kysely does not follow the name of the table
      .values(rows.slice(start, start + ROWS_AT_ONCE) as any)
      .execute();
  }
}

/** A number that somebody had before, for matching. */
async function addFormerPhone(db: Kysely<Tables>, personId: string, phone: string, current: string): Promise<void> {
  if (phone === "" || phone === current) return;
  await db
    .insertInto("former_phones")
    .values({ person_id: personId, phone })
    .onConflict((conflict) => conflict.columns(["person_id", "phone"]).doNothing())
    .execute();
}

function plainText(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** A name in any spelling of its apostrophes and hyphens, and any order of its words, with the number. */
function keyOf({ name, phone }: { name: string; phone: string }): string {
  const words = plainText(name.replaceAll(/['’‘ʼ´`]/g, "").replaceAll(/\p{Pd}/gu, " ")).split(/\s+/);
  return `${words.filter(Boolean).toSorted().join(" ")}\n${phone}`;
}

/** A number in the international form where there is no doubt about it; all others as they are. */
function correctedPhone(stored: string): string {
  const text = stored.replaceAll(/[^\d+()]/g, "");
  const dialled = text
    .replace(/^00/, "+")
    .replace(/^(\+\d+)\(0\)/, "$1")
    .replaceAll(/[()]/g, "");
  const kenyan = /^(?:\+?254)?0?([17]\d{8})$/.exec(dialled)?.[1] ?? /^(?:\+254)?0([2-6]\d{7,8})$/.exec(dialled)?.[1];
  if (kenyan !== undefined) return `+254${kenyan}`;
  return /^\+[1-9]\d{6,14}$/.test(dialled) ? dialled : stored;
}
