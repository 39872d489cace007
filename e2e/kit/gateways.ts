import { type BankSimulator, startBank } from "#simulators/bank/index.ts";
import { type MailboxSimulator, startMailbox } from "#simulators/mailbox/index.ts";
import { type PaypalSimulator, startPaypal } from "#simulators/paypal/index.ts";
import { startVnpay, type VnpaySimulator } from "#simulators/vnpay/index.ts";

/** The gateways and the mailbox of the shop, in which a test may inject faults and read the records. */
export interface Gateways {
  mailbox: MailboxSimulator;
  vnpay: VnpaySimulator;
  paypal: PaypalSimulator;
  bank: BankSimulator;
  /** the shop's settings for them */
  environment: Record<string, string>;
  close(): Promise<void>;
}

const vnpayTerminal = { tmnCode: "LOCALSIM", hashSecret: "TESTSECRETONLYFORLOCALSIMULATOR1" };
const paypalClient = { clientId: "demonstration", clientSecret: "only-for-the-simulator", webhookId: "WH-SIMULATOR-1" };

const bankKeys = { SEPAY_WEBHOOK_SECRET: "only-for-the-simulator", SEPAY_API_TOKEN: "demonstration" };

/** Starts the gateways, the bank and the mailbox for a shop at this URL, which need not be running yet. */
export async function openGateways(shopUrl: string): Promise<Gateways> {
  const [mailbox, vnpay, paypal, bank] = await Promise.all([
    startMailbox(),
    startVnpay({ ...vnpayTerminal, ipnUrl: `${shopUrl}/wp-json/lianne-vnpay/v1/ipn` }),
    startPaypal({ ...paypalClient, webhookUrl: `${shopUrl}/wp-json/lianne-paypal/v1/webhook` }),
    startBank({
      keys: { name: "sepay", webhookSecret: bankKeys.SEPAY_WEBHOOK_SECRET },
      apiToken: bankKeys.SEPAY_API_TOKEN,
      webhookUrl: `${shopUrl}/wp-json/lianne-bank/v1/webhook/sepay`,
    }),
  ]);
  return {
    mailbox,
    vnpay,
    paypal,
    bank,
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
      BANK_BIN: "970436",
      BANK_ACCOUNT: "0011001234567",
      BANK_HOLDER: "LIANNE DEMO",
      SEPAY_API_URL: bank.apiUrl,
      ...bankKeys,
    },
    close: async () => {
      await Promise.all([mailbox.close(), vnpay.close(), paypal.close(), bank.close()]);
    },
  };
}
