import { randomInt } from "node:crypto";

/** Without characters that look alike. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

export const newWarrantyCode = (): string =>
  `BH${Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join("")}`;

/** The number of a warranty card in a code: typed in any case, or the QR code's address. Null if the code is another one. */
export const warrantyCode = (code: string): string | null =>
  /(?:^|\/admin\/warranties\/)(BH[0-9A-Z]{8})$/.exec(
    code.toUpperCase().replace("/ADMIN/WARRANTIES/", "/admin/warranties/"),
  )?.[1] ?? null;
