/** Longer edge of a photo, in pixels. */
export const photoSize = 1_280;
const quality = 0.85;

/** The current frame of the camera as a JPEG of at most 1,280 px. @throws if there is no frame yet */
export async function takePhoto(video: HTMLVideoElement): Promise<Blob> {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || videoHeight === 0) throw new Error("The camera has no image yet.");
  const scale = Math.min(1, photoSize / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The photo could not be encoded."))),
      "image/jpeg",
      quality,
    );
  });
}
