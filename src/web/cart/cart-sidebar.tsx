import { Drawer } from "#web/design/dialog.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

export default function CartSidebar({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts();
  return (
    <Drawer open={open} onClose={onClose} title={t("cart.title")} closeLabel={t("common.close")}>
      {null}
    </Drawer>
  );
}
