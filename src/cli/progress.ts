import type { Output, CommandProgress } from "#shop/kernel/admin/admin-socket.ts";

/** The part of a TTY stream that is used here. */
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

const progressText = ({ what, done, total }: CommandProgress): string => {
  const share = total === 0 ? 1 : done / total;
  return `${what} ${done} of ${total} (${Math.floor(share * 100)} %)`;
};

/** a plain line is printed after this share of the work, and at least at this interval */
const lineStep = 0.1;
const maxLineIntervalMs = 10_000;

/** Prints separate lines, for files and for screen readers. */
function printLines(err: Output["err"]): (progress: CommandProgress) => void {
  let last = { what: "", share: 0, at: 0 };
  return (progress) => {
    const share = progress.total === 0 ? 1 : progress.done / progress.total;
    const now = performance.now();
    const isDue = progress.what !== last.what || share >= last.share + lineStep || now > last.at + maxLineIntervalMs;
    if (!isDue && (share < 1 || last.share === 1)) return;
    last = { what: progress.what, share, at: now };
    err(progressText(progress));
  };
}

/**
 * Shows progress: a bar on a terminal, plain lines elsewhere. Standard output is reserved for the command.
 * @param print receives the command's own lines
 */
export function showProgress(print: Pick<Output, "out" | "err">, terminal: Terminal): Output {
  if (!terminal.isTTY) return { ...print, progress: printLines(print.err) };
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
      const text = `${bar(share)} ${progressText(progress)}`.slice(0, (terminal.columns ?? 80) - 1);
      terminal.write(`${clearLine}${text}`);
      shown = true;
      if (progress.done >= progress.total) {
        terminal.write("\n");
        shown = false;
      }
    },
  };
}
