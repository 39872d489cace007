import { useEffect, useState } from "react";
import { Button } from "#design/button.tsx";
import { removeSharedImages, sharedImages } from "#backoffice/api/offline/shared-images.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

interface SharedImagesOfferProps {
  /** whether images are uploaded at the moment */
  uploading: boolean;
  onAdd: (files: File[]) => void;
}

/**
 * Offers the images that were shared from the gallery of the phone: nothing is uploaded unasked. The device stores them until they are
 * uploaded, so that a reload offers them again.
 */
export function SharedImagesOffer({ uploading, onAdd }: SharedImagesOfferProps) {
  const t = useTexts();
  const [files, setFiles] = useState<readonly File[]>([]);
  useEffect(() => void sharedImages().then(setFiles, () => {}), []);
  const [accepted, setAccepted] = useState(false);
  useEffect(() => {
    if (accepted && !uploading) void removeSharedImages();
  }, [accepted, uploading]);
  if (files.length === 0) return null;
  return (
    <div role="status" className="mb-3 flex flex-wrap items-center gap-x-3 bg-sand py-1 pr-1 pl-4 text-sm">
      <span className="flex-1">{t("images.shared", { count: files.length })}</span>
      <Button
        look="quiet"
        className="min-h-12"
        onClick={() => {
          onAdd([...files]);
          setFiles([]);
          setAccepted(true);
        }}
      >
        {t("images.add_shared")}
      </Button>
      <Button
        look="quiet"
        className="min-h-12"
        onClick={() => {
          setFiles([]);
          void removeSharedImages();
        }}
      >
        {t("draft.discard")}
      </Button>
    </div>
  );
}
