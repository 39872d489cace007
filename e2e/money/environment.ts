import { type BankSimulator, startBank } from "../../simulators/bank/index.ts";
import { type MailboxSimulator, startMailbox } from "../../simulators/mailbox/index.ts";
import { type PaypalSimulator, startPaypal } from "../../simulators/paypal/index.ts";
import { startVnpay, type VnpaySimulator } from "../../simulators/vnpay/index.ts";
import { type Deliver, deliverByHttp } from "../../simulators/shared/webhook-sender.ts";
import { SeededRandom } from "../kit/seeded-random.ts";
import { freePort } from "../kit/shop-process.ts";
import { MailCollector } from "./mail-collector.ts";
import { Payers, shopAccount } from "./payers.ts";
import { Shops } from "./shops.ts";

/** The environment of the shoppers: the shop's processes, both gateways, the bank, and the mailbox of the mail server. */
export interface TestEnvironment {
  seed: string;
  shops: Shops;
  vnpay: VnpaySimulator;
  paypal: PaypalSimulator;
  bank: BankSimulator;
  payers: Payers;
  emails: MailCollector;
  /** Sets VNPay's clock ahead of the others by this much, so that its payment pages expire earlier. */
  advanceVnpay(byMs: number): void;
  close(): Promise<void>;
}

const account = { tmnCode: "LOCALSIM", hashSecret: "TESTSECRETONLYFORLOCALSIMULATOR1" };
const business = {
  clientId: "demonstration",
  clientSecret: "a secret of the scenario",
  webhookId: "WH-OF-THE-SCENARIO",
};
const bankToken = "a token of the scenario";
const bankSecret = "another secret of the scenario";
/** A placeholder for the process that a webhook is delivered to. */
const shop = "http://shop.invalid";
const retryMs = 300;

interface Services {
  vnpay: VnpaySimulator;
  paypal: PaypalSimulator;
  bank: BankSimulator;
  mailbox: MailboxSimulator;
}

const settingsOf = ({ vnpay, paypal, bank, mailbox }: Services) => ({
  VNPAY_TMN_CODE: account.tmnCode,
  VNPAY_HASH_SECRET: account.hashSecret,
  VNPAY_PAY_URL: vnpay.payUrl,
  VNPAY_API_URL: vnpay.apiUrl,
  PAYPAL_CLIENT_ID: business.clientId,
  PAYPAL_CLIENT_SECRET: business.clientSecret,
  PAYPAL_API_URL: paypal.apiUrl,
  PAYPAL_WEBHOOK_ID: business.webhookId,
  BANK_BIN: "970436",
  BANK_ACCOUNT: shopAccount,
  BANK_HOLDER: "CONG TY LIANNE",
  SEPAY_API_URL: bank.apiUrl,
  SEPAY_API_TOKEN: bankToken,
  SEPAY_WEBHOOK_SECRET: bankSecret,
  SMTP_URL: mailbox.smtpUrl,
  MAIL_FROM: "Lianne <shop@lianne.example>",
});

/** Opens everything but the shop's processes, which are started later. @param environments one for each process */
export async function openEnvironment(
  seed: string,
  environments: readonly NodeJS.ProcessEnv[],
): Promise<TestEnvironment> {
  let aheadMs = 0;
  let shops: Shops | undefined;
  const random = new SeededRandom(seed, "which process is notified");
  const deliver: Deliver = (notification) => {
    if (!shops) throw new Error("the shop is not open yet");
    return deliverByHttp({ ...notification, url: notification.url.replace(shop, shops.anyAddress(random)) });
  };
  const mailbox = await startMailbox();
  const vnpay = await startVnpay({
    ...account,
    ipnUrl: `${shop}/wp-json/lianne-vnpay/v1/ipn`,
    ipnRetryMs: retryMs,
    refundTakesMs: 500,
    deliver,
    clock: { now: () => new Date(Date.now() + aheadMs) },
  });
  const webhookUrl = `${shop}/wp-json/lianne-paypal/v1/webhook`;
  const paypal = await startPaypal({ ...business, webhookUrl, webhookRetryMs: retryMs, deliver });
  const bank = await startBank({
    keys: { name: "sepay", webhookSecret: bankSecret },
    apiToken: bankToken,
    webhookUrl: `${shop}/wp-json/lianne-bank/v1/webhook/sepay`,
    minuteMs: retryMs,
    deliver,
  });
  const settings = settingsOf({ vnpay, paypal, bank, mailbox });
  shops = new Shops(
    await Promise.all(
      environments.map(async (own) => ({ environment: { ...settings, ...own }, port: await freePort() })),
    ),
  );
  const emails = new MailCollector(mailbox);
  return {
    seed,
    shops,
    vnpay,
    paypal,
    bank,
    payers: new Payers(bank),
    emails,
    advanceVnpay: (byMs) => {
      aheadMs += byMs;
    },
    close: async () => {
      await shops?.killAll();
      emails.close();
      await Promise.all([vnpay.close(), paypal.close(), bank.close(), mailbox.close()]);
    },
  };
}
