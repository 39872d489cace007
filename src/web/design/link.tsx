import type { ComponentProps, MouseEvent } from "react";
import { useLocation } from "react-router";

export interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** where it leads: a path, with what is asked and the place on the page */
  to: string;
  /** fetch what its page needs when a finger or a mouse comes near */
  prefetch?: boolean;
  /** the page stays where it was scrolled to */
  preventScrollReset?: boolean;
  /** told to the page that it leads to, as `from` of its state */
  from?: string;
  /** what a press does instead, once the scripts are there; in another tab it is a link all the same */
  onPress?: (() => void) | undefined;
  /** the browser fetches the page, as it does without scripts; it does so too where there is a `target` */
  reloadDocument?: boolean;
}

type Keys = Pick<MouseEvent, "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;
/** Whether who presses a link wants it in another tab or window, or saved. */
export const opensElsewhere = ({ altKey, ctrlKey, metaKey, shiftKey }: Keys): boolean =>
  altKey || ctrlKey || metaKey || shiftKey;

/**
 * A link within the shop. It is an element and nothing else: what a press does, and what is fetched ahead, is done for all
 * of them in one place (navigation/link-navigation.tsx), since the router's own costs each of a page's sixty links a dozen hooks.
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
  /** its page alone, none below it */
  end?: boolean;
};

/** A link of the menu: it says when it leads to the page that is shown, or to one above it. */
export function NavLink({ end = false, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const here = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`));
  return <Link {...rest} aria-current={here ? "page" : undefined} />;
}
