import type { ComponentProps, MouseEvent } from "react";
import { useLocation } from "react-router";

export interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** the target path, with query and fragment */
  to: string;
  /** prefetches the page on hover or focus */
  prefetch?: boolean;
  /** keeps the scroll position */
  preventScrollReset?: boolean;
  /** passed to the target page as `from` of the location state */
  from?: string;
  /** replaces navigation after hydration; modified clicks still open the link in another tab */
  onPress?: (() => void) | undefined;
  /** a full page load, as without scripts; also used with `target` */
  reloadDocument?: boolean;
}

type Keys = Pick<MouseEvent, "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;
/** Whether a click opens the link in another tab or window, or saves it. */
export const opensElsewhere = ({ altKey, ctrlKey, metaKey, shiftKey }: Keys): boolean =>
  altKey || ctrlKey || metaKey || shiftKey;

/**
 * A link within the shop. It is a plain element: navigation and prefetching are handled for all links in one place
 * (navigation/link-navigation.tsx), since the router's own link costs each of a page's sixty links a dozen hooks.
 */
export function Link({ to, prefetch, preventScrollReset, from, reloadDocument, onPress, onClick, ...rest }: LinkProps) {
  const leaves = reloadDocument || rest.target !== undefined;
  const press = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event)) return;
    event.preventDefault();
    onPress?.();
  };
  return (
    <a
      {...rest}
      onClick={onPress ? press : onClick}
      href={to}
      data-link={leaves ? undefined : ""}
      data-ahead={prefetch ? "" : undefined}
      data-stays={preventScrollReset ? "" : undefined}
      data-from={from}
    />
  );
}

type NavLinkProps = LinkProps & {
  /** matches its page only, not those below it */
  end?: boolean;
};

/** A menu link, marked as current on its page and those below it. */
export function NavLink({ end = false, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const here = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`));
  return <Link {...rest} aria-current={here ? "page" : undefined} />;
}
