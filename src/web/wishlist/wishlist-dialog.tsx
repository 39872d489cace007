import { Drawer } from "#web/design/dialog.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

export default function WishlistDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts();
  return (
    <Drawer open={open} onClose={onClose} title={t("wishlist.title")} closeLabel={t("common.close")}>
      {null}
    </Drawer>
  );
}
