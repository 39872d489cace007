import { useEffect, useRef, useState } from "react";
import type { CameraState } from "#backoffice/device/scanner/use-camera.ts";

/** Frames the photo as soon as only the photo is left and the camera is on, once, so that one tap takes it. */
export function usePhotoMode(onlyPhotoLeft: boolean) {
  const [photographing, setPhotographing] = useState(false);
  const [camera, setCamera] = useState<CameraState>("off");
  const offered = useRef(false);
  useEffect(() => {
    if (!onlyPhotoLeft || camera !== "on" || offered.current) return;
    offered.current = true;
    setPhotographing(true);
  }, [onlyPhotoLeft, camera]);
  return { photographing, setPhotographing, camera, setCamera };
}
