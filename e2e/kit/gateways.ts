import { type MailboxSimulator, startMailbox } from "#simulators/mailbox/index.ts";
import { type PaypalSimulator, startPaypal } from "#simulators/paypal/index.ts";
import { startVnpay, type VnpaySimulator } from "#simulators/vnpay/index.ts";

/** The gateways and the mailbox of the shop, in which a test may inject faults and read the records. */
export interface Gateways {
  mailbox: MailboxSimulator;
  vnpay: VnpaySimulator;
  paypal: PaypalSimulator;
  /** the shop's settings for them */
  environment: Record<string, string>;
  close(): Promise<void>;
}

const vnpayTerminal = { tmnCode: "LOCALSIM", hashSecret: "TESTSECRETONLYFORLOCALSIMULATOR1" };
const paypalClient = { clientId: "demonstration", clientSecret: "only-for-the-simulator", webhookId: "WH-SIMULATOR-1" };

/** Starts both gateways and the mailbox for a shop at this URL, which need not be running yet. */
export async function openGateways(shopUrl: string): Promise<Gateways> {
  const [mailbox, vnpay, paypal] = await Promise.all([
    startMailbox(),
    startVnpay({ ...vnpayTerminal, ipnUrl: `${shopUrl}/wp-json/lianne-vnpay/v1/ipn` }),
    startPaypal({ ...paypalClient, webhookUrl: `${shopUrl}/wp-json/lianne-paypal/v1/webhook` }),
  ]);
  return {
    mailbox,
    vnpay,
    paypal,
    environment: {
      SMTP_URL: mailbox.smtpUrl,
      MAIL_FROM: "Lianne <cskh@lianne.example>",
      VNPAY_TMN_CODE: vnpayTerminal.tmnCode,
      VNPAY_HASH_SECRET: vnpayTerminal.hashSecret,
      VNPAY_PAY_URL: vnpay.payUrl,
      VNPAY_API_URL: vnpay.apiUrl,
      PAYPAL_CLIENT_ID: paypalClient.clientId,
      PAYPAL_CLIENT_SECRET: paypalClient.clientSecret,
      PAYPAL_API_URL: paypal.apiUrl,
      PAYPAL_WEBHOOK_ID: paypalClient.webhookId,
    },
    close: async () => {
      await Promise.all([mailbox.close(), vnpay.close(), paypal.close()]);
    },
  };
}
