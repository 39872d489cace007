import { lowerAscii } from "#contract/person-validation.ts";

const gmailDomains = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox that an address most likely belongs to, for counting alone: without the tag after a plus sign, which most servers
 * ignore, and without dots at Gmail, which ignores them.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = lowerAscii(address.slice(at + 1));
  const [name = ""] = lowerAscii(address.slice(0, at)).split("+");
  return gmailDomains.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
