import type { ReactNode } from "react";
import { useTexts } from "./texts-provider.tsx";

/** A `tel:` link with the shop's number. @param children comes before the number */
export function PhoneLink({ className, children }: { className?: string; children?: ReactNode }) {
  const phone = useTexts()("footer.phone");
  return (
    <a href={`tel:${phone.replace(/[^\d+]/g, "")}`} className={className}>
      {children}
      {phone}
    </a>
  );
}
