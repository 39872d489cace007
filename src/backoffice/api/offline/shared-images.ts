/** Images that another program of the device has shared with the installed back office, until a screen takes them. */
export const sharedImagesCache = "admin-shared-images";
export const maxSharedImages = 20;

/** The shared images that wait. None where the browser stores nothing. */
export async function sharedImages(): Promise<File[]> {
  const cache = await caches.open(sharedImagesCache);
  const responses = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
  return Promise.all(
    responses
      .filter((response) => response !== undefined)
      .map(async (response, index) => {
        const blob = await response.blob();
        return new File([blob], `image-${index + 1}`, { type: blob.type });
      }),
  );
}

/** Browsers have no cache for pages over plain http. */
export async function removeSharedImages(): Promise<void> {
  if ("caches" in globalThis) await caches.delete(sharedImagesCache).catch(() => false);
}
