import type { ReactNode } from "react";
import { CheckoutFooter } from "./checkout-footer.tsx";
import { PageFrame } from "./page-frame.tsx";
import { Wordmark } from "./wordmark.tsx";

const header = (
  <header className="border-b border-line">
    <div className="page flex h-14 items-center justify-center lg:h-20">
      <Wordmark />
    </div>
  </header>
);

/** Checkout has no navigation except the logo; each page has its own back link, and cart and wishlist open over it. */
export const CheckoutFrame = ({ children }: { children: ReactNode }) => (
  <PageFrame header={header} footer={<CheckoutFooter />} className="min-h-[70vh]">
    {children}
  </PageFrame>
);
