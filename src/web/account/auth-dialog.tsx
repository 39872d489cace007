import { Dialog } from "#web/design/dialog.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { AuthModal } from "#web/shell/auth-modal.ts";

export default function AuthDialog({ modal, onClose }: { modal: AuthModal | null; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog open={modal !== null} onClose={onClose} title={t("auth.login_title")} closeLabel={t("common.close")}>
      {null}
    </Dialog>
  );
}
