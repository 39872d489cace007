/**
 * Converts a text to VNPay's character set: no diacritics, and only characters that all form encoders encode alike.
 * @param maxLength characters
 */
export const plainText = (text: string, maxLength = 255): string =>
  text
    .replaceAll("đ", "d") // has no decomposition into base and diacritic
    .replaceAll("Đ", "D")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9 .\-_:,]/g, " ")
    .replace(/ +/g, " ")
    .trim()
    .slice(0, maxLength)
    .trimEnd();
