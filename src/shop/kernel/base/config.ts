import { z } from "zod";
import { type BankConfig, bankEnvironment, readBankConfig } from "./bank-config.ts";
import { type PhoneConfig, phoneEnvironment, readPhoneConfig } from "./phone-config.ts";
import { serverUrls } from "./server-urls.ts";
import { stripTrailingSlash } from "./strip-trailing-slash.ts";

const text = z.string().trim().min(1).optional();
const list = z
  .string()
  .default("")
  .transform((value) =>
    value
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean),
  );

const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? "");

const Environment = z.object({
  SHOP_MODE: z.enum(["demo", "live"]).default("demo"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: text,
  DATA_DIR: z.string().trim().min(1).default("data"),
  DATABASE_URL: z
    .string()
    .refine((url) => serverUrls(url).every(isPostgresUrl), "must be postgresql://user:password@host/database")
    .optional(),
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  APP_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  BACKOFFICE: z.enum(["on", "off"]).default("on"),
  BACKOFFICE_URL: z.url({ protocol: /^https?$/ }).optional(),
  RATE_LIMITS: z.enum(["on", "off"]).default("on"),
  METRICS_LISTEN: z
    .string()
    .regex(/^(?:[\w.-]+:|\[[\da-fA-F:]+\]:)?\d{1,5}$/, "must be a port, or an address and a port: 0.0.0.0:9464")
    .optional(),
  TRUSTED_PROXIES: list,
  ALLOWED_PRIVATE_HOSTS: list,
  CORS_ORIGINS: list.refine((origins) => origins.every((origin) => URL.parse(origin)?.origin === origin), {
    error: "must be comma-separated origins: https://app.example,https://admin.example:8443",
  }),
  GHN_TOKEN: text,
  GHN_SHOP_ID: z.coerce.number().int().positive().optional(),
  GHN_API_URL: z.url().default("https://online-gateway.ghn.vn/shiip/public-api"),
  GHN_WEBHOOK_SECRET: text,
  VNPAY_TMN_CODE: text,
  VNPAY_HASH_SECRET: text,
  VNPAY_PAY_URL: z.url({ protocol: /^https?$/ }).default("https://sandbox.vnpayment.vn/paymentv2/vpcpay.html"),
  VNPAY_API_URL: z
    .url({ protocol: /^https?$/ })
    .default("https://sandbox.vnpayment.vn/merchant_webapi/api/transaction"),
  PAYPAL_CLIENT_ID: text,
  PAYPAL_CLIENT_SECRET: text,
  PAYPAL_API_URL: z.url({ protocol: /^https?$/ }).default("https://api-m.paypal.com"),
  PAYPAL_WEBHOOK_ID: text,
  ...bankEnvironment,
  ...phoneEnvironment,
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: text,
  MAIL_REPLY_TO: z.email().optional(),
  MEDIA_S3_BUCKET_URL: z.url({ protocol: /^https?$/ }).optional(),
  MEDIA_S3_REGION: z.string().default("auto"),
  MEDIA_S3_ACCESS_KEY: text,
  MEDIA_S3_SECRET_KEY: text,
});

export interface Config {
  mode: "demo" | "live";
  port: number;
  host: string;
  dataDir: string;
  /** of one server, or of several (comma-separated hosts) */
  databaseUrl: string | null;
  replicaUrl: string | null;
  /** public origin of the shop as browsers see it, without a trailing slash */
  publicUrl: string;
  /** public origin of the back office, without a trailing slash; `publicUrl` unless it has a host of its own */
  backOfficeUrl: string;
  /** encrypts secrets at rest and derives the storefront key; at least 32 characters */
  appSecret: string;
  logLevel: string;
  rateLimits: boolean;
  /** whether the back office and its endpoints exist */
  backOffice: boolean;
  /** where `/metrics` is served; null: not served */
  metrics: { host: string; port: number } | null;
  trustedProxies: string[];
  allowedPrivateHosts: string[];
  /** origins of other sites whose pages may call the store API (CORS) */
  corsOrigins: string[];
  ghn: {
    apiUrl: string;
    token: string;
    shopId: number | null;
    /** last path segment of the carrier's webhook URL; null: shipments are polled instead */
    webhookSecret: string | null;
  } | null;
  vnpay: { tmnCode: string; hashSecret: string; payUrl: string; apiUrl: string } | null;
  /** `webhookId` null: PayPal's webhooks are rejected, and payments are polled instead */
  paypal: { clientId: string; clientSecret: string; apiUrl: string; webhookId: string | null } | null;
  /** the account that customers transfer to; null: bank transfers are not offered */
  bank: BankConfig | null;
  /** the services that send codes to phones; null: orders are found and confirmed without codes */
  phone: PhoneConfig | null;
  /** `replyTo`: reply address of emails; null: the address in the bundled texts */
  mail: { smtpUrl: string; from: string; replyTo: string | null } | null;
  /** where image files are stored; null: in the data directory alone, which otherwise has copies of those that were served */
  mediaBucket: MediaBucketConfig | null;
}

/** A bucket of an S3-compatible service; the URL contains the bucket, as a path or as a part of the host. */
export interface MediaBucketConfig {
  url: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** Invalid environment variables; each line of the message names one and the allowed values. */
export class ConfigError extends Error {}

/** A port alone means the loopback interface. */
function parseListenAddress(text: string): { host: string; port: number } {
  const colon = text.lastIndexOf(":");
  const host = colon < 0 ? "127.0.0.1" : text.slice(0, colon).replace(/^\[|\]$/g, "");
  return { host, port: Number(text.slice(colon + 1)) };
}

const ifBothSet = <T>(
  one: string | undefined,
  other: string | undefined,
  make: (one: string, other: string) => T,
): T | null => (one && other ? make(one, other) : null);

/** Credentials that the demonstration's simulators accept; real services never do. */
export const demoCredentials = {
  GHN_TOKEN: "demonstration",
  VNPAY_TMN_CODE: "LOCALSIM",
  PAYPAL_CLIENT_ID: "demonstration",
  SEPAY_API_TOKEN: "demonstration",
  ZALO_APP_ID: "demonstration",
  ESMS_API_KEY: "demonstration",
} as const;

/** @throws ConfigError for a setting that live mode requires, or does not allow */
function assertLiveSettings(env: z.output<typeof Environment>, variables: Record<string, string | undefined>): void {
  const lines = [
    !env.APP_SECRET && "APP_SECRET: set 32 characters or more",
    !env.PUBLIC_URL && "PUBLIC_URL: set the shop's address",
    env.VNPAY_TMN_CODE && !variables.VNPAY_PAY_URL && "VNPAY_PAY_URL: set the address of VNPay's payment page",
    env.VNPAY_TMN_CODE && !variables.VNPAY_API_URL && "VNPAY_API_URL: set the address of VNPay's querydr and refund",
    ...Object.entries(demoCredentials).map(
      ([name, value]) =>
        variables[name] === value && `${name}: "${value}" belongs to the simulator; set your own, or none`,
    ),
  ].filter((line) => typeof line === "string" && line !== "");
  if (lines.length > 0) throw new ConfigError(`${lines.join("\n")}\n(with SHOP_MODE=live)`);
}

/** @throws ConfigError unless all of its variables are set, or none */
function readMediaBucket(env: z.output<typeof Environment>): MediaBucketConfig | null {
  const { MEDIA_S3_BUCKET_URL: url, MEDIA_S3_ACCESS_KEY: accessKey, MEDIA_S3_SECRET_KEY: secretKey } = env;
  if (!url && !accessKey && !secretKey) return null;
  if (!url || !accessKey || !secretKey)
    throw new ConfigError("MEDIA_S3_BUCKET_URL, MEDIA_S3_ACCESS_KEY and MEDIA_S3_SECRET_KEY must be set together.");
  return { url: stripTrailingSlash(url), region: env.MEDIA_S3_REGION, accessKey, secretKey };
}

/**
 * Reads the environment, once. An empty variable counts as unset.
 * @param demoSecret creates or reads the demonstration's own APP_SECRET
 * @throws ConfigError naming every invalid variable
 */
export function readConfig(environment: NodeJS.ProcessEnv, demoSecret: (dataDir: string) => string): Config {
  const variables = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Environment.safeParse(variables);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
  }
  const env = parsed.data;
  const isLive = env.SHOP_MODE === "live";
  const publicUrl = stripTrailingSlash(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`);
  if (isLive) assertLiveSettings(env, variables);
  return {
    mode: env.SHOP_MODE,
    port: env.PORT,
    host: env.HOST ?? (isLive ? "0.0.0.0" : "localhost"),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    replicaUrl: (env.DATABASE_URL && env.DATABASE_REPLICA_URL) ?? null,
    publicUrl,
    backOfficeUrl: env.BACKOFFICE_URL ? stripTrailingSlash(env.BACKOFFICE_URL) : publicUrl,
    appSecret: env.APP_SECRET ?? demoSecret(env.DATA_DIR),
    logLevel: env.LOG_LEVEL,
    rateLimits: isLive || env.RATE_LIMITS === "on",
    backOffice: env.BACKOFFICE === "on",
    metrics: env.METRICS_LISTEN ? parseListenAddress(env.METRICS_LISTEN) : null,
    trustedProxies: env.TRUSTED_PROXIES,
    allowedPrivateHosts: env.ALLOWED_PRIVATE_HOSTS,
    corsOrigins: env.CORS_ORIGINS,
    ghn: env.GHN_TOKEN
      ? {
          apiUrl: stripTrailingSlash(env.GHN_API_URL),
          token: env.GHN_TOKEN,
          shopId: env.GHN_SHOP_ID ?? null,
          webhookSecret: env.GHN_WEBHOOK_SECRET ?? null,
        }
      : null,
    vnpay: ifBothSet(env.VNPAY_TMN_CODE, env.VNPAY_HASH_SECRET, (tmnCode, hashSecret) => ({
      tmnCode,
      hashSecret,
      payUrl: env.VNPAY_PAY_URL,
      apiUrl: env.VNPAY_API_URL,
    })),
    paypal: ifBothSet(env.PAYPAL_CLIENT_ID, env.PAYPAL_CLIENT_SECRET, (clientId, clientSecret) => ({
      clientId,
      clientSecret,
      apiUrl: stripTrailingSlash(env.PAYPAL_API_URL),
      webhookId: env.PAYPAL_WEBHOOK_ID ?? null,
    })),
    bank: readBankConfig(env, { isLive }),
    phone: readPhoneConfig(env),
    mail: ifBothSet(env.SMTP_URL, env.MAIL_FROM, (smtpUrl, from) => ({
      ...{ smtpUrl, from },
      replyTo: env.MAIL_REPLY_TO ?? null,
    })),
    mediaBucket: readMediaBucket(env),
  };
}
