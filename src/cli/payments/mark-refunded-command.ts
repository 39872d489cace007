import { formatDate } from "#contract/dates.ts";
import { recordManualRefund } from "#shop/payment-flow/index.ts";
import { type CommandContext, CommandError } from "../command.ts";
import { amountCell } from "../table.ts";

const errorMessages = {
  "no overpayment": (reference: string) =>
    `${reference} is not an overpayment. Record the refund of an order with the order (wc/v3, api_refund false).`,
  pending: (reference: string) =>
    `The gateway is still refunding ${reference}. Wait for the result: if it fails, you get an email.`,
  "done by the gateway": (reference: string) => `The gateway has refunded ${reference} itself.`,
};

/**
 * Marks an overpayment that its gateway would not refund as refunded manually.
 * @throws CommandError if there is no such overpayment, or if it was marked with another transaction
 */
export async function markRefunded(
  context: CommandContext,
  reference: string,
  options: { by: string; transaction: string },
): Promise<void> {
  const [by, transaction] = [options.by.trim(), options.transaction.trim()];
  if (!by || !transaction) throw new CommandError("Give --by and --transaction of the refund.");
  const closed = await recordManualRefund(context, reference, { by, transaction });
  switch (closed.state) {
    case "recorded": {
      const { orderId, amount } = closed.refund;
      return context.out(
        `${amountCell(amount)} of order ${orderId} are recorded as refunded by ${by} (${transaction}). The customer gets an email.`,
      );
    }
    case "already": {
      const { manual, doneAt } = closed;
      const known = `${reference} was recorded as refunded by ${manual.by} (${manual.transaction}) on ${formatDate(doneAt)}.`;
      if (manual.transaction !== transaction) throw new CommandError(known);
      return context.out(known);
    }
    default:
      throw new CommandError(errorMessages[closed.state](reference));
  }
}
