import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { arrayMove, rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from "@dnd-kit/sortable";
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "#design/button.tsx";
import { useFileDrop } from "#backoffice/device/use-file-drop.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { CropSheet } from "./crop-sheet.tsx";
import { useEditor } from "./editor-context.ts";
import { ImageTile, UploadTile } from "./image-tile.tsx";
import type { FormImage } from "./product-form.ts";
import type { UploadedImage } from "./upload-image.ts";
import { useUploads } from "./use-uploads.ts";

/** Views of an image by its position, for a proposed alternative text. */
const views = ["front", "angle", "detail", "worn"] as const;

/** The widest file of an image, in its original proportions. */
const fullSize = (src: string): string => src.replace(/^https?:\/\/[^/]+/, "");

/** Images from the clipboard, wherever on the page they are pasted, unless into a text. */
function usePastedImages(onImages: (files: File[]) => void, enabled: boolean): void {
  const handler = useRef(onImages);
  useEffect(() => {
    handler.current = onImages;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
      if (files.length === 0) return;
      event.preventDefault();
      handler.current(files);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [enabled]);
}

function useImages() {
  const t = useTexts();
  const { form, change, readOnly } = useEditor();
  // several uploads may finish before the next render
  const current = useRef(form.images);
  useEffect(() => {
    current.current = form.images;
  });
  const set = (images: readonly FormImage[]) => {
    current.current = images;
    change({ images });
  };
  const propose = (index: number) => {
    const view = t(`images.view_${views[index % views.length] ?? "front"}`);
    const metal = form.specifications?.metal.name;
    const alt = (name: string) => [name, metal, view].filter(Boolean).join(", ");
    return { vi: alt(form.name_vi), en: alt(form.name_en) };
  };
  const imageOf = ({ id, src, width, height }: UploadedImage, index: number): FormImage => ({
    ...{ id, src: fullSize(src), width, height, ...propose(index), confirmed: false },
  });
  const add = (image: UploadedImage) => {
    const images = current.current;
    if (!images.some(({ id }) => id === image.id)) set([...images, imageOf(image, images.length)]);
  };
  const replace = (index: number, image: UploadedImage) =>
    set(
      current.current.map((one, at) =>
        at === index ? { ...one, ...imageOf(image, index), vi: one.vi, en: one.en } : one,
      ),
    );
  return { images: form.images, set, add, replace, readOnly };
}

interface SortableImagesProps extends Pick<ReturnType<typeof useImages>, "images" | "set" | "readOnly"> {
  onCrop: (index: number) => void;
  /** images on their way, after the stored ones */
  children: ReactNode;
}

/** The images in their order, which dragging, keys and buttons change. */
function SortableImages({ images, set, readOnly, onCrop, children }: SortableImagesProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { delay: 150, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const move = (from: number, to: number) => set(arrayMove([...images], from, to));
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over: target }) => {
        const index = (id: unknown) => images.findIndex((image) => image.id === id);
        if (target && active.id !== target.id) move(index(active.id), index(target.id));
      }}
    >
      <SortableContext items={images.map(({ id }) => id)} strategy={rectSortingStrategy} disabled={readOnly}>
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {images.map((image, index) => (
            <ImageTile
              key={image.id}
              image={image}
              index={index}
              count={images.length}
              readOnly={readOnly}
              onMove={(to) => move(index, to)}
              onCrop={() => onCrop(index)}
              onChange={(fields) => set(images.map((one, at) => (at === index ? { ...one, ...fields } : one)))}
              onRemove={() => set(images.filter((_one, at) => at !== index))}
            />
          ))}
          {children}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

/** Adds images by drop, by selecting several, by pasting, and with the camera; brings them in order, and describes them. */
export function ImagesSection() {
  const t = useTexts();
  const { images, set, add, replace, readOnly } = useImages();
  const { uploads, add: upload, retry, remove } = useUploads(add);
  const [cropped, setCropped] = useState<number | null>(null);
  const { over, handlers } = useFileDrop(upload);
  usePastedImages(upload, !readOnly);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    upload([...(event.target.files ?? [])]);
    event.target.value = "";
  };
  const shown = cropped === null ? undefined : images[cropped];
  return (
    <div className={over ? "outline-2 outline-offset-4 outline-champagne" : ""} {...handlers}>
      <SortableImages images={images} set={set} readOnly={readOnly} onCrop={setCropped}>
        {uploads.map((one, index) => (
          <UploadTile
            key={one.key}
            upload={one}
            position={images.length + index + 1}
            onRetry={() => retry(one)}
            onRemove={() => remove(one)}
          />
        ))}
      </SortableImages>
      {!readOnly && (
        <div className="mt-4 flex flex-wrap gap-3">
          <FileButton label={t("images.choose")} onChange={choose} />
          <FileButton label={t("images.camera")} onChange={choose} camera />
          <p className="w-full text-xs text-taupe">{t("images.hint")}</p>
        </div>
      )}
      {shown && cropped !== null && (
        <CropSheet
          image={shown}
          others={images.filter((one) => one !== shown)}
          onDone={(image) => {
            replace(cropped, image);
            setCropped(null);
          }}
          onClose={() => setCropped(null)}
        />
      )}
    </div>
  );
}

interface FileButtonProps {
  label: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  camera?: boolean;
}

/** A button that opens the files, or the camera of a phone. */
export function FileButton({ label, onChange, camera = false }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        accept="image/*"
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={onChange}
        {...(camera ? { capture: "environment" as const } : { multiple: true })}
      />
      <Button look="secondary" size="small" className="min-h-12" onClick={() => field.current?.click()}>
        {label}
      </Button>
    </>
  );
}
