import type { ReactNode } from "react";
import { useShopEmail } from "./shop-email.ts";

interface EmailLinkProps {
  className?: string;
  subject?: string;
  /** comes before the address */
  children?: ReactNode;
}

/** A `mailto:` link with the shop's address. */
export function EmailLink({ className, subject, children }: EmailLinkProps) {
  const email = useShopEmail();
  const query = subject === undefined ? "" : `?subject=${encodeURIComponent(subject)}`;
  return (
    <a href={`mailto:${email}${query}`} className={className}>
      {children}
      {email}
    </a>
  );
}
