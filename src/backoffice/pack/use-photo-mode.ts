import { useEffect, useRef, useState } from "react";

/** Frames the photo as soon as only the photo is left and the camera is on, once, so that one tap takes it. */
export function usePhotoMode(onlyPhotoLeft: boolean) {
  const [photographing, setPhotographing] = useState(false);
  const [cameraOn, setCameraOn] = useState(false);
  const offered = useRef(false);
  useEffect(() => {
    if (!onlyPhotoLeft || !cameraOn || offered.current) return;
    offered.current = true;
    setPhotographing(true);
  }, [onlyPhotoLeft, cameraOn]);
  return { photographing, setPhotographing, setCameraOn };
}
