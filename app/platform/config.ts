/** The settings: read once from the environment; an invalid one stops the start. */
import { z } from "zod";

/** Decimal digits only: `Number` would also accept a blank, `1e3` and `0x1F90`. */
const port = z
  .string()
  .refine((value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535, {
    error: ({ input }) => `must be a whole number from 0 to 65535, but is ${JSON.stringify(input)}`,
  })
  .transform(Number);

const notBlank = z.string().refine((value) => value.trim() !== "", "must not be blank");

/**
 * An address with one of these schemes, each with its colon.
 * @param problem the message for a malformed address or another scheme
 */
function address(schemes: readonly string[], problem: string) {
  return z.string().refine((value) => {
    const url = URL.parse(value);
    return url !== null && schemes.includes(url.protocol) && value.startsWith(`${url.protocol}//`);
  }, problem);
}

const databaseUrl = address(
  ["postgres:", "postgresql:"],
  "must be a postgres:// or postgresql:// address, as in postgres://user:password@host:5432/name",
).refine((value) => {
  const url = URL.parse(value);
  // A server reached by a Unix socket has its folder in the query: postgres:///name?host=/run/postgresql
  return url?.hostname || url?.searchParams.get("host");
}, "must name a host, as in postgres://user:password@host:5432/name");

const WEB_ADDRESS = "must be an http:// or https:// address without a path, as in https://nguvu.example";

const webAddress = address(["http:", "https:"], WEB_ADDRESS)
  .refine((value) => URL.parse(value)?.pathname === "/", WEB_ADDRESS)
  .refine(
    (value) => !/[?#@]/.test(value),
    "must be a bare address without a user, a query or a fragment, as in https://nguvu.example",
  )
  .transform((value) => new URL(value).origin);

const smtpUrl = address(
  ["smtp:", "smtps:"],
  "must be an smtp:// or smtps:// address, as in smtp://user:password@host:587",
).refine((value) => URL.parse(value)?.hostname, "must name a host, as in smtp://user:password@host:587");

const email = z.email({ error: ({ input }) => `must be an email address, but is ${JSON.stringify(input)}` });

/** The minimum length of a secret that signs sessions, in characters: 32 of base64url are 192 bits. */
export const MIN_SECRET_LENGTH = 32;

/** The minimum length of a passphrase, in characters: four words that nobody chose for their meaning. */
const MIN_PASSPHRASE_LENGTH = 16;

/** A shell command. @param what the thing whose path replaces `{}` */
function command(what: string) {
  return z.string().refine((value) => value.includes("{}"), `must have {} where the path of ${what} belongs`);
}

/** An address or a network in CIDR notation, as in `10.0.0.0/8`. */
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: "must be addresses or networks like 10.0.0.0/8, separated by commas",
});

function secretText(min: number) {
  const problem = `must have at least ${min} characters, not counting surrounding spaces`;
  return z.string().refine((value) => value.trim().length >= min, problem);
}

const isOn = z
  .enum(["on", "off"], { error: ({ input }) => `must be on or off, but is ${JSON.stringify(input)}` })
  .transform((value) => value === "on");

export const settingsSchema = z.object({
  /** With `PORT=0` it is 0 until the server listens, and then the port that the system picked. */
  PORT: port.default(3000),
  HOST: notBlank.default("localhost"),
  DATA_DIR: notBlank.default("./data"),
  /** Absent: SQLite in the data folder. */
  DATABASE_URL: databaseUrl.optional(),
  /** The origin visitors use, without a trailing slash; absent: any host is allowed. */
  PUBLIC_URL: webAddress.optional(),
  /** Absent: mail is written to `mail/` in the data folder. */
  SMTP_URL: smtpUrl.optional(),
  STAFF_EMAIL: email.default("desk@nguvu.example"),
  /** Signs sessions and forms. Absent only until the secret in the data folder has been read or generated. */
  SECRET: secretText(MIN_SECRET_LENGTH).optional(),
  /** Also accepted, but never used to sign, while the secret is being changed. */
  OTHER_SECRET: secretText(MIN_SECRET_LENGTH).optional(),
  TEST_ACCOUNT: isOn.default(true),
  /** Whether browsers may save the timetable and classes, to be read without a connection. */
  OFFLINE_READING: isOn.default(true),
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((value) =>
      value
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== ""),
    )
    .pipe(z.array(network)),
  /** Run for each new backup, with its path in place of `{}`. Absent: the site makes no backups by itself. */
  BACKUP_COMMAND: command("the file").optional(),
  /** Fetches the newest copy of `BACKUP_COMMAND` into the folder in place of `{}`. Absent: copies are not checked. */
  BACKUP_CHECK_COMMAND: command("the folder").optional(),
  /** Encrypts the secret in backups. Absent: backups are made without the secret. */
  BACKUP_PASSPHRASE: secretText(MIN_PASSPHRASE_LENGTH).optional(),
  /** Recipients of alerts. Absent: only the log has them. */
  OPERATOR_EMAIL: email.optional(),
  ALERT_URL: address(
    ["http:", "https:"],
    "must be an http:// or https:// address, as in https://alerts.example/nguvu",
  ).optional(),
});

type Settings = z.infer<typeof settingsSchema>;

/** `dataDir` for `DATA_DIR`. */
type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<Camel<Rest>>}`
  : Lowercase<Name>;

/** The settings as the site reads them; absent settings are undefined. */
export type Config = {
  [Name in keyof Required<Settings> as Camel<Name>]: Settings[Name];
};

/** The site's origin for absolute addresses, without a trailing slash. */
export function siteOrigin({ publicUrl, port }: Pick<Config, "publicUrl" | "port">): string {
  return publicUrl ?? `http://localhost:${port}`;
}

/** The accepted secrets; the first is used to sign. */
export function acceptedSecrets({ secret, otherSecret }: Pick<Config, "secret" | "otherSecret">): string[] {
  return [secret, otherSecret].filter((secret) => secret !== undefined);
}

export function isServedByHttps({ publicUrl }: Pick<Config, "publicUrl">): boolean {
  return publicUrl?.startsWith("https://") ?? false;
}

type ConfigOutcome = { ok: true; config: Config } | { ok: false; problems: string[] };

/**
 * Reads the settings. Empty values count as unset, except `PORT`. Problems quote a value only when it can't be a
 * secret.
 */
export function readConfig(environment: Record<string, string | undefined>): ConfigOutcome {
  const present = Object.fromEntries(
    Object.keys(settingsSchema.shape)
      .map((name) => [name, environment[name]] as const)
      .filter(([name, value]) => value !== undefined && (value !== "" || name === "PORT")),
  );
  const outcome = settingsSchema.safeParse(present);
  if (!outcome.success) {
    // The first problem of each setting is enough.
    const problems = new Map<string, string>();
    for (const { path, message } of outcome.error.issues) {
      const name = String(path[0]);
      if (!problems.has(name)) problems.set(name, `${name}: ${message}.`);
    }
    return { ok: false, problems: [...problems.values()] };
  }
  const settings: Settings = outcome.data;
  const camel = (name: string) => name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const entries = Object.keys(settingsSchema.shape).map((name) => [camel(name), settings[name as keyof Settings]]);
  // Keys and values follow the schema.
  return { ok: true, config: Object.fromEntries(entries) as Config };
}

/** The gym's name where settings can't be read; pages use the settings. */
export const BRAND = "Nguvu Fitness";

/** The shared test account (specification, section 2, "Sign In": "a visible hint showing a shared test account"). */
export const TEST_ACCOUNT = { email: "member@nguvu.example", password: "testpassword123" } as const;
