/**
 * Sales: lines, payments, receipts and the drawer. Payments and receipts are append-only: triggers refuse to change them, and to delete
 * those of the last five years. They hold ids alone; names stand in tables whose rows can be erased.
 */
import { type Kysely, PostgresAdapter, sql } from "kysely";

const APPEND_ONLY = ["payments", "receipts"];

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db);
  await sql`insert into sales_state (id, turn) values (1, 0)`.execute(db);
  for (const table of APPEND_ONLY) await forbidChanges(db, table);
}

async function createTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("sales_state")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("turn", "integer", (column) => column.notNull())
    .execute();
  await schema
    .createTable("sellers")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("last_at", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("sellers_last_at").on("sellers").column("last_at").execute();

  await schema
    .createTable("drawers")
    .addColumn("id", "text", (column) => column.primaryKey())
    // 1 while it is open, and null once it is closed, so that one is open at a time.
    .addColumn("is_open", "integer", (column) => column.unique())
    .addColumn("opened_at", "text", (column) => column.notNull())
    .addColumn("opened_by_id", "text", (column) => column.notNull())
    .addColumn("opened_kes", "integer", (column) => column.notNull())
    .addColumn("closed_at", "text")
    .addColumn("closed_by_id", "text")
    .addColumn("counted_kes", "integer")
    .addColumn("expected_kes", "integer")
    .addColumn("difference_kes", "integer")
    .addColumn("note", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("drawers_closed_at").on("drawers").column("closed_at").execute();
  await schema
    .createTable("drawer_takings")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("drawer_id", "text", (column) => column.notNull().references("drawers.id"))
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("amount_kes", "integer", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("by_id", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("drawer_takings_drawer").on("drawer_takings").column("drawer_id").execute();

  await schema
    .createTable("sales")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("person_id", "text", (column) => column.notNull().references("people.id"))
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("by_id", "text", (column) => column.notNull())
    .addColumn("drawer_id", "text", (column) => column.notNull().references("drawers.id"))
    .addColumn("owed_until", "text")
    .addColumn("buyer_pin", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("sales_person").on("sales").column("person_id").execute();
  await schema.createIndex("sales_day").on("sales").column("day").execute();
  await schema.createIndex("sales_drawer").on("sales").column("drawer_id").execute();
  await schema
    .createIndex("sales_owed")
    .on("sales")
    .column("owed_until")
    .where(sql.ref("owed_until"), "is not", null)
    .execute();

  await schema
    .createTable("receipts")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("year", "integer", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("sale_id", "text", (column) => column.notNull().references("sales.id"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("by_id", "text", (column) => column.notNull())
    .addUniqueConstraint("receipts_number", ["year", "number"])
    .execute();
  await schema.createIndex("receipts_sale").on("receipts").column("sale_id").execute();
  await schema.createIndex("receipts_day").on("receipts").columns(["day", "number"]).execute();
  // A sale is made once, and undone once.
  await schema
    .createIndex("receipts_once")
    .unique()
    .on("receipts")
    .columns(["sale_id", "kind"])
    .where(sql.ref("kind"), "in", sql`('sale', 'undo')`)
    .execute();

  await schema
    .createTable("sale_lines")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("sale_id", "text", (column) => column.notNull().references("sales.id"))
    .addColumn("receipt_id", "text", (column) => column.notNull().references("receipts.id"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("person_id", "text", (column) => column.notNull().references("people.id"))
    .addColumn("plan_name", "text", (column) => column.notNull())
    .addColumn("pass_id", "text", (column) => column.references("passes.id").onDelete("set null"))
    .addColumn("first_day", "text")
    .addColumn("last_day", "text")
    .addColumn("amount_kes", "integer", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("sale_lines_sale").on("sale_lines").column("sale_id").execute();
  await schema.createIndex("sale_lines_receipt").on("sale_lines").column("receipt_id").execute();
  await schema.createIndex("sale_lines_person").on("sale_lines").column("person_id").execute();
  await schema.createIndex("sale_lines_pass").on("sale_lines").column("pass_id").execute();

  await schema
    .createTable("payments")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("sale_id", "text", (column) => column.notNull().references("sales.id"))
    .addColumn("receipt_id", "text", (column) => column.notNull().references("receipts.id"))
    .addColumn("way", "text", (column) => column.notNull())
    .addColumn("amount_kes", "integer", (column) => column.notNull())
    .addColumn("reference", "text", (column) => column.notNull())
    .addColumn("code_key", "text")
    .addColumn("reverses_id", "text", (column) => column.references("payments.id"))
    .addColumn("drawer_id", "text", (column) => column.references("drawers.id"))
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("by_id", "text", (column) => column.notNull())
    .addCheckConstraint("payments_sign", sql`amount_kes > 0 or (amount_kes < 0 and reverses_id is not null)`)
    .execute();
  await schema.createIndex("payments_sale").on("payments").column("sale_id").execute();
  await schema.createIndex("payments_receipt").on("payments").column("receipt_id").execute();
  await schema.createIndex("payments_code").on("payments").column("code_key").execute();
  await schema.createIndex("payments_reverses").on("payments").column("reverses_id").execute();
  await schema.createIndex("payments_drawer").on("payments").column("drawer_id").execute();
  await schema.createIndex("payments_day").on("payments").columns(["day", "at", "id"]).execute();

  // The codes of sales that are not undone, each once.
  await schema
    .createTable("used_codes")
    .addColumn("code_key", "text", (column) => column.primaryKey())
    .addColumn("payment_id", "text", (column) => column.notNull().references("payments.id"))
    .addColumn("sale_id", "text", (column) => column.notNull().references("sales.id"))
    .execute();
  await schema.createIndex("used_codes_sale").on("used_codes").column("sale_id").execute();
  await schema.createIndex("used_codes_payment").on("used_codes").column("payment_id").execute();
}

/** Five years are counted by the database's own clock, in Nairobi, so that no error of the site deletes what is to be kept. */
async function forbidChanges(db: Kysely<unknown>, table: string): Promise<void> {
  const [name, message] = [sql.table(table), sql.lit(`The rows of ${table} are kept for five years and never changed`)];
  const trigger = (what: string) => sql.ref(`${table}_no_${what}`);
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    const refuse = sql.ref(`refuse_change_of_${table}`);
    await sql`create function ${refuse}() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          if old.day < ((now() at time zone 'Africa/Nairobi')::date - interval '5 years')::date::text then return old; end if;
        end if;
        raise exception using message = ${message};
      end $$`.execute(db);
    await sql`create trigger ${trigger("change")} before update or delete on ${name}
      for each row execute function ${refuse}()`.execute(db);
    await sql`create trigger ${trigger("truncate")} before truncate on ${name}
      for each statement execute function ${refuse}()`.execute(db);
    return;
  }
  await sql`create trigger ${trigger("update")} before update on ${name}
    begin select raise(abort, ${message}); end`.execute(db);
  await sql`create trigger ${trigger("delete")} before delete on ${name}
    when old.day >= date('now', '+3 hours', '-5 years')
    begin select raise(abort, ${message}); end`.execute(db);
}
