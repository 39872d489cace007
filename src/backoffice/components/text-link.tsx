import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ScreenPath } from "#contract/backoffice/screens.ts";

/** A link inside text to another screen, with a target of 48 px on phones. */
export const TextLink = ({ to, children }: { to: ScreenPath; children: ReactNode }) => (
  <Link to={to} className="text-link inline-flex min-h-12 items-center lg:min-h-8">
    {children}
  </Link>
);
