/** Private addresses of calendars: one of an account in each kind, which nobody can guess and which can be renewed. */
import { createHash, createHmac, randomBytes } from "node:crypto";
import { acceptedSecrets } from "../platform/config.ts";
import type { Services } from "../platform/services.ts";

/** The kinds, by their tables, with what their tokens are made for. An address of one kind is none of the other. */
const PURPOSES = { calendar_feeds: "calendar feed", trainer_feeds: "trainer feed" } as const;

/** The functions of one kind of feed. */
export function calendarFeeds(table: keyof typeof PURPOSES) {
  /** Made of the secret: who reads the database alone learns no address. */
  const tokenOf = (secret: string, userId: string, nonce: string): string =>
    createHmac("sha256", secret).update(`${PURPOSES[table]} ${userId} ${nonce}`).digest("base64url");

  return {
    /**
     * The feed of an account; undefined when it has none. Its token is undefined when it was made with a secret that is not accepted
     * any more: calendars that follow it go on, and its address can't be shown.
     */
    async find({ db, config }: Services, userId: string): Promise<{ token: string | undefined } | undefined> {
      const row = await db
        .selectFrom(table)
        .select(["nonce", "token_hash"])
        .where("user_id", "=", userId)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const tokens = acceptedSecrets(config).map((secret) => tokenOf(secret, userId, row.nonce));
      return { token: tokens.find((token) => hashOf(token) === row.token_hash) };
    },

    /** Gives an account a feed, or another address for the one it has: the old address ends. */
    async make(services: Services, userId: string): Promise<void> {
      const nonce = randomBytes(24).toString("base64url");
      const made = {
        nonce,
        token_hash: hashOf(tokenOf(services.config.secret ?? "", userId, nonce)),
        made_at: services.now().toISOString(),
      };
      await services.db
        .insertInto(table)
        .values({ user_id: userId, ...made })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet(made))
        .execute();
    },

    /** Switches the feed off, also within a transaction. */
    async remove({ db }: Pick<Services, "db">, userId: string): Promise<void> {
      await db.deleteFrom(table).where("user_id", "=", userId).execute();
    },

    /** The account whose feed has a token; undefined for an unknown one, and for a text that is none. */
    async ownerOf({ db }: Services, token: string): Promise<string | undefined> {
      if (!TOKEN.test(token)) return undefined;
      const row = await db
        .selectFrom(table)
        .select("user_id")
        .where("token_hash", "=", hashOf(token))
        .executeTakeFirst();
      return row?.user_id;
    },
  };
}

const TOKEN = /^[\w-]{1,100}$/;

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** The response of a private calendar: who has the address can read it, and no cache may. */
export function withoutStore(response: Response): Response {
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}
