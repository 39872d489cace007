import { useSortable } from "@dnd-kit/sortable";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { Spinner } from "#design/spinner.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import type { FormImage } from "./product-form.ts";
import type { Upload } from "./use-uploads.ts";

/** The longer side below which an image looks blurred on large screens. */
const smallSide = 1000;

const action = "min-w-11 lg:min-w-0";

interface ImageTileProps {
  image: FormImage;
  index: number;
  count: number;
  readOnly: boolean;
  onMove: (to: number) => void;
  onCrop: () => void;
  onChange: (fields: Partial<FormImage>) => void;
  onRemove: () => void;
}

function AltFields({ image, readOnly, onChange }: Pick<ImageTileProps, "image" | "readOnly" | "onChange">) {
  const t = useTexts();
  return (
    <div className="space-y-2">
      {(["vi", "en"] as const).map((lang) => (
        <label key={lang} className="block text-xs text-taupe">
          {t(lang === "vi" ? "images.alt_vi" : "images.alt_en")}
          <input
            lang={lang}
            value={image[lang]}
            disabled={readOnly}
            onChange={(event) => onChange({ [lang]: event.target.value, confirmed: true })}
            className="mt-0.5 h-11 w-full rounded-xs border border-edge bg-white px-2 text-base text-ink lg:h-9 lg:text-sm"
          />
        </label>
      ))}
      {!image.confirmed && (
        <p className="flex flex-wrap items-center gap-x-2">
          <Badge tone="warning">{t("images.proposed")}</Badge>
          {!readOnly && (
            <Button look="quiet" onClick={() => onChange({ confirmed: true })}>
              {t("images.confirm")}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

/** One image: dragged or moved by buttons, with its texts. The first is the main image. */
export function ImageTile({ image, index, count, readOnly, onMove, onCrop, onChange, onRemove }: ImageTileProps) {
  const t = useTexts();
  const { setNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({ id: image.id });
  const style = {
    transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
    transition,
  };
  const name = t("images.image", { number: index + 1 });
  const small = Math.max(image.width, image.height) < smallSide;
  return (
    <li
      ref={setNodeRef}
      style={style}
      className={classes("card space-y-2 bg-white p-3", isDragging && "z-10 shadow-float")}
    >
      <div className="flex gap-3">
        <button
          type="button"
          className="touch-none"
          {...attributes}
          {...(readOnly ? {} : listeners)}
          aria-label={t("images.drag", { number: index + 1 })}
        >
          <img src={image.src} alt={image.vi} className="aspect-4/5 w-24 bg-sand object-cover" />
        </button>
        <div className="min-w-0 flex-1 space-y-1">
          <p className="text-sm font-medium">
            {name} {index === 0 && <Badge tone="success">{t("images.main")}</Badge>}
          </p>
          <p className={classes("text-xs", small ? "text-warning" : "text-taupe")}>
            {image.width} × {image.height}
            {small && ` · ${t("images.small")}`}
          </p>
          {!readOnly && (
            <div className="flex flex-wrap">
              {index > 0 && (
                <>
                  <Button look="quiet" className={action} onClick={() => onMove(0)}>
                    {t("images.first")}
                  </Button>
                  <Button look="quiet" className={action} onClick={() => onMove(index - 1)}>
                    {t("images.before")}
                  </Button>
                </>
              )}
              {index < count - 1 && (
                <Button look="quiet" className={action} onClick={() => onMove(index + 1)}>
                  {t("images.after")}
                </Button>
              )}
              <Button look="quiet" className={action} onClick={onCrop}>
                {t("images.crop")}
              </Button>
              <Button look="quiet" className={action} onClick={onRemove}>
                {t("images.remove")}
              </Button>
            </div>
          )}
        </div>
      </div>
      <AltFields image={image} readOnly={readOnly} onChange={onChange} />
    </li>
  );
}

interface UploadTileProps {
  upload: Upload;
  position: number;
  onRetry: () => void;
  onRemove: () => void;
}

/** A file on its way, in the place that its image will have. */
export function MovingTile({ upload, position }: Pick<UploadTileProps, "upload" | "position">) {
  const t = useTexts();
  const { preview, progress, waits } = upload;
  return (
    <li className="relative">
      <img
        src={preview}
        alt={t("images.image", { number: position })}
        className="aspect-4/5 w-full bg-sand object-cover opacity-60"
      />
      <p className="absolute inset-x-0 bottom-0 flex items-center justify-center gap-2 bg-ivory/90 py-1 text-xs">
        <Spinner />
        {waits === null ? `${progress} %` : t("images.waits", { seconds: waits })}
      </p>
    </li>
  );
}

/** A file on its way: position, progress, the next attempt, or why it failed. */
export function UploadTile({ upload, position, onRetry, onRemove }: UploadTileProps) {
  const t = useTexts();
  const { name, preview, progress, waits, error } = upload;
  return (
    <li className="card flex gap-3 bg-white p-3">
      <img src={preview} alt="" className="aspect-4/5 w-24 bg-sand object-cover opacity-60" />
      <div className="min-w-0 flex-1 space-y-1 text-sm">
        <p className="font-medium">{t("images.image", { number: position })}</p>
        <p className="truncate text-xs text-taupe">{name}</p>
        {error ? (
          <>
            <p role="alert" className="text-xs text-danger">
              {error}
            </p>
            <Button look="quiet" onClick={onRetry}>
              {t("actions.retry")}
            </Button>
            <Button look="quiet" onClick={onRemove}>
              {t("images.remove")}
            </Button>
          </>
        ) : (
          <p className="flex items-center gap-2 text-xs text-taupe">
            <Spinner />
            {waits === null ? `${progress} %` : t("images.waits", { seconds: waits })}
          </p>
        )}
      </div>
    </li>
  );
}
