import type { ReactNode } from "react";
import { Link } from "#design/link.tsx";
import { openPanel } from "./panels.ts";

/** Link to the cart, which opens over the page. */
export const CartLink = ({ className, children }: { className: string; children: ReactNode }) => (
  <Link to="/cart" aria-haspopup="dialog" onPress={() => openPanel("cart")} className={className}>
    {children}
  </Link>
);
