import { useEffect, useRef, useState, type RefObject } from "react";

/** Browsers provide the camera over https only, and on `localhost`. */
export const cameraExists = (): boolean => window.isSecureContext && "mediaDevices" in navigator;

/** `insecure`: see {@link cameraExists}; `denied`: the person or the system did not allow it. */
export type CameraState = "off" | "starting" | "on" | "denied" | "missing" | "insecure";

declare global {
  interface MediaTrackCapabilities {
    torch?: boolean;
  }
  interface MediaTrackConstraintSet {
    torch?: boolean;
  }
}

export interface Camera {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
  /** the lamp; null if the camera has none */
  lamp: { on: boolean; toggle: () => void } | null;
  /** tries again after a failure */
  restart: () => void;
}

const wanted: MediaStreamConstraints = {
  video: { facingMode: { ideal: "environment" }, width: { ideal: 1_280 }, height: { ideal: 960 } },
  audio: false,
};

async function openStream(): Promise<MediaStream | "denied" | "missing"> {
  try {
    return await navigator.mediaDevices.getUserMedia(wanted);
  } catch (error) {
    return error instanceof DOMException && error.name === "NotAllowedError" ? "denied" : "missing";
  }
}

/** The device's rear camera, shown in a `<video>` while `enabled` and the page is visible. Otherwise it is stopped, and its light is off. */
export function useCamera(enabled: boolean): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const track = useRef<MediaStreamTrack | null>(null);
  const [state, setState] = useState<CameraState>(cameraExists() ? "off" : "insecure");
  const [lampOn, setLampOn] = useState<boolean | null>(null);
  const restart = useRef<() => void>(undefined);
  useEffect(() => {
    if (!cameraExists()) return;
    if (!enabled) return setState("off");
    let stopped = false;
    let stream: MediaStream | null = null;
    const stop = () => {
      for (const one of stream?.getTracks() ?? []) one.stop();
      stream = null;
      track.current = null;
    };
    const start = async () => {
      setState("starting");
      const opened = await openStream();
      if (typeof opened === "string") return stopped ? undefined : setState(opened);
      stream = opened;
      if (stopped || document.hidden) return stop();
      const element = video.current;
      track.current = opened.getVideoTracks()[0] ?? null;
      setLampOn(track.current?.getCapabilities?.().torch ? false : null);
      if (!element) return stop();
      element.srcObject = opened;
      await element.play().catch(() => {});
      if (!stopped) setState("on");
    };
    // phones end the camera of a page that is not visible
    const onVisibility = () => {
      stop();
      if (!document.hidden) void start();
    };
    void start();
    restart.current = () => {
      stop();
      void start();
    };
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      stopped = true;
      stop();
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, [enabled]);
  const toggle = () => {
    const on = !lampOn;
    void track.current?.applyConstraints({ advanced: [{ torch: on }] }).then(
      () => setLampOn(on),
      () => setLampOn(null),
    );
  };
  const lamp = lampOn === null ? null : { on: lampOn, toggle };
  return { video, state, lamp: state === "on" ? lamp : null, restart: () => restart.current?.() };
}
