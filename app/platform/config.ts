/** The settings: read once from the environment, refused loudly when one makes no sense. */
import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65_535);

const databaseUrl = z
  .string()
  .refine(
    (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value),
    "must be a postgres:// or postgresql:// address",
  );

const webAddress = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).pathname === "/",
    "must be an http:// or https:// address without a path",
  )
  .transform((value) => new URL(value).origin);

const smtpUrl = z
  .string()
  .refine((value) => /^smtps?:\/\//.test(value) && URL.canParse(value), "must be an smtp:// or smtps:// address");

/** An address or a network in CIDR notation, as in `10.0.0.0/8`. */
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: "must be addresses or networks like 10.0.0.0/8, with commas between",
});

/** One entry a setting, in the order of `docs/operating.md`. */
export const settingsSchema = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default("localhost"),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: databaseUrl.optional(),
  PUBLIC_URL: webAddress.optional(),
  SMTP_URL: smtpUrl.optional(),
  STAFF_EMAIL: z.email("must be an e-mail address").default("desk@nguvu.example"),
  SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  TEST_ACCOUNT: z.enum(["on", "off"], "must be on or off").default("on"),
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
});

type Settings = z.infer<typeof settingsSchema>;

export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** Absent: SQLite in the data folder. */
  databaseUrl: string | undefined;
  /** The origin visitors use, without a trailing slash; absent: whatever host they ask for. */
  publicUrl: string | undefined;
  /** Absent: mail is written to `mail/` in the data folder. */
  smtpUrl: string | undefined;
  staffEmail: string;
  /** Signs sessions and forms. Absent only until the start has made or found one in the data folder. */
  secret: string | undefined;
  testAccount: boolean;
  trustedProxies: string[];
};

/** The site's origin for absolute addresses, without a trailing slash. */
export function siteOrigin({ publicUrl, port }: Pick<Config, "publicUrl" | "port">): string {
  return publicUrl ?? `http://localhost:${port}`;
}

export type ConfigOutcome = { ok: true; config: Config } | { ok: false; problems: string[] };

/**
 * Reads the settings. An empty value counts as absent. Each problem is a sentence that names the setting, never its
 * value, which may be a secret.
 */
export function readConfig(environment: Record<string, string | undefined>): ConfigOutcome {
  const present = Object.fromEntries(
    Object.keys(settingsSchema.shape)
      .map((name) => [name, environment[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ""),
  );
  const outcome = settingsSchema.safeParse(present);
  if (!outcome.success) {
    return {
      ok: false,
      problems: outcome.error.issues.map((issue) => `${issue.path[0]?.toString()}: ${issue.message}`),
    };
  }
  return { ok: true, config: fromSettings(outcome.data) };
}

function fromSettings(settings: Settings): Config {
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    publicUrl: settings.PUBLIC_URL,
    smtpUrl: settings.SMTP_URL,
    staffEmail: settings.STAFF_EMAIL,
    secret: settings.SECRET,
    testAccount: settings.TEST_ACCOUNT === "on",
    trustedProxies: settings.TRUSTED_PROXIES,
  };
}
