import { useSession } from "#web/api/session.ts";
import { setWished, useWishlist } from "#web/api/wishlist.ts";
import { toast } from "#web/design/toast.ts";
import { problemSentence } from "#web/i18n/problem-sentence.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { openAuth } from "#web/shell/auth-modal.ts";

export interface WishlistToggle {
  isWished: (productId: number) => boolean;
  /** adds or removes; a visitor gets the login dialog instead, and nothing changes */
  toggle: (productId: number) => Promise<void>;
}

export function useWishlistToggle(): WishlistToggle {
  const t = useTexts();
  const { user } = useSession();
  const { isWished } = useWishlist();
  return {
    isWished,
    async toggle(productId) {
      if (!user) return openAuth("login");
      const wished = !isWished(productId);
      const answer = await setWished(productId, wished);
      if (answer?.ok) toast("success", t(wished ? "wishlist.added" : "wishlist.removed"));
      else if (answer?.status === 401) openAuth("login");
      else if (answer?.network === false && answer.status < 500) toast("error", problemSentence(t, answer));
      else if (answer) toast("error", t(wished ? "wishlist.add_error" : "wishlist.remove_error"));
    },
  };
}
