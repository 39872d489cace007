import { useState } from "react";
import { Button } from "#design/button.tsx";
import { Dialog, Drawer } from "#design/dialog.tsx";
import { TextField } from "#design/field.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { DesignSection, Specimen } from "./specimen.tsx";

type ShownOverlay = "dialog" | "drawer";

export function Overlays() {
  const t = useTexts();
  const [open, setOpen] = useState<ShownOverlay | null>(null);
  const manners = { onClose: () => setOpen(null), closeLabel: t("common.close") };
  return (
    <DesignSection title="Overlays">
      {(["dialog", "drawer"] as const).map((overlay) => (
        <Specimen key={overlay} name={overlay}>
          <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen(overlay)}>
            Open the {overlay}
          </Button>
        </Specimen>
      ))}
      <Dialog {...manners} open={open === "dialog"} title={t("auth.forgot_title")}>
        <p className="mb-5 text-sm text-taupe">{t("auth.forgot_text")}</p>
        <TextField label={t("auth.email")} />
      </Dialog>
      <Drawer
        {...manners}
        open={open === "drawer"}
        title={t("cart.title")}
        footer={
          <Button wide onClick={() => setOpen(null)}>
            {t("cart.checkout")}
          </Button>
        }
      >
        {t("cart.shipping_note")}
      </Drawer>
    </DesignSection>
  );
}
