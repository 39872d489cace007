import { formatDate } from "#contract/dates.ts";
import { formatNumber } from "#contract/money.ts";
import { recordManualRefund } from "#shop/payment-flow/index.ts";
import { type CommandContext, CommandError } from "../command.ts";

const refusals = {
  "no overpayment": (reference: string) =>
    `Nothing came under ${reference} that its order did not need. What an order was refunded is recorded with the order (wc/v3, api_refund false).`,
  pending: (reference: string) =>
    `The gateway is still giving ${reference} back. Wait for its end: a letter tells when it will not.`,
  "done by the gateway": (reference: string) => `The gateway has given ${reference} back itself.`,
};

/**
 * Marks a surplus that its gateway would not give back as given back by hand.
 * @throws CommandError where there is none to be marked, or where it was marked with another transaction
 */
export async function returned(
  context: CommandContext,
  reference: string,
  options: { by: string; transaction: string },
): Promise<void> {
  const [by, transaction] = [options.by.trim(), options.transaction.trim()];
  if (!by || !transaction) throw new CommandError("Say who gave it back, and by which transaction.");
  const closed = await recordManualRefund(context, reference, { by, transaction });
  switch (closed.state) {
    case "recorded": {
      const { orderId, amount } = closed.refund;
      return context.out(
        `${formatNumber(amount, "en")} VND of order ${orderId} are recorded as given back by ${by} (${transaction}). The customer is told by letter.`,
      );
    }
    case "already": {
      const { manual: byHand, doneAt } = closed;
      const known = `${reference} was recorded as given back by ${byHand.by} (${byHand.transaction}) on ${formatDate(doneAt)}.`;
      if (byHand.transaction !== transaction) throw new CommandError(known);
      return context.out(known);
    }
    default:
      throw new CommandError(refusals[closed.state](reference));
  }
}
