import { randomBytes } from "node:crypto";
import type { Terminal } from "./pay-url.ts";
import { callHash, sameHash } from "./sign.ts";
import { stamp } from "./stamp.ts";
import type { Refund, Transaction, Transactions } from "./transactions.ts";

type Fields = Record<string, string>;

const messages: Record<string, string> = {
  "00": "Request success",
  "02": "Invalid merchant",
  "03": "Invalid data format",
  "91": "Transaction not found",
  "94": "Duplicate request",
  "95": "Original transaction was not successful",
  "97": "Invalid checksum",
};

const needed = {
  querydr: ["vnp_RequestId", "vnp_TxnRef", "vnp_OrderInfo", "vnp_TransactionDate", "vnp_CreateDate", "vnp_IpAddr"],
  refund: [
    ...["vnp_RequestId", "vnp_TransactionType", "vnp_TxnRef", "vnp_Amount", "vnp_OrderInfo", "vnp_TransactionDate"],
    ...["vnp_CreateBy", "vnp_CreateDate", "vnp_IpAddr"],
  ],
} as const;
type Command = keyof typeof needed;

const isCommand = (text: string | undefined): text is Command => text === "querydr" || text === "refund";

/** Parses a JSON object whose values are all strings, as VNPay requires; null for anything else. */
function readFields(body: string): Fields | null {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return null;
    return Object.values(parsed).every((value) => typeof value === "string") ? (parsed as Fields) : null;
  } catch {
    return null;
  }
}

/** The state in the response of a query: the latest operation, which after a refund is the refund. */
function stateFields(transaction: Transaction, transactions: Transactions): Fields {
  const { result } = transaction;
  const last = transaction.refunds.at(-1);
  const over = transactions.isOver(transaction);
  return {
    vnp_Amount: String((last?.amount ?? transaction.amount) * 100),
    vnp_BankCode: result?.bankCode ?? "",
    vnp_PayDate: result?.payDate ?? "",
    vnp_TransactionNo: last?.number ?? result?.number ?? "0",
    vnp_TransactionType: last?.type ?? "01",
    vnp_TransactionStatus: last ? transactions.refundStatus(last) : (result?.status ?? (over ? "02" : "01")),
  };
}

/** The error code of a rejected refund, null if it is accepted. */
function refundError(fields: Fields, transaction: Transaction, transactions: Transactions): string | null {
  if (transaction.result?.status !== "00") return "95";
  if (transaction.refunds.some((refund) => transactions.refundStatus(refund) === "05")) return "94";
  const amount = Number(fields.vnp_Amount) / 100;
  const left = transaction.amount - transactions.refunded(transaction);
  const full = fields.vnp_TransactionType === "02";
  const right = Number.isInteger(amount) && amount > 0 && amount <= left && (!full || amount === transaction.amount);
  return right && (full || fields.vnp_TransactionType === "03") ? null : "03";
}

/** VNPay's server-to-server API: query (querydr) and refund. */
export class ServerCalls {
  readonly #terminal: Terminal;
  readonly #transactions: Transactions;
  readonly #clock: { now(): Date };
  readonly #requestIds = new Set<string>();

  constructor(terminal: Terminal, transactions: Transactions, clock: { now(): Date }) {
    this.#terminal = terminal;
    this.#transactions = transactions;
    this.#clock = clock;
  }

  /** Command and payment of a request, by which its faults are found. */
  static about(body: string): { command: Command; reference: string } {
    const fields = readFields(body);
    const command = isCommand(fields?.vnp_Command) ? fields.vnp_Command : "querydr";
    return { command, reference: fields?.vnp_TxnRef ?? "" };
  }

  /** `POST /merchant_webapi/api/transaction` */
  respond(body: string): Fields {
    const fields = readFields(body);
    if (!fields || !isCommand(fields.vnp_Command)) return this.#signed("querydr", {}, "03");
    const command = fields.vnp_Command;
    const code = this.#mistake(command, fields);
    if (code !== null) return this.#signed(command, fields, code);
    this.#requestIds.add(`${this.#day()} ${fields.vnp_RequestId}`);
    const transaction = this.#transactions.byReference(fields.vnp_TxnRef ?? "");
    if (!transaction || transaction.createDate !== fields.vnp_TransactionDate)
      return this.#signed(command, fields, "91");
    if (command === "refund") {
      const refused = refundError(fields, transaction, this.#transactions);
      if (refused !== null) return this.#signed(command, fields, refused);
      this.#refund(transaction, fields);
    }
    return this.#signed(command, fields, "00", stateFields(transaction, this.#transactions));
  }

  #mistake(command: Command, fields: Fields): string | null {
    if (fields.vnp_TmnCode !== this.#terminal.tmnCode) return "02";
    const incomplete = needed[command].some((name) => !fields[name]);
    const dates = [fields.vnp_TransactionDate, fields.vnp_CreateDate];
    const datesWrong = dates.some((date) => !/^\d{14}$/.test(date ?? ""));
    const idWrong = !/^[A-Za-z0-9]{1,32}$/.test(fields.vnp_RequestId ?? "");
    if (fields.vnp_Version !== "2.1.0" || incomplete || datesWrong || idWrong) return "03";
    const own = callHash(command, fields, this.#terminal.hashSecret);
    if (!sameHash(fields.vnp_SecureHash ?? "", own)) return "97";
    return this.#requestIds.has(`${this.#day()} ${fields.vnp_RequestId}`) ? "94" : null;
  }

  #refund(transaction: Transaction, fields: Fields): void {
    const refund: Refund = {
      requestId: fields.vnp_RequestId ?? "",
      amount: Number(fields.vnp_Amount) / 100,
      type: fields.vnp_TransactionType === "02" ? "02" : "03",
      number: this.#transactions.nextNumber(),
      at: this.#clock.now(),
    };
    transaction.refunds.push(refund);
  }

  /** The day in Vietnam: request ids are unique within it. */
  #day(): string {
    return stamp(this.#clock.now()).slice(0, 8);
  }

  #signed(command: Command, request: Fields, code: string, found: Fields = {}): Fields {
    const response: Fields = {
      vnp_ResponseId: randomBytes(16).toString("hex"),
      vnp_Command: command,
      vnp_ResponseCode: code,
      vnp_Message: messages[code] ?? "Other errors",
      vnp_TmnCode: request.vnp_TmnCode ?? "",
      vnp_TxnRef: request.vnp_TxnRef ?? "",
      vnp_OrderInfo: request.vnp_OrderInfo ?? "",
      ...found,
    };
    const kind = command === "querydr" ? "querydrResponse" : "refundResponse";
    return { ...response, vnp_SecureHash: callHash(kind, response, this.#terminal.hashSecret) };
  }
}
