import type { Output, Progress } from "#shop/kernel/admin/admin-socket.ts";

/** What a terminal can do. */
interface Terminal {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const clearLine = "\r\u001b[K";
const barWidth = 24;

const bar = (share: number): string => {
  const full = Math.round(share * barWidth);
  return `[${"#".repeat(full)}${".".repeat(barWidth - full)}]`;
};

const inWords = ({ what, done, total }: Progress): string => {
  const share = total === 0 ? 1 : done / total;
  return `${what} ${done} of ${total} (${Math.floor(share * 100)} %)`;
};

/** how much further a work must be for another plain line, and how long one waits for it at most */
const plainStep = 0.1;
const plainEveryMs = 10_000;

/** A line now and then, for files and for who cannot see a line change. */
function plainly(err: Output["err"]): (progress: Progress) => void {
  let told = { what: "", share: 0, at: 0 };
  return (progress) => {
    const share = progress.total === 0 ? 1 : progress.done / progress.total;
    const now = performance.now();
    const news = progress.what !== told.what || share >= told.share + plainStep || now > told.at + plainEveryMs;
    if (!news && (share < 1 || told.share === 1)) return;
    told = { what: progress.what, share, at: now };
    err(inWords(progress));
  };
}

/**
 * Shows how far a work is: a bar that fills on a terminal, plain lines elsewhere. Standard output stays the command's own.
 * @param print where the command's own lines go
 */
export function showProgress(print: Pick<Output, "out" | "err">, terminal: Terminal): Output {
  if (!terminal.isTTY) return { ...print, progress: plainly(print.err) };
  let shown = false;
  const clear = (): void => {
    if (shown) terminal.write(clearLine);
    shown = false;
  };
  return {
    out: (line) => {
      clear();
      print.out(line);
    },
    err: (line) => {
      clear();
      print.err(line);
    },
    progress: (progress) => {
      const share = progress.total === 0 ? 1 : progress.done / progress.total;
      const text = `${bar(share)} ${inWords(progress)}`.slice(0, (terminal.columns ?? 80) - 1);
      terminal.write(`${clearLine}${text}`);
      shown = true;
      if (progress.done >= progress.total) {
        terminal.write("\n");
        shown = false;
      }
    },
  };
}
