import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";

/** A link to an order that keeps the list's address, so that the list next to it, and behind it, stays the same. */
export function OpenLink({ id, className, children }: { id: number; className?: string; children: ReactNode }) {
  const { search } = useLocation();
  return (
    <Link to={{ pathname: `/orders/${id}`, search }} preventScrollReset className={className}>
      {children}
    </Link>
  );
}
