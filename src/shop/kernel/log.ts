import pino, { type Logger } from "pino";

const warning = 40;
/** what has gone well is written when there is so much of it, and at least this often */
const bufferBytes = 8 * 1024;
const flushEveryMs = 1_000;

/**
 * Opens the log of a shop that serves: lines of JSON on standard output. Writing each by itself costs more than a ready answer
 * does, so they are collected; a warning, and the end of the process, take all that came before along.
 */
export function openLog(level: string): Logger {
  const out = pino.destination({ dest: 1, minLength: bufferBytes, periodicFlush: flushEveryMs, sync: true });
  process.once("exit", () => out.flushSync());
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        logMethod(line, write, of) {
          write.apply(this, line);
          if (of >= warning) out.flushSync();
        },
      },
    },
    out,
  );
}
