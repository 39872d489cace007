/** A card of VNPay's sandbox, with the result of paying with it. */
export interface Card {
  id: string;
  bank: string;
  type: "ATM" | "VISA" | "MASTERCARD" | "JCB";
  number: string;
  holder: string;
  /** issued (domestic) or expiring (international), MM/YY */
  date: string;
  cvc: string | null;
  /** null: no password is needed */
  otp: string | null;
  /** response code of a payment with it, `00` for success */
  code: string;
  /** its description on the page */
  label: { vn: string; en: string };
}

const holder = "NGUYEN VAN A";
const ncb = { bank: "NCB", type: "ATM", holder, date: "07/15", cvc: null, otp: "123456" } as const;
const abroad = { holder, date: "12/26", cvc: "123", code: "00" } as const;
const success = { vn: "thành công", en: "success" };
const plain = { vn: "thành công, không OTP", en: "success, no OTP" };
const secure = { vn: "thành công, 3D Secure", en: "success, 3D Secure" };

/** The sandbox's cards; the first one pays successfully. */
export const cards: readonly Card[] = [
  { ...ncb, id: "ncb", number: "9704198526191432198", code: "00", label: success },
  {
    ...ncb,
    id: "ncb-balance",
    number: "9704195798459170488",
    code: "51",
    label: { vn: "không đủ số dư", en: "insufficient balance" },
  },
  {
    ...ncb,
    id: "ncb-inactive",
    number: "9704192181368742",
    code: "09",
    label: { vn: "chưa kích hoạt", en: "not activated" },
  },
  { ...ncb, id: "ncb-locked", number: "9704193370791314", code: "12", label: { vn: "bị khóa", en: "locked" } },
  { ...ncb, id: "ncb-expired", number: "9704194841945513", code: "99", label: { vn: "hết hạn", en: "expired" } },
  { ...abroad, id: "visa", bank: "VISA", type: "VISA", number: "4456530000001005", otp: null, label: plain },
  { ...abroad, id: "visa-3ds", bank: "VISA", type: "VISA", number: "4456530000001096", otp: "123456", label: secure },
  {
    ...abroad,
    id: "mastercard",
    bank: "MASTERCARD",
    type: "MASTERCARD",
    number: "5200000000001005",
    otp: null,
    label: plain,
  },
  {
    ...abroad,
    id: "mastercard-3ds",
    bank: "MASTERCARD",
    type: "MASTERCARD",
    number: "5200000000001096",
    otp: "123456",
    label: secure,
  },
  { ...abroad, id: "jcb", bank: "JCB", type: "JCB", number: "3337000000000008", otp: null, label: plain },
  { ...abroad, id: "jcb-3ds", bank: "JCB", type: "JCB", number: "3337000000200004", otp: "123456", label: secure },
  {
    ...ncb,
    id: "napas",
    bank: "NAPAS",
    number: "9704000000000018",
    date: "03/07",
    otp: "otp",
    code: "00",
    label: success,
  },
  {
    ...ncb,
    id: "napas-2",
    bank: "NAPAS",
    number: "9704020000000016",
    date: "03/07",
    otp: "otp",
    code: "00",
    label: success,
  },
  {
    ...ncb,
    id: "eximbank",
    bank: "EXIMBANK",
    number: "9704310005819191",
    date: "10/26",
    otp: null,
    code: "00",
    label: plain,
  },
];

/** Codes of cards that the bank rejects at once; the others are rejected after the password. */
export const rejectedAtOnce = new Set(["09", "12", "99"]);

const digits = (text: string): string => text.replaceAll(/\D/g, "");
const normalized = (text: string): string => text.trim().replaceAll(/\s+/g, " ").toUpperCase();

/** Finds a card by its details; null if one of them does not match. */
export function findCard(typed: { number: string; holder: string; date: string; cvc: string }): Card | null {
  const card = cards.find(({ number }) => number === digits(typed.number));
  if (!card) return null;
  const right =
    normalized(typed.holder) === card.holder &&
    digits(typed.date) === digits(card.date) &&
    (card.cvc === null || digits(typed.cvc) === card.cvc);
  return right ? card : null;
}
