import { z } from "zod";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { minuteMs, secondMs } from "#shop/kernel/base/clock.ts";
import type { ZaloConfig } from "#shop/kernel/base/phone-config.ts";
import { decrypt, encrypt, hashToken } from "#shop/kernel/base/secrets.ts";
import { SingleFlight } from "#shop/kernel/base/single-flight.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { fetchJson, UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";

const lockOfZaloToken = 7_145_005;
const purpose = "zalo-token";
/** Time before the end of a token at which it is renewed. */
const marginMs = 5 * minuteMs;

const Tokens = z.object({ access: z.string(), refresh: z.string() });
const Renewed = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
});
const Refused = z.object({ error: z.coerce.number() });

/** Zalo gives no token: it does not respond, or a new `ZALO_REFRESH_TOKEN` has to be set. */
export class ZaloTokenError extends Error {}

interface StoredToken {
  tokens: Uint8Array;
  expiresAt: Date;
}

type TokenContext = Pick<AppContext, "db" | "clock" | "config">;

/** What follows from the refresh token of the environment; nothing if that was replaced. */
const readStored = (reader: Reader, zalo: ZaloConfig): Promise<StoredToken | undefined> =>
  reader.one<StoredToken>(sql`
    select tokens, expires_at "expiresAt" from zalo_token where origin = ${hashToken(zalo.refreshToken)}`);

async function requestTokens({ oauthUrl, appId, appSecret }: ZaloConfig, refreshToken: string) {
  const response = await fetchJson(`${oauthUrl}/v4/oa/access_token`, {
    service: "zalo",
    method: "POST",
    headers: { secret_key: appSecret },
    form: { refresh_token: refreshToken, app_id: appId, grant_type: "refresh_token" },
    timeoutMs: 5 * secondMs,
    tries: 1,
  }).catch((error: unknown) => {
    if (error instanceof UpstreamUnavailableError) return null;
    throw error;
  });
  // without a token no message was sent, which is certain
  if (!response) throw new ZaloTokenError("Zalo OAuth: no response");
  const renewed = Renewed.safeParse(response.body);
  if (renewed.success) return renewed.data;
  throw new ZaloTokenError(`Zalo OAuth ${Refused.safeParse(response.body).data?.error ?? "?"}`);
}

/** A refresh token is valid once: one renewal at a time, in this process and (by a lock) in all. */
const renewals = new SingleFlight<TokenContext["db"], string>();

/**
 * The access token of the Official Account.
 * @param rejected a token that Zalo has just rejected, although it has not ended
 * @throws ZaloTokenError
 */
export async function zaloToken(
  { db, clock, config }: TokenContext,
  zalo: ZaloConfig,
  rejected: string | null = null,
): Promise<string> {
  // null after a change of APP_SECRET: then SMS sends the codes until the merchant sets a new refresh token
  const open = ({ tokens }: StoredToken): z.output<typeof Tokens> | null => {
    try {
      return Tokens.parse(JSON.parse(decrypt(config.appSecret, purpose, tokens)));
    } catch {
      return null;
    }
  };
  const usable = (stored: StoredToken | undefined): string | null => {
    if (!stored || stored.expiresAt.getTime() - marginMs <= clock.now().getTime()) return null;
    const access = open(stored)?.access ?? null;
    return access === rejected ? null : access;
  };
  const known = usable(await readStored(db, zalo));
  if (known !== null) return known;
  return renewals.run(db, () =>
    db.withAdvisoryLock(lockOfZaloToken, async () => {
      const stored = await readStored(db, zalo);
      const renewedByOther = usable(stored);
      if (renewedByOther !== null) return renewedByOther;
      const renewed = await requestTokens(zalo, (stored && open(stored)?.refresh) ?? zalo.refreshToken);
      const { access_token: access, refresh_token: refresh, expires_in: seconds } = renewed;
      const tokens = encrypt(config.appSecret, purpose, JSON.stringify({ access, refresh }));
      await db.write(sql`
        insert into zalo_token (origin, tokens, expires_at)
        values (${hashToken(zalo.refreshToken)}, ${tokens}, ${new Date(clock.now().getTime() + seconds * secondMs)})
        on conflict (one) do update set origin = excluded.origin, tokens = excluded.tokens, expires_at = excluded.expires_at`);
      return access;
    }),
  );
}
