import { useEffect, useEffectEvent, useState } from "react";
import { openBarcodeReader } from "./barcode-reader.ts";
import type { Camera } from "./use-camera.ts";

/** Between two readings: about eight a second find a code within 500 ms and leave a phone time for its screen. */
const pauseMs = 120;

/** Reads codes in the camera's image while it is on. @returns whether the reader's code could not be loaded */
export function useCodeReading({ video, state }: Camera, onCode: (code: string) => void): boolean {
  const report = useEffectEvent(onCode);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (state !== "on") return;
    let stopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const run = async () => {
      const read = await openBarcodeReader().catch(() => null);
      if (stopped) return;
      setFailed(read === null);
      if (!read) return;
      const next = async () => {
        const element = video.current;
        // a frame that cannot be read, while the camera starts or stops, contains no code
        const codes = element && element.readyState >= 2 ? await read(element).catch(() => []) : [];
        if (stopped) return;
        for (const code of codes) report(code);
        timer = setTimeout(() => void next(), pauseMs);
      };
      await next();
    };
    void run();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [state, video]);
  return failed;
}
