import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";

/** Reads the codes in the current frame of a video. */
export type BarcodeReader = (video: HTMLVideoElement) => Promise<string[]>;

const formats = ["qr_code", "code_128", "ean_13"] as const;

/** The part of `BarcodeDetector` that browsers and the library have in common. */
interface Detector {
  detect(video: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: (typeof formats)[number][] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

declare global {
  interface Window {
    /** missing on iPhones and in Firefox */
    BarcodeDetector?: DetectorClass;
  }
}

/** The browser's own detector, if it reads all formats. */
async function nativeDetector(): Promise<DetectorClass | null> {
  const native = window.BarcodeDetector;
  const supported = (await native?.getSupportedFormats().catch(() => [])) ?? [];
  return native && formats.every((format) => supported.includes(format)) ? native : null;
}

// set by the build, see reader-plugin.ts
declare const __READER_URL__: string;
type Library = typeof import("barcode-detector/ponyfill");

const loadLibrary = (): Promise<Library> =>
  import.meta.env.DEV
    ? import("barcode-detector/ponyfill")
    : (import(/* @vite-ignore */ __READER_URL__) as Promise<Library>);

/** Loads the library and its WebAssembly from the shop itself: 380 kB, only on devices without a detector of their own. */
async function wasmDetector(): Promise<DetectorClass> {
  const { BarcodeDetector, prepareZXingModule } = await loadLibrary();
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  return BarcodeDetector;
}

let opened: Promise<BarcodeReader> | null = null;

async function open(): Promise<BarcodeReader> {
  const Detector = (await nativeDetector()) ?? (await wasmDetector());
  const detector = new Detector({ formats: [...formats] });
  return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue.trim()).filter(Boolean);
}

/** The reader of QR, Code 128 and EAN-13 codes. @throws if its code cannot be loaded; the next call then tries again */
export function openBarcodeReader(): Promise<BarcodeReader> {
  opened ??= open().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}
