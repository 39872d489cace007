import { Button } from "#design/button.tsx";
import { Spinner } from "#design/spinner.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { FileButton } from "#backoffice/products/editor/images-section.tsx";
import { useUploads } from "#backoffice/products/editor/use-uploads.ts";

export interface FieldImage {
  id: number;
  src: string;
}

interface ImageFieldProps {
  label: string;
  image: FieldImage | null;
  error?: string | undefined;
  /** without it the image can only be replaced */
  onRemove?: () => void;
  onChange: (image: FieldImage) => void;
}

/** The one image of a record: it is uploaded as soon as it is chosen, and stored with the form. */
export function ImageField({ label, image, error, onRemove, onChange }: ImageFieldProps) {
  const t = useTexts();
  const { uploads, add, retry, remove } = useUploads(({ id, src }) => onChange({ id, src }));
  const upload = uploads.at(-1);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex items-center gap-4">
        {image ? (
          <img src={image.src} alt="" className="size-20 shrink-0 bg-sand object-cover" />
        ) : (
          <span className="grid size-20 shrink-0 place-items-center bg-sand px-1 text-center text-xs text-taupe">
            {t("taxonomies.no_image")}
          </span>
        )}
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <FileButton
            label={image ? t("taxonomies.replace_image") : t("taxonomies.choose_image")}
            onChange={(event) => {
              add([...(event.target.files ?? [])].slice(0, 1));
              event.target.value = "";
            }}
          />
          {image && onRemove && (
            <Button look="quiet" onClick={onRemove}>
              {t("taxonomies.remove_image")}
            </Button>
          )}
          {upload && !upload.error && (
            <p role="status" className="flex items-center gap-2 text-xs text-taupe">
              <Spinner />
              {upload.waits === null ? `${upload.progress} %` : t("images.waits", { seconds: upload.waits })}
            </p>
          )}
        </div>
      </div>
      {upload?.error && (
        <p role="alert" className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-danger">
          {upload.error}
          <Button look="quiet" onClick={() => retry(upload)}>
            {t("actions.retry")}
          </Button>
          <Button look="quiet" onClick={() => remove(upload)}>
            {t("actions.close")}
          </Button>
        </p>
      )}
      {error && <p className="mt-1 text-sm text-danger">{error}</p>}
    </fieldset>
  );
}
