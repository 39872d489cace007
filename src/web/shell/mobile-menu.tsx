import { Drawer } from "#web/design/dialog.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

export default function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      side="left"
      title={t("a11y.main_nav")}
      titleHidden
      closeLabel={t("a11y.close_menu")}
    >
      {null}
    </Drawer>
  );
}
