import { revalidateSession, sessionUser } from "#web/api/session.ts";
import { setInWishlist, useWishlist } from "#web/api/wishlist.ts";
import { toast } from "#web/design/toast.ts";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { openAuth } from "#web/navigation/auth-modal.ts";

export interface WishlistToggle {
  isWished: (productId: number) => boolean;
  /**
   * adds or removes; a guest gets the login dialog, and the action runs after login
   * @returns the error, which a toast has shown already and should also stay on the page; null otherwise
   */
  toggle: (productId: number) => Promise<string | null>;
}

export function useWishlistToggle(): WishlistToggle {
  const t = useTexts();
  const { isListed: isWished } = useWishlist();
  return {
    isWished,
    async toggle(productId) {
      const login = (wished: boolean): null => {
        openAuth("login", { reason: "wishlist", after: () => void change(wished) });
        return null;
      };
      const change = async (wished: boolean): Promise<string | null> => {
        const answer = await setInWishlist(productId, wished);
        if (answer?.ok) toast("success", t(wished ? "wishlist.added" : "wishlist.removed"));
        if (!answer || answer.ok) return null;
        if (answer.status === 401) {
          revalidateSession();
          return login(wished);
        }
        const ours = answer.network || answer.status >= 500;
        const sentence = ours ? t(wished ? "wishlist.add_error" : "wishlist.remove_error") : problemMessage(t, answer);
        toast("error", sentence);
        return sentence;
      };
      return (await sessionUser()) ? change(!isWished(productId)) : login(true);
    },
  };
}
