import { assumedCodLimits } from "#shop/checkout/index.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import type { Reader } from "#shop/kernel/db/database.ts";

/** Whether browsers reach the shop by http, from other machines. */
const isUnencrypted = (publicUrl: string): boolean => {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "http:" && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
};

/** Warnings about the shop's settings, logged when it starts: each names a setting and its recommended value. */
export async function startWarnings(config: Config, db: Reader): Promise<string[]> {
  const mail = "SMTP_URL and MAIL_FROM are not set: emails stay queued in the outbox until they are";
  const unencrypted = `PUBLIC_URL is ${config.publicUrl}: passwords and sessions are sent unencrypted. Set it to an https:// address`;
  const isLive = config.mode === "live";
  return [
    ...(config.mail ? [] : [mail]),
    ...(isLive && isUnencrypted(config.publicUrl) ? [unencrypted] : []),
    ...(isLive ? await assumedCodLimits(db) : []),
  ];
}
