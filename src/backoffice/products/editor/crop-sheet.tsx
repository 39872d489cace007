import { useState } from "react";
import { Button } from "#design/button.tsx";
import { useAction } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import type { Crop } from "./prepare-image.ts";
import type { FormImage } from "./product-form.ts";
import type { UploadedImage } from "./upload-image.ts";
import { cropStored } from "./use-uploads.ts";

/** width to height of the shop's pictures */
const ratio = 4 / 5;

/** The largest part of an image in the shop's proportions. @param at from 0, left or top, to 100 @param turns after the crop */
const partOf =
  (at: number, turns: number) =>
  (width: number, height: number): Crop => {
    const target = turns % 2 === 1 ? 1 / ratio : ratio;
    const wide = Math.min(width, Math.round(height * target));
    const high = Math.min(height, Math.round(width / target));
    return { x: ((width - wide) * at) / 100, y: ((height - high) * at) / 100, width: wide, height: high, turns };
  };

interface CropSheetProps {
  image: FormImage;
  others: readonly FormImage[];
  onDone: (image: UploadedImage) => void;
  onClose: () => void;
}

/** Crops an image to 4:5 and turns it, next to the crops of the other images. The result is a new picture. */
export function CropSheet({ image, others, onDone, onClose }: CropSheetProps) {
  const t = useTexts();
  const [at, setAt] = useState(50);
  const [turns, setTurns] = useState(0);
  const apply = useAction(async () => {
    const widest = image.src.replace(/\/\d+\.webp$/, `/${Math.min(image.width, 1920)}.webp`);
    const source = (await fetch(widest, { method: "HEAD" })).ok ? widest : image.src;
    onDone(await cropStored(source, "crop.jpg", partOf(at, turns)));
  });
  return (
    <Sheet title={t("images.crop")} onClose={onClose}>
      <div className="space-y-4">
        <div className="flex gap-2 overflow-x-auto">
          <div className="aspect-4/5 w-44 shrink-0 overflow-hidden bg-sand outline-2 outline-ink">
            <img
              src={image.src}
              alt={image.vi}
              className="size-full object-cover"
              style={{ objectPosition: `${at}% ${at}%`, transform: `rotate(${turns * 90}deg)` }}
            />
          </div>
          {others.map((other) => (
            <img key={other.id} src={other.src} alt="" className="aspect-4/5 h-30 shrink-0 bg-sand object-cover" />
          ))}
        </div>
        <label className="block text-sm">
          {t("images.position")}
          <input
            type="range"
            min={0}
            max={100}
            value={at}
            onChange={(event) => setAt(Number(event.target.value))}
            className="mt-1 block h-11 w-full"
          />
        </label>
        <Button look="secondary" wide onClick={() => setTurns((turns + 1) % 4)}>
          {t("images.rotate")}
        </Button>
        <Failure error={apply.error} />
        <Button wide busy={apply.busy} onClick={() => void apply.run()}>
          {t("images.apply")}
        </Button>
      </div>
    </Sheet>
  );
}
