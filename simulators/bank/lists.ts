import { type SimulatorRequest, json, type SimulatorResponse } from "#simulators/shared/server.ts";
import { type BankTransfer, localTime } from "./ledger.ts";

const toSepay = ({ uuid, at, account, direction, amount, content, reference, balance }: BankTransfer) => ({
  ...{ id: uuid, transaction_date: localTime(at), account_number: account, va: "", transfer_type: direction },
  ...{ amount_in: direction === "in" ? amount : 0, amount_out: direction === "out" ? amount : 0, accumulated: balance },
  ...{ transaction_content: content, reference_number: reference, code: null, bank_brand_name: "Vietcombank" },
  ...{ bank_account_id: "00000000-0000-4000-8000-000000000001", va_id: null, webhook_success: 0 },
});

const toCasso = ({ id, at, account, direction, amount, content, reference, balance }: BankTransfer) => ({
  ...{ id: id + 5_000_000, tid: reference, description: content, amount: direction === "in" ? amount : -amount },
  ...{ cusum_balance: balance, when: localTime(at), bank_sub_acc_id: account, virtualAccount: "" },
});

const sizeOf = (value: string | null): number => Math.min(100, Math.max(1, Number(value ?? 20) || 20));

/** SePay's limit: three requests a second. */
export class SecondLimit {
  #recent: number[] = [];

  /** @returns whether the request is within the limit */
  allow(now: number): boolean {
    this.#recent = this.#recent.filter((at) => Math.abs(now - at) < 1000);
    if (this.#recent.length >= 3) return false;
    this.#recent.push(now);
    return true;
  }
}

/** @param afterS seconds in which it accepts no further request */
export const tooMany = (afterS: number): SimulatorResponse => {
  const response = json(429, { status: "error", message: "Too many requests" });
  return { ...response, headers: { ...response.headers, "retry-after": String(afterS) } };
};

/** A page of the list of transfers, newest first, in SePay's (API v2) or Casso's form. */
export function listTransfers(
  kind: "sepay" | "casso",
  rows: readonly BankTransfer[],
  { url }: SimulatorRequest,
): SimulatorResponse {
  const newest = rows.toReversed();
  const page = Math.max(1, Number(url.searchParams.get("page") ?? 1) || 1);
  const size = sizeOf(url.searchParams.get(kind === "sepay" ? "per_page" : "pageSize"));
  const shown = newest.slice((page - 1) * size, page * size);
  const last = Math.max(1, Math.ceil(newest.length / size));
  if (kind === "casso")
    return json(200, {
      ...{ error: 0, message: "success" },
      data: { page, pageSize: size, totalPages: last, records: shown.map(toCasso) },
    });
  const pagination = {
    total: newest.length,
    per_page: size,
    current_page: page,
    last_page: last,
    has_more: page < last,
  };
  return json(200, { status: "success", data: shown.map(toSepay), meta: { pagination } });
}
