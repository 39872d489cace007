import { Dialog } from "@base-ui/react/dialog";
import { SuccessIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** Covers the page between a placed cash order and its result page. */
export function SuccessOverlay({ open }: { open: boolean }) {
  const t = useTexts();
  return (
    <Dialog.Root open={open}>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil fixed inset-0 z-50" />
        <Dialog.Popup className="panel-centre fixed inset-0 z-50 m-auto flex h-fit w-[calc(100%-2rem)] max-w-md flex-col items-center gap-3 bg-ivory p-10 text-center shadow-float outline-none">
          <SuccessIcon size={40} className="text-success" />
          <Dialog.Title className="text-2xl">{t("order_info.overlay_title")}</Dialog.Title>
          <Dialog.Description className="text-sm text-taupe">{t("order_info.overlay_text")}</Dialog.Description>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
