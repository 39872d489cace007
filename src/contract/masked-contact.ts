// Values of a person's contact with most characters hidden, for pages that a link opens without a login.

const hidden = "•";

const initialOf = (word: string): string => `${[...word][0] ?? ""}.`;

/** 'Nguyễn Thị Lan' as 'N. T. Lan': the given name, which is last, and initials. */
export function maskName(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const last = words.at(-1) ?? "";
  return [...words.slice(0, -1).map(initialOf), last].join(" ");
}

/** '0901234123' or '+84901234123' as '09•• ••• 123'. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/^\+84/, "0").replace(/\D/g, "");
  return digits === "" ? "" : `${digits.slice(0, 2)}${hidden.repeat(2)} ${hidden.repeat(3)} ${digits.slice(-3)}`;
}

/** 'lan@gmail.com' as 'l•••@gmail.com'. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "" : `${[...email][0] ?? ""}${hidden.repeat(3)}${email.slice(at)}`;
}
