/** longest name that `usernamePattern` allows, without room for a number */
const maxLength = 54;

/** A username made from an email address; empty while the part before the `@` is missing. */
export function usernameFrom(email: string): string {
  const [local = ""] = email.trim().split("@");
  if (local === "" || !email.includes("@")) return "";
  const plain = local
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[đĐ]/g, "d")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .slice(0, maxLength);
  return plain.padEnd(3, "_");
}

/** The name to try after `tries` names were taken: with a number that grows, then with a random one of four digits. */
export const usernameWithNumber = (name: string, tries: number): string =>
  `${name}${tries < 3 ? tries + 1 : 1000 + Math.floor(Math.random() * 9000)}`;
