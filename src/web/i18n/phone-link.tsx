import type { ReactNode } from "react";
import { useTexts } from "./texts-provider.tsx";

/** The shop's number as it is written, to be pressed on a phone. @param children stands before it */
export function PhoneLink({ className, children }: { className?: string; children?: ReactNode }) {
  const phone = useTexts()("footer.phone");
  return (
    <a href={`tel:${phone.replace(/[^\d+]/g, "")}`} className={className}>
      {children}
      {phone}
    </a>
  );
}
