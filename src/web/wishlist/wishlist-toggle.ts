import { revalidateSession, sessionUser } from "#web/api/session.ts";
import { setInWishlist, useWishlist } from "#web/api/wishlist.ts";
import { toast } from "#design/toast.ts";
import { changeErrorMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { openAuth } from "#web/navigation/auth-modal.ts";

export interface WishlistToggle {
  isListed: (productId: number) => boolean;
  /**
   * adds or removes; a guest gets the login dialog, and the action runs after login
   * @returns the error, which a toast has shown already and should also stay on the page; null otherwise
   */
  toggle: (productId: number) => Promise<string | null>;
}

export function useWishlistToggle(): WishlistToggle {
  const t = useTexts();
  const { isListed } = useWishlist();
  return {
    isListed,
    async toggle(productId) {
      const login = (listed: boolean): null => {
        openAuth("login", { reason: "wishlist", after: () => void change(listed) });
        return null;
      };
      const change = async (listed: boolean): Promise<string | null> => {
        const result = await setInWishlist(productId, listed);
        if (result?.ok) toast("success", t(listed ? "wishlist.added" : "wishlist.removed"));
        if (!result || result.ok) return null;
        if (result.status === 401) {
          revalidateSession();
          return login(listed);
        }
        const message = changeErrorMessage(t, result, listed ? "wishlist.add_error" : "wishlist.remove_error");
        toast("error", message);
        return message;
      };
      return (await sessionUser()) ? change(!isListed(productId)) : login(true);
    },
  };
}
