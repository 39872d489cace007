import type { WebhookSender, DeliveryFault } from "#simulators/shared/webhook-sender.ts";
import type { NotificationFault } from "#simulators/shared/faults.ts";
import type { Terminal } from "./pay-url.ts";
import { signedQuery } from "./sign.ts";
import type { Transaction } from "./transactions.ts";

/**
 * Faults of a payment notification (IPN):
 * - those of its delivery
 * - `forged`: reports success, with a wrong signature
 * - `wrong_amount`, `wrong_reference`: correctly signed, with a wrong amount or an unknown payment
 * - `status_01`: the success code 00, with the status of an unfinished transaction
 */
export type VnpayNotificationFault = DeliveryFault | "forged" | "wrong_amount" | "wrong_reference" | "status_01";

type Fields = Record<string, string>;

/** The fields of a finished payment, for the shop's server and for the redirect of the shopper's browser alike. */
export function resultFields({ result, reference, amount, orderInfo }: Transaction, { tmnCode }: Terminal): Fields {
  if (!result) throw new Error(`${reference} is not finished`);
  return {
    vnp_Amount: String(amount * 100),
    vnp_BankCode: result.bankCode,
    ...(result.code === "00" || result.code === "07" ? { vnp_BankTranNo: `VNP${result.number}` } : {}),
    vnp_CardType: result.cardType,
    vnp_OrderInfo: orderInfo,
    vnp_PayDate: result.payDate,
    vnp_ResponseCode: result.code,
    vnp_TmnCode: tmnCode,
    vnp_TransactionNo: result.number,
    vnp_TransactionStatus: result.status,
    vnp_TxnRef: reference,
  };
}

const corruptions: Partial<Record<VnpayNotificationFault, (fields: Fields) => Fields>> = {
  forged: (fields) => ({ ...fields, vnp_ResponseCode: "00", vnp_TransactionStatus: "00" }),
  wrong_amount: (fields) => ({ ...fields, vnp_Amount: String(Number(fields.vnp_Amount) - 100_000) }),
  wrong_reference: (fields) => ({ ...fields, vnp_TxnRef: `${fields.vnp_TxnRef}999` }),
  status_01: (fields) => ({ ...fields, vnp_ResponseCode: "00", vnp_TransactionStatus: "01" }),
};

const joinedTo = (url: string, query: string): string => `${url}${url.includes("?") ? "&" : "?"}${query}`;

export const returnAddress = (transaction: Transaction, terminal: Terminal): string =>
  joinedTo(transaction.returnUrl, signedQuery(resultFields(transaction, terminal), terminal.hashSecret));

/** Notifies the shop of a finished payment; resolves after the first try, unless it is to be late. */
export function notify(
  transaction: Transaction,
  { terminal, ipnUrl, sender }: { terminal: Terminal; ipnUrl: string; sender: WebhookSender },
  fault: NotificationFault<VnpayNotificationFault> | null,
): Promise<void> {
  const right = resultFields(transaction, terminal);
  const fieldsOf = (nth: number): Fields =>
    (fault && nth <= (fault.times ?? Number.POSITIVE_INFINITY) && corruptions[fault.kind]?.(right)) || right;
  return sender.dispatch(
    {
      make: (nth) => {
        const fields = fieldsOf(nth);
        const secret = fault?.kind === "forged" && fields !== right ? "another merchant's secret" : terminal.hashSecret;
        return { method: "GET", url: joinedTo(ipnUrl, signedQuery(fields, secret)), headers: {} };
      },
      onResponse: (response) =>
        transaction.notifications.push({ sent: transaction.result?.code ?? "", response: response.slice(0, 200) }),
    },
    fault,
  );
}
