/**
 * A text as VNPay takes it: no marks, and only letters that every encoder of a form writes the same way.
 * @param most characters
 */
export const plainText = (text: string, most = 255): string =>
  text
    .replaceAll("đ", "d") // has no mark to take off: it is a letter of its own
    .replaceAll("Đ", "D")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9 .\-_:,]/g, " ")
    .replace(/ +/g, " ")
    .trim()
    .slice(0, most)
    .trimEnd();
