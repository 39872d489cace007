import { randomUUID } from "node:crypto";
import { startBank } from "#simulators/bank/index.ts";
import { startGhn } from "#simulators/ghn/index.ts";
import { startMailbox } from "#simulators/mailbox/index.ts";
import { startPaypal } from "#simulators/paypal/index.ts";
import { startPhone } from "#simulators/phone/index.ts";
import { cards } from "#simulators/vnpay/cards.ts";
import { startVnpay } from "#simulators/vnpay/index.ts";
import { type Deliver, deliverByHttp } from "#simulators/shared/webhook-sender.ts";

/** Credentials for the simulators; live shops reject them. */
export interface DemoCredentials {
  GHN_TOKEN: string;
  VNPAY_TMN_CODE: string;
  PAYPAL_CLIENT_ID: string;
  SEPAY_API_TOKEN: string;
  ZALO_APP_ID: string;
  ESMS_API_KEY: string;
}

type Settings = Record<string, string>;

/** A running simulator. */
interface RunningSimulator {
  settings: Settings;
  /** its description on the console */
  hints: readonly string[];
  close(): Promise<void>;
}

export interface Demonstration {
  /** settings of the shop: the URLs and credentials of the simulators */
  settings: Settings;
  /** lines for the console: URLs and test cards */
  hints: readonly string[];
  /** Sets the shop's origin, to which webhooks are sent from then on. */
  shopIsAt(url: string): void;
  close(): Promise<void>;
}

/** A placeholder for the shop's address, which is unknown before it listens and may differ from its public one. */
const shop = "http://shop.invalid";

const carrier = async ({ GHN_TOKEN: token }: DemoCredentials, deliver: Deliver): Promise<RunningSimulator> => {
  const shopId = 1;
  const secret = "only-for-the-simulator";
  const ghn = await startGhn({ token, shopId, webhookUrl: `${shop}/wp-json/ghn/v1/webhook/${secret}`, deliver });
  return {
    settings: { GHN_API_URL: ghn.url, GHN_TOKEN: token, GHN_SHOP_ID: String(shopId), GHN_WEBHOOK_SECRET: secret },
    hints: [`Parcels, to advance them: ${ghn.pageUrl}`],
    close: ghn.close,
  };
};

/** Cards for three outcomes: paid, insufficient balance, paid with an international card. */
const shownCards = ["ncb", "ncb-balance", "visa"];

const vnpay = async ({ VNPAY_TMN_CODE: tmnCode }: DemoCredentials, deliver: Deliver): Promise<RunningSimulator> => {
  const hashSecret = "TESTSECRETONLYFORLOCALSIMULATOR1";
  const gateway = await startVnpay({ tmnCode, hashSecret, ipnUrl: `${shop}/wp-json/lianne-vnpay/v1/ipn`, deliver });
  const card = ({ number, holder, date, otp, cvc, label }: (typeof cards)[number]): string =>
    `  ${[number, holder, date, otp ? `OTP ${otp}` : `CVC ${cvc}`].join("  ")}  (${label.en})`;
  return {
    settings: {
      VNPAY_TMN_CODE: tmnCode,
      VNPAY_HASH_SECRET: hashSecret,
      VNPAY_PAY_URL: gateway.payUrl,
      VNPAY_API_URL: gateway.apiUrl,
    },
    hints: [
      "VNPay's test cards, filled in by a click on its page:",
      ...cards.filter(({ id }) => shownCards.includes(id)).map(card),
    ],
    close: gateway.close,
  };
};

const paypal = async ({ PAYPAL_CLIENT_ID: clientId }: DemoCredentials, deliver: Deliver): Promise<RunningSimulator> => {
  const clientSecret = "only-for-the-simulator";
  const webhookId = "WH-SIMULATOR-1";
  const webhookUrl = `${shop}/wp-json/lianne-paypal/v1/webhook`;
  const gateway = await startPaypal({ clientId, clientSecret, webhookId, webhookUrl, deliver });
  return {
    settings: {
      PAYPAL_CLIENT_ID: clientId,
      PAYPAL_CLIENT_SECRET: clientSecret,
      PAYPAL_API_URL: gateway.apiUrl,
      PAYPAL_WEBHOOK_ID: webhookId,
    },
    hints: ["PayPal needs no account: its page has a button for each outcome."],
    close: gateway.close,
  };
};

const bank = async ({ SEPAY_API_TOKEN: apiToken }: DemoCredentials, deliver: Deliver): Promise<RunningSimulator> => {
  const webhookSecret = "only-for-the-simulator";
  const webhookUrl = `${shop}/wp-json/lianne-bank/v1/webhook/sepay`;
  const simulator = await startBank({ keys: { name: "sepay", webhookSecret }, apiToken, webhookUrl, deliver });
  return {
    settings: {
      BANK_BIN: "970436",
      BANK_ACCOUNT: "0011001234567",
      BANK_HOLDER: "LIANNE DEMO",
      BANK_NOTIFIER: "sepay",
      SEPAY_API_URL: simulator.apiUrl,
      SEPAY_API_TOKEN: apiToken,
      SEPAY_WEBHOOK_SECRET: webhookSecret,
    },
    hints: [`The bank, to pay by transfer: ${simulator.pageUrl}`],
    close: simulator.close,
  };
};

const mail = async (sender: string | undefined): Promise<RunningSimulator> => {
  const mailbox = await startMailbox();
  return {
    settings: { SMTP_URL: mailbox.smtpUrl, MAIL_FROM: sender || "Lianne <cskh@lianne.example>" },
    hints: [`The shop's emails: ${mailbox.url}/`],
    close: mailbox.close,
  };
};

const phone = async ({ ZALO_APP_ID: appId, ESMS_API_KEY: apiKey }: DemoCredentials): Promise<RunningSimulator> => {
  const secret = "only-for-the-simulator";
  // the shop stores the tokens that follow from the first one; a new simulator does not know them
  const zalo = { appId, appSecret: secret, refreshToken: `simulator-${randomUUID()}`, templateId: "100001" };
  const sms = { apiKey, secretKey: secret, brandname: "LIANNE" };
  const { url, close } = await startPhone({ zalo, sms });
  return {
    settings: {
      ...{ ZALO_APP_ID: appId, ZALO_APP_SECRET: secret, ZALO_REFRESH_TOKEN: zalo.refreshToken },
      ...{ ZALO_TEMPLATE_ID: zalo.templateId, ZALO_API_URL: url, ZALO_OAUTH_URL: url },
      ...{ ESMS_API_KEY: apiKey, ESMS_SECRET_KEY: secret, ESMS_BRANDNAME: sms.brandname, ESMS_API_URL: url },
    },
    hints: [`Codes sent to phones (with guest_checkout on): ${url}/`],
    close,
  };
};

/** Resolves when all have started. If one fails, the others are stopped. */
async function allOrNone(starting: readonly Promise<RunningSimulator>[]): Promise<RunningSimulator[]> {
  const started = await Promise.allSettled(starting);
  const running = started.filter((one) => one.status === "fulfilled").map(({ value }) => value);
  const failed = started.find((one) => one.status === "rejected");
  if (!failed) return running;
  await Promise.all(running.map(({ close }) => close()));
  throw failed.reason;
}

/** Starts a simulator for each service without credentials in the environment. */
export async function startDemonstration(
  environment: NodeJS.ProcessEnv,
  credentials: DemoCredentials,
): Promise<Demonstration> {
  let shopUrl: string | null = null;
  const deliver: Deliver = async (notification) => {
    if (shopUrl === null) throw new Error("the shop is not open yet");
    return deliverByHttp({ ...notification, url: notification.url.replace(shop, shopUrl) });
  };
  const running = await allOrNone([
    ...(environment.SMTP_URL ? [] : [mail(environment.MAIL_FROM)]),
    ...(environment.GHN_TOKEN ? [] : [carrier(credentials, deliver)]),
    ...(environment.VNPAY_TMN_CODE ? [] : [vnpay(credentials, deliver)]),
    ...(environment.PAYPAL_CLIENT_ID ? [] : [paypal(credentials, deliver)]),
    ...(environment.BANK_ACCOUNT ? [] : [bank(credentials, deliver)]),
    ...(environment.ZALO_APP_ID || environment.ESMS_API_KEY || environment.DEMO_PHONE === "off"
      ? []
      : [phone(credentials)]),
  ]);
  return {
    settings: Object.assign({}, ...running.map(({ settings }) => settings)) as Settings,
    hints: running.flatMap(({ hints }) => hints),
    shopIsAt: (url) => {
      shopUrl = url;
    },
    close: async () => {
      await Promise.all(running.map(({ close }) => close()));
    },
  };
}
