import { type RefObject, useEffect, useRef, useState } from "react";
import type { ScannerHandle } from "#backoffice/device/scanner/scanner.tsx";

/** Frames the photo as soon as only the photo is left, once, so that one tap takes it. */
export function usePhotoMode(scanner: RefObject<ScannerHandle | null>, onlyPhotoLeft: boolean) {
  const [photographing, setPhotographing] = useState(false);
  const offered = useRef(false);
  useEffect(() => {
    if (!onlyPhotoLeft || offered.current || !scanner.current?.isOn()) return;
    offered.current = true;
    setPhotographing(true);
  }, [onlyPhotoLeft, scanner]);
  return { photographing, setPhotographing };
}
