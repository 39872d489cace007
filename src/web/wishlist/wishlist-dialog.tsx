import { formatDate } from "#contract/dates.ts";
import { type CachedWishlist, readCachedWishlist } from "#web/api/cached-wishlist.ts";
import { useSession } from "#web/api/session.ts";
import { usePageWishlist } from "#web/api/wishlist.ts";
import { Button } from "#design/button.tsx";
import { Dialog } from "#design/dialog.tsx";
import { HeartIcon, OfflineIcon } from "#design/icons.tsx";
import { EmptyState } from "#design/page-states.tsx";
import { Skeleton } from "#design/skeleton.tsx";
import { useOnline } from "#design/use-online.ts";
import { LoadFailed } from "#web/i18n/load-failed.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { openAuth } from "#web/navigation/auth-modal.ts";
import { WishlistEntry } from "./wishlist-entry.tsx";
import { WishlistItems, wishlistGrid } from "./wishlist-items.tsx";

function Invitation() {
  const t = useTexts();
  return (
    <EmptyState icon={<HeartIcon size={32} />} title={t("wishlist.empty")} text={t("wishlist.login_required")}>
      <Button onClick={() => openAuth("login")}>{t("header.login")}</Button>
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div className={wishlistGrid} aria-busy="true">
      {["one", "two", "three"].map((place) => (
        <Skeleton key={place} className="aspect-4/5 w-full" />
      ))}
    </div>
  );
}

/** The cached list of an earlier visit, marked as such: current prices are not available. */
function Earlier({ at, products }: CachedWishlist) {
  const t = useTexts();
  return (
    <>
      <p role="status" className="mb-6 border-l-2 border-warning bg-warning-tint px-4 py-3 text-sm text-warning">
        {t("offline.wishlist_at", { date: formatDate(new Date(at)) })}
      </p>
      {products.length === 0 && <EmptyState icon={<HeartIcon size={32} />} title={t("wishlist.empty")} />}
      <ul className={wishlistGrid}>
        {products.map((item) => (
          <WishlistEntry key={item.id} item={item} />
        ))}
      </ul>
    </>
  );
}

function Content() {
  const t = useTexts();
  const online = useOnline();
  const { user, known, failure: unasked } = useSession();
  const { products, loading, failure, retry } = usePageWishlist();
  if (!user && (unasked?.network || !(known || online))) {
    const cached = readCachedWishlist();
    if (cached) return <Earlier {...cached} />;
    return <EmptyState icon={<OfflineIcon size={32} />} title={t("offline.title")} text={t("offline.text")} />;
  }
  if (known && !user) return <Invitation />;
  if (failure) return <LoadFailed title={t("wishlist.load_error")} failure={failure} onRetry={retry} />;
  if (!known || loading) return <Waiting />;
  return <WishlistItems products={products} />;
}

/** The customer's wishlist; a guest is invited to log in. */
export default function WishlistDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("wishlist.title")}
      closeLabel={t("common.close")}
      className="min-h-80 sm:max-w-3xl"
    >
      <Content />
    </Dialog>
  );
}
