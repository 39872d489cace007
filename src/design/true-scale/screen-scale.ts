import { useSyncExternalStore } from "react";

const storageKey = "screen-scale";
/** device pixels per millimetre, from a large television to a phone held close */
const possible = { min: 2, max: 40 };

const follow = (changed: () => void) => {
  addEventListener("resize", changed);
  return () => removeEventListener("resize", changed);
};

/** Device pixels per CSS pixel: page zoom changes it, and not the screen. */
export const usePointsPerPixel = (): number =>
  useSyncExternalStore(
    follow,
    () => devicePixelRatio,
    () => 1,
  );

/** The device pixels per millimetre set earlier on this device; null if unset or without storage. */
export function storedScale(): number | null {
  try {
    const points = Number(localStorage.getItem(storageKey));
    return points >= possible.min && points <= possible.max ? points : null;
  } catch {
    return null;
  }
}

export function saveScale(pointsPerMm: number): void {
  try {
    localStorage.setItem(storageKey, pointsPerMm.toFixed(3));
  } catch {
    // then it applies to this page only
  }
}

/** Initial guess in CSS pixels: the CSS millimetre, or a typical phone. */
export const guessedPixelsPerMm = (): number => (matchMedia("(pointer: coarse)").matches ? 6 : 96 / 25.4);
