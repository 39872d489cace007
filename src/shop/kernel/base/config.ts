import { z } from "zod";
import { serversOf } from "./postgres-hosts.ts";

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
    .refine((url) => serversOf(url).every(isPostgresUrl), "must be postgresql://user:password@host/database")
    .optional(),
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  APP_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  RATE_LIMITS: z.enum(["on", "off"]).default("on"),
  METRICS_LISTEN: z
    .string()
    .regex(/^(?:[\w.-]+:|\[[\da-fA-F:]+\]:)?\d{1,5}$/, "must be a port, or an address and a port: 0.0.0.0:9464")
    .optional(),
  TRUSTED_PROXIES: list,
  ALLOWED_PRIVATE_HOSTS: list,
  CORS_ORIGINS: list.refine((origins) => origins.every((origin) => URL.parse(origin)?.origin === origin), {
    error: "must be origins with commas: https://app.example,https://admin.example:8443",
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
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: text,
  MAIL_REPLY_TO: z.email().optional(),
});

export interface Config {
  mode: "demo" | "live";
  port: number;
  host: string;
  dataDir: string;
  /** of one server, or of several with commas between the hosts */
  databaseUrl: string | null;
  replicaUrl: string | null;
  /** origin of the shop as browsers see it, without a trailing slash */
  publicUrl: string;
  /** encrypts secrets at rest and derives the storefront key; at least 32 characters */
  appSecret: string;
  logLevel: string;
  rateLimits: boolean;
  /** where `/metrics` is answered; null for nowhere */
  metrics: { host: string; port: number } | null;
  trustedProxies: string[];
  allowedPrivateHosts: string[];
  /** origins of other sites whose pages may call the store */
  corsOrigins: string[];
  ghn: {
    apiUrl: string;
    token: string;
    shopId: number | null;
    /** last part of the address that the carrier posts to; without one the parcels are asked about instead */
    webhookSecret: string | null;
  } | null;
  vnpay: { tmnCode: string; hashSecret: string; payUrl: string; apiUrl: string } | null;
  /** without a webhook id its notices are refused, and the payments are asked about instead */
  paypal: { clientId: string; clientSecret: string; apiUrl: string; webhookId: string | null } | null;
  /** `replyTo`: where readers of letters write to; null: the address of the texts */
  mail: { smtpUrl: string; from: string; replyTo: string | null } | null;
}

/** Settings that the environment gets wrong; each line names the variable and what is allowed. */
export class ConfigError extends Error {}

const withoutSlash = (url: string): string => url.replace(/\/+$/, "");

/** A port alone is this machine's own. */
function listenAt(text: string): { host: string; port: number } {
  const colon = text.lastIndexOf(":");
  const host = colon < 0 ? "127.0.0.1" : text.slice(0, colon).replace(/^\[|\]$/g, "");
  return { host, port: Number(text.slice(colon + 1)) };
}

const both = <T>(
  one: string | undefined,
  other: string | undefined,
  make: (one: string, other: string) => T,
): T | null => (one && other ? make(one, other) : null);

/** What the demonstration's simulators are opened with; nothing real ever is. */
export const demoCredentials = {
  GHN_TOKEN: "demonstration",
  VNPAY_TMN_CODE: "LOCALSIM",
  PAYPAL_CLIENT_ID: "demonstration",
} as const;

/** @throws ConfigError for what a shop that takes real money cannot do without, or must not have */
function refuseUnfit(env: z.output<typeof Environment>, set: Record<string, string | undefined>): void {
  const lines = [
    !env.APP_SECRET && "APP_SECRET: set 32 characters or more",
    !env.PUBLIC_URL && "PUBLIC_URL: set the shop's address",
    env.VNPAY_TMN_CODE && !set.VNPAY_PAY_URL && "VNPAY_PAY_URL: set the address of VNPay's payment page",
    env.VNPAY_TMN_CODE && !set.VNPAY_API_URL && "VNPAY_API_URL: set the address of VNPay's querydr and refund",
    ...Object.entries(demoCredentials).map(
      ([name, value]) => set[name] === value && `${name}: "${value}" is the simulator's; set your own, or none`,
    ),
  ].filter((line) => typeof line === "string" && line !== "");
  if (lines.length > 0) throw new ConfigError(`${lines.join("\n")}\n(with SHOP_MODE=live)`);
}

/**
 * Reads the environment, once. An empty variable counts as unset.
 * @param demoSecret makes or reads the demonstration's own APP_SECRET
 * @throws ConfigError naming every wrong variable
 */
export function readConfig(environment: NodeJS.ProcessEnv, demoSecret: (dataDir: string) => string): Config {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
  }
  const env = parsed.data;
  const live = env.SHOP_MODE === "live";
  if (live) refuseUnfit(env, set);
  return {
    mode: env.SHOP_MODE,
    port: env.PORT,
    host: env.HOST ?? (live ? "0.0.0.0" : "localhost"),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    replicaUrl: (env.DATABASE_URL && env.DATABASE_REPLICA_URL) ?? null,
    publicUrl: withoutSlash(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`),
    appSecret: env.APP_SECRET ?? demoSecret(env.DATA_DIR),
    logLevel: env.LOG_LEVEL,
    rateLimits: live || env.RATE_LIMITS === "on",
    metrics: env.METRICS_LISTEN ? listenAt(env.METRICS_LISTEN) : null,
    trustedProxies: env.TRUSTED_PROXIES,
    allowedPrivateHosts: env.ALLOWED_PRIVATE_HOSTS,
    corsOrigins: env.CORS_ORIGINS,
    ghn: env.GHN_TOKEN
      ? {
          apiUrl: withoutSlash(env.GHN_API_URL),
          token: env.GHN_TOKEN,
          shopId: env.GHN_SHOP_ID ?? null,
          webhookSecret: env.GHN_WEBHOOK_SECRET ?? null,
        }
      : null,
    vnpay: both(env.VNPAY_TMN_CODE, env.VNPAY_HASH_SECRET, (tmnCode, hashSecret) => ({
      tmnCode,
      hashSecret,
      payUrl: env.VNPAY_PAY_URL,
      apiUrl: env.VNPAY_API_URL,
    })),
    paypal: both(env.PAYPAL_CLIENT_ID, env.PAYPAL_CLIENT_SECRET, (clientId, clientSecret) => ({
      clientId,
      clientSecret,
      apiUrl: withoutSlash(env.PAYPAL_API_URL),
      webhookId: env.PAYPAL_WEBHOOK_ID ?? null,
    })),
    mail: both(env.SMTP_URL, env.MAIL_FROM, (smtpUrl, from) => ({
      ...{ smtpUrl, from },
      replyTo: env.MAIL_REPLY_TO ?? null,
    })),
  };
}
