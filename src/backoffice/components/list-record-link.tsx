import type { ReactNode } from "react";
import { Link } from "react-router";
import { classes } from "#design/class-names.ts";
import { usePathWithPage } from "./use-path-with-page.ts";
import { useWide } from "./use-wide.ts";

interface ListRecordLinkProps {
  /** path of the record */
  to: string;
  /** whether it is the open record */
  isOpen: boolean;
  className: string;
  children: ReactNode;
}

/** Opens a record of a list, which stays at its page, and at its place where the record opens next to it. */
export const ListRecordLink = ({ to, isOpen, className, children }: ListRecordLinkProps) => (
  <Link
    to={usePathWithPage(to)}
    preventScrollReset={useWide()}
    aria-current={isOpen ? "true" : undefined}
    className={classes("hover:bg-sand/60", className, isOpen && "bg-sand/60")}
  >
    {children}
  </Link>
);
