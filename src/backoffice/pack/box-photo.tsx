import { type RefObject, useState } from "react";
import { Alert } from "#design/alert.tsx";
import { Button, buttonClasses } from "#design/button.tsx";
import { scalePhoto } from "#backoffice/device/scanner/take-photo.ts";
import type { ScannerHandle } from "#backoffice/device/scanner/scanner.tsx";
import type { CameraState } from "#backoffice/device/scanner/use-camera.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

interface BoxPhotoProps {
  scanner: RefObject<ScannerHandle | null>;
  /** of the scanner */
  camera: CameraState;
  onPhoto: (photo: Blob) => void;
  onClose: () => void;
}

/** Takes the photo of the open box with the scanner's camera; over http with the device's own one, without a camera it is a file. */
export function BoxPhoto({ scanner, camera, onPhoto, onClose }: BoxPhotoProps) {
  const t = useTexts();
  const [failed, setFailed] = useState(false);
  const hasCamera = camera === "on" || camera === "starting";
  const done = (photo: Promise<Blob> | null) => (photo ? photo.then(onPhoto, () => setFailed(true)) : setFailed(true));
  return (
    <div className="space-y-3">
      {failed && <Alert>{t("pack.photo_failed")}</Alert>}
      {hasCamera && (
        <Button wide onClick={() => void done(scanner.current?.takePhoto() ?? null)}>
          {t("pack.take")}
        </Button>
      )}
      <label className={buttonClasses(hasCamera ? "secondary" : "primary", "normal", true)}>
        {t(hasCamera ? "pack.photo_file" : "pack.photo_device")}
        <input
          type="file"
          accept="image/*"
          capture={camera === "insecure" ? "environment" : undefined}
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void done(scalePhoto(file));
          }}
        />
      </label>
      <Button look="quiet" wide onClick={onClose}>
        {t("actions.cancel")}
      </Button>
    </div>
  );
}
