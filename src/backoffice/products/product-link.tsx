import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";

interface ProductLinkProps {
  /** of the product, with the section to open if it is not the first one: `101/options` */
  path: number | string;
  className: string;
  children: ReactNode;
}

/** To a product. The filters of the list stay in the address: the product's link to the list returns to it as it was left. */
export const ProductLink = ({ path, className, children }: ProductLinkProps) => (
  <Link to={{ pathname: `/products/${path}`, search: useLocation().search }} className={className}>
    {children}
  </Link>
);
