import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { TextField } from "#design/field.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { createRepeatFilter } from "./repeat-filter.ts";
import { takePhoto } from "./take-photo.ts";
import { type CameraState, useCamera } from "./use-camera.ts";
import { useCodeReading } from "./use-code-reading.ts";
import { useHandScanner } from "./use-hand-scanner.ts";

/** A code, and how it was read. */
export interface Scan {
  code: string;
  by: "camera" | "hand_scanner" | "typed";
}

export interface ScannerHandle {
  /** The camera's image as a JPEG of at most 1,280 px; null while the camera is off. */
  takePhoto(): Promise<Blob> | null;
}

interface ScannerProps {
  /** A code that stays in view, or is read again within 2 s, is reported once; a typed one always. */
  onScan: (scan: Scan) => void;
  /** what to hold into view; also the label of the field for typing */
  hint: string;
  /** the camera is stopped and nothing is read */
  paused?: boolean;
  /** frames the image while the camera takes a photo instead of reading codes */
  photo?: boolean;
  /** called with the state of the camera, first and when it changes */
  onCamera?: (state: CameraState) => void;
  ref?: Ref<ScannerHandle>;
}

const offKey = "lianne-admin-camera";

/** The choice of this device: with a hand scanner the camera stays off. */
function useCameraChoice() {
  const [wanted, setWanted] = useState(() => localStorage.getItem(offKey) !== "off");
  const choose = (on: boolean) => {
    localStorage.setItem(offKey, on ? "on" : "off");
    setWanted(on);
  };
  return { wanted, choose };
}

const failures = { denied: "scanner.denied", missing: "scanner.missing", insecure: "scanner.insecure" } as const;
const photoFailures = {
  denied: "scanner.photo_denied",
  missing: "scanner.photo_missing",
  insecure: "scanner.photo_insecure",
} as const;
const isFailure = (state: CameraState): state is keyof typeof failures => state in failures;

interface CameraFailureProps {
  state: keyof typeof failures;
  isPhoto: boolean;
  onRetry: () => void;
}

/** In the place of the image, and as high: the buttons below must not move under a finger. */
function CameraFailure({ state, isPhoto, onRetry }: CameraFailureProps) {
  const t = useTexts();
  const reason = t((isPhoto ? photoFailures : failures)[state]);
  if (state === "insecure") return <Alert tone="warning">{reason}</Alert>;
  return (
    <div
      role="alert"
      className={classes(
        "grid place-content-center justify-items-center gap-3 rounded-[8px] bg-sand px-6 py-4 text-center text-sm",
        isPhoto ? "aspect-[4/3] max-h-[50dvh]" : "min-h-[min(34dvh,16rem)]",
      )}
    >
      <p className="text-balance">{reason}</p>
      <Button look="secondary" size="small" className="min-h-12" onClick={onRetry}>
        {t("actions.retry")}
      </Button>
    </div>
  );
}

/** The field for a code that cannot be read, e.g. a scratched label. */
function TypedCode({ label, onCode }: { label: string; onCode: (code: string) => void }) {
  const t = useTexts();
  const [code, setCode] = useState("");
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim()) onCode(code.trim());
        setCode("");
      }}
    >
      <TextField
        className="min-w-0 flex-1"
        label={label}
        value={code}
        maxLength={200}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" look="secondary" size="small" className="min-h-12 lg:min-h-12">
        {t("scanner.enter")}
      </Button>
    </form>
  );
}

/** Reads codes with the camera, a hand scanner in keyboard mode, or by typing. */
export function Scanner({ onScan, hint, paused = false, photo = false, onCamera, ref }: ScannerProps) {
  const t = useTexts();
  const id = useId();
  const { wanted, choose } = useCameraChoice();
  const [typing, setTyping] = useState(false);
  const camera = useCamera(wanted && !paused);
  const isRepeat = useRef(createRepeatFilter());
  const scan = (code: string, by: Scan["by"]) => {
    if (paused || (by === "camera" && photo)) return;
    if (by !== "typed" && isRepeat.current(code, performance.now())) return;
    onScan({ code, by });
  };
  const failed = useCodeReading(camera, (code) => scan(code, "camera"));
  useHandScanner((code) => scan(code, "hand_scanner"), !paused);
  const { state, video, lamp } = camera;
  useEffect(() => onCamera?.(state), [state, onCamera]);
  useImperativeHandle(ref, () => ({
    takePhoto: () => (state === "on" && video.current ? takePhoto(video.current) : null),
  }));
  return (
    <section aria-label={t("scanner.label")} className="max-w-152 space-y-2">
      {wanted && !isFailure(state) && (
        <div className="relative overflow-hidden rounded-[8px] bg-[#231f1c]">
          <video
            ref={video}
            muted
            playsInline
            aria-label={t("scanner.image")}
            className={classes("w-full object-cover", photo ? "aspect-[4/3] max-h-[50dvh]" : "h-[min(34dvh,16rem)]")}
          />
          {!photo && (
            <div className="pointer-events-none absolute inset-x-6 top-1/2 -translate-y-1/2 border-t-2 border-ivory/80">
              <p className="mx-auto mt-2 w-fit rounded-xs bg-ink/70 px-2 text-xs text-ivory">
                {state === "on" ? hint : t("scanner.starting")}
              </p>
            </div>
          )}
        </div>
      )}
      {isFailure(state) && <CameraFailure state={state} isPhoto={photo} onRetry={camera.restart} />}
      {failed && <Alert tone="warning">{t("scanner.reader_failed")}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          size="small"
          className="min-h-12"
          aria-expanded={typing}
          aria-controls={id}
          onClick={() => setTyping(!typing)}
        >
          {t("scanner.type")}
        </Button>
        {lamp && (
          <Button look="secondary" size="small" className="min-h-12" aria-pressed={lamp.on} onClick={lamp.toggle}>
            {t("scanner.lamp")}
          </Button>
        )}
        {state !== "insecure" && (
          <Button look="quiet" className="min-h-12" aria-pressed={wanted} onClick={() => choose(!wanted)}>
            {t("scanner.camera")}
          </Button>
        )}
      </div>
      <div id={id}>{typing && <TypedCode label={hint} onCode={(code) => scan(code, "typed")} />}</div>
    </section>
  );
}
