import { z } from "zod";

const text = z.string().trim().min(1).optional();

/** Environment variables of the bank account that customers transfer to, and of the service that watches it. */
export const bankEnvironment = {
  BANK_BIN: z
    .string()
    .regex(/^\d{6}$/, "must be the bank's six digits (BIN)")
    .optional(),
  BANK_ACCOUNT: z
    .string()
    .regex(/^[0-9A-Za-z]{1,19}$/, "must have 1 to 19 characters, 0 to 9 and A to Z")
    .optional(),
  BANK_HOLDER: z
    .string()
    .regex(/^[A-Z0-9 ]{1,70}$/, "must be in capitals without diacritics")
    .optional(),
  BANK_CODE_PREFIX: z
    .string()
    .regex(/^[A-Z]{2,5}$/, "must be 2 to 5 capitals")
    .default("LIA"),
  BANK_DEEPLINKS: z.enum(["on", "off"]).optional(),
  BANK_NOTIFIER: z.enum(["sepay", "casso", "payos"]).default("sepay"),
  SEPAY_API_URL: z.url({ protocol: /^https?$/ }).default("https://userapi.sepay.vn/v2"),
  SEPAY_API_TOKEN: text,
  SEPAY_WEBHOOK_SECRET: text,
  SEPAY_WEBHOOK_KEY: text,
  CASSO_API_URL: z.url({ protocol: /^https?$/ }).default("https://oauth.casso.vn/v2"),
  CASSO_API_KEY: text,
  CASSO_WEBHOOK_KEY: text,
  PAYOS_CHECKSUM_KEY: text,
};
const BankEnvironment = z.object(bankEnvironment);

/** The service that reports the transfers. Keys that are not set are null: what they authenticate is not used. */
export type NotifierConfig =
  | {
      name: "sepay";
      apiUrl: string;
      apiToken: string | null;
      webhookSecret: string | null;
      webhookKey: string | null;
    }
  | { name: "casso"; apiUrl: string; apiKey: string | null; webhookKey: string }
  | { name: "payos"; checksumKey: string };

/** The shop's bank account; complete, or null, so that transfers are offered only if they will be noticed. */
export interface BankConfig {
  /** the bank's six digits */
  bin: string;
  account: string;
  /** as the payer's app shows it: capitals without diacritics */
  holder: string;
  /** prefix of every transfer code */
  codePrefix: string;
  /** whether the payment page links to banks' apps, through a third party (dl.vietqr.io) */
  deepLinks: boolean;
  notifier: NotifierConfig;
}

const stripTrailingSlash = (url: string): string => url.replace(/\/+$/, "");

function readNotifier(env: z.output<typeof BankEnvironment>): NotifierConfig | null {
  const { SEPAY_API_TOKEN: apiToken, SEPAY_WEBHOOK_SECRET: webhookSecret, SEPAY_WEBHOOK_KEY: key } = env;
  switch (env.BANK_NOTIFIER) {
    case "sepay": {
      const keys = { apiToken: apiToken ?? null, webhookSecret: webhookSecret ?? null, webhookKey: key ?? null };
      const known = Object.values(keys).some((value) => value !== null);
      return known ? { name: "sepay", apiUrl: stripTrailingSlash(env.SEPAY_API_URL), ...keys } : null;
    }
    case "casso": {
      const { CASSO_WEBHOOK_KEY: webhookKey, CASSO_API_KEY: apiKey = null } = env;
      return webhookKey ? { name: "casso", apiUrl: stripTrailingSlash(env.CASSO_API_URL), apiKey, webhookKey } : null;
    }
    case "payos":
      return env.PAYOS_CHECKSUM_KEY ? { name: "payos", checksumKey: env.PAYOS_CHECKSUM_KEY } : null;
  }
}

/** The account, or null unless bank, account, holder and the keys of the notifier are all set. */
export function readBankConfig(
  env: z.output<typeof BankEnvironment>,
  { isLive }: { isLive: boolean },
): BankConfig | null {
  const { BANK_BIN: bin, BANK_ACCOUNT: account, BANK_HOLDER: holder, BANK_CODE_PREFIX: codePrefix } = env;
  const notifier = readNotifier(env);
  if (!bin || !account || !holder || !notifier) return null;
  const deepLinks = env.BANK_DEEPLINKS === undefined ? !isLive : env.BANK_DEEPLINKS === "on";
  return { bin, account, holder, codePrefix, deepLinks, notifier };
}
