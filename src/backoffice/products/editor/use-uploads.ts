import { useEffect, useRef, useState } from "react";
import { CallError } from "#backoffice/api/call-error.ts";
import { failureText } from "#backoffice/components/failure.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { type Crop, prepareImage } from "./prepare-image.ts";
import { type UploadedImage, uploadImage } from "./upload-image.ts";

/** The server's limit of a file. */
const maxBytes = 10 * 1024 * 1024;

/** A file on its way to the shop, or one that failed. */
export interface Upload {
  key: number;
  name: string;
  /** `blob:` URL */
  preview: string;
  file: Blob;
  progress: number;
  /** seconds until the next attempt */
  waits: number | null;
  error: string | null;
}

let keys = 0;

interface Uploads {
  uploads: readonly Upload[];
  add: (files: readonly File[]) => void;
  retry: (upload: Upload) => void;
  remove: (upload: Upload) => void;
}

/**
 * Uploads images one after the other; one that fails stays with its reason while the others continue.
 * @param onUploaded gets each image as soon as it is stored
 */
export function useUploads(onUploaded: (image: UploadedImage, name: string) => void): Uploads {
  const t = useTexts();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const uploaded = useRef(onUploaded);
  useEffect(() => {
    uploaded.current = onUploaded;
  });
  const patch = (key: number, fields: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...fields } : one)));
  const drop = ({ key, preview }: Upload) => {
    URL.revokeObjectURL(preview);
    setUploads((all) => all.filter((one) => one.key !== key));
  };
  const send = async (upload: Upload): Promise<void> => {
    const { key, name, file } = upload;
    try {
      const blob = await prepareImage(file);
      if (blob.size > maxBytes) return patch(key, { error: t("images.too_large", { name }) });
      const image = await uploadImage(blob, name, {
        progress: (progress) => patch(key, { progress, waits: null }),
        waiting: (waits) => patch(key, { waits, progress: 0 }),
      });
      uploaded.current(image, name);
      drop(upload);
    } catch (error) {
      patch(key, { waits: null, error: error instanceof CallError ? failureText(t, error) : t("failure.unexpected") });
    }
  };
  const start = (upload: Upload) => {
    queue.current = queue.current.then(() => send(upload));
  };
  return {
    uploads,
    add: (files) => {
      const fresh = files
        .map((file) => ({ file, name: file.name || "image.jpg" }))
        .map(({ file, name }) => ({
          ...{ key: ++keys, name, preview: URL.createObjectURL(file), file, progress: 0, waits: null },
          // what cannot be an image is not sent; a file without a type may be one of a kind that the browser does not know
          error: /^(image\/.*)?$/.test(file.type) ? null : t("images.no_image", { name }),
        }));
      setUploads((all) => [...all, ...fresh]);
      for (const upload of fresh) if (upload.error === null) start(upload);
    },
    retry: (upload) => {
      patch(upload.key, { error: null, progress: 0 });
      start(upload);
    },
    remove: drop,
  };
}

/** Loads a stored image, and uploads a part of it as a new one. */
export async function cropStored(
  src: string,
  name: string,
  crop: (width: number, height: number) => Crop,
): Promise<UploadedImage> {
  const response = await fetch(src);
  const blob = await prepareImage(await response.blob(), crop);
  return uploadImage(blob, name, { progress: () => {}, waiting: () => {} });
}
