import { toProblem } from "#contract/call.ts";
import { CallError } from "#backoffice/api/call-error.ts";
import { sessionNonce } from "#backoffice/api/session-store.ts";
import { currentLanguage } from "#backoffice/i18n/texts.ts";

const pausesMs = [1_000, 2_000, 4_000, 8_000];
/** Time without progress after which an upload counts as disconnected. */
const stalledMs = 30_000;

export interface UploadedImage {
  id: number;
  src: string;
  width: number;
  height: number;
}

export interface UploadReport {
  /** percent */
  progress: (percent: number) => void;
  /** seconds until the next attempt */
  waiting: (seconds: number) => void;
}

/** One attempt; `fetch` does not report the progress of an upload. */
function attempt(blob: Blob, name: string, { progress }: UploadReport): Promise<UploadedImage> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/wp-json/wc/v3/pictures?lang=${currentLanguage()}`);
    request.responseType = "json";
    request.setRequestHeader("x-wp-nonce", sessionNonce() ?? "");
    request.setRequestHeader("content-type", blob.type);
    request.setRequestHeader("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
    const fail = (status: number) => reject(new CallError(status, toProblem(status, request.response)));
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), stalledMs);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      wait();
      progress(Math.round((loaded / total) * 100));
    };
    request.onloadend = () => clearTimeout(timer);
    request.onload = () => (request.status === 201 ? resolve(request.response as UploadedImage) : fail(request.status));
    request.onerror = () => fail(0);
    request.onabort = () => fail(0);
    wait();
    request.send(blob);
  });
}

const mayPass = (error: unknown): boolean =>
  error instanceof CallError && (error.network || (error.status >= 502 && error.status <= 504));

/** Uploads an image, with further attempts on a bad connection. The same bytes are stored once. @throws CallError */
export async function uploadImage(blob: Blob, name: string, report: UploadReport): Promise<UploadedImage> {
  for (const pauseMs of pausesMs) {
    try {
      return await attempt(blob, name, report);
    } catch (error) {
      if (!mayPass(error)) throw error;
      report.waiting(pauseMs / 1000);
      await new Promise((resume) => setTimeout(resume, pauseMs));
    }
  }
  return attempt(blob, name, report);
}
