import type { ReactNode } from "react";
import { Link } from "react-router";
import { type ButtonLook, buttonClasses } from "#design/button.tsx";

/** A link to another screen that looks like a button. @param to path below `/admin` */
export const LinkAsButton = ({
  to,
  look = "primary",
  children,
}: {
  to: string;
  look?: ButtonLook;
  children: ReactNode;
}) => (
  <Link to={to} className={buttonClasses(look, "small", false, "min-h-12")}>
    {children}
  </Link>
);
