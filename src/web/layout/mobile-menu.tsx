import { Drawer } from "#design/dialog.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { MenuEntries } from "./menu-entries.tsx";
import { PreferencesForm } from "./preferences-form.tsx";

/** The mobile menu: everything in the desktop header. */
export default function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      side="left"
      title={t("a11y.main_nav")}
      heading={<span className="font-display text-2xl tracking-[0.04em]">Lianne</span>}
      closeLabel={t("a11y.close_menu")}
      className="w-[calc(100%-3rem)] max-w-sm"
    >
      <MenuEntries className="-mt-5" />
      <div className="border-t border-line pt-6">
        <PreferencesForm />
      </div>
    </Drawer>
  );
}
