import { randomUUID } from "node:crypto";
import { type Envelope, failure, success } from "./envelope.ts";
import type { Parcel, ParcelStore } from "./parcel-store.ts";

const livesMs = 30 * 60 * 1000;

/** Tokens that open labels for half an hour. */
export class LabelTokens {
  readonly #tokens = new Map<string, { parcels: Parcel[]; untilMs: number }>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** `POST v2/a5/gen-token` */
  make(store: ParcelStore, codes: unknown): Envelope {
    const parcels = Array.isArray(codes) ? codes.flatMap((code: unknown) => store.find(code) ?? []) : [];
    if (parcels.length === 0) return failure(400, "Không tìm thấy đơn hàng", "ORDER_NOT_FOUND");
    const token = randomUUID();
    this.#tokens.set(token, { parcels, untilMs: this.#now().getTime() + livesMs });
    return success({ token });
  }

  /** The parcels of the token; undefined if it is expired or unknown. */
  open(token: string): readonly Parcel[] | undefined {
    const stored = this.#tokens.get(token);
    return stored && stored.untilMs > this.#now().getTime() ? stored.parcels : undefined;
  }
}
