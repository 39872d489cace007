/** Longer edge of a photo, in pixels. */
const photoSize = 1_280;
const quality = 0.85;

async function toJpeg(source: CanvasImageSource, width: number, height: number): Promise<Blob> {
  const scale = Math.min(1, photoSize / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d")?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The photo could not be encoded."))),
      "image/jpeg",
      quality,
    );
  });
}

/** The current frame of the camera as a JPEG of at most 1,280 px. @throws if there is no frame yet */
export async function takePhoto(video: HTMLVideoElement): Promise<Blob> {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || videoHeight === 0) throw new Error("The camera has no image yet.");
  return toJpeg(video, videoWidth, videoHeight);
}

/** A photo of the device as a JPEG of at most 1,280 px. @throws if the file is no image */
export async function scalePhoto(file: Blob): Promise<Blob> {
  const image = await createImageBitmap(file);
  try {
    return await toJpeg(image, image.width, image.height);
  } finally {
    image.close();
  }
}
