import type { ReactNode } from "react";
import { CheckoutFooter } from "./checkout-footer.tsx";
import { PageFrame } from "./page-frame.tsx";
import { PreferencesMenu } from "./preferences-menu.tsx";
import { Wordmark } from "./wordmark.tsx";

const headerWith = (start: ReactNode) => (
  <header className="border-b border-line">
    <div className="page grid h-14 grid-cols-[1fr_auto_1fr] items-center lg:h-20">
      {start}
      <Wordmark className="col-start-2" />
      <div className="-mr-2 justify-self-end">
        <PreferencesMenu />
      </div>
    </div>
  </header>
);

/** Checkout has no navigation except the logo, language and currency; each page has its own back link, and cart and wishlist open over it. */
export const CheckoutFrame = ({ start, children }: { start?: ReactNode; children: ReactNode }) => (
  <PageFrame header={headerWith(start)} footer={<CheckoutFooter />} className="min-h-[70vh]">
    {children}
  </PageFrame>
);
