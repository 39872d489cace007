import pino, { type DestinationStream, type Logger } from "pino";
import { occasion } from "./request-context.ts";

/** What is told of an error: no detail of a driver's or a mail server's, which quote the row or the letter. */
interface SerializedError {
  type: string;
  message: string;
  stack: string;
  code?: unknown;
  constraint?: unknown;
  cause?: SerializedError;
}

const deepestCause = 5;
function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: "" };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? "",
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(error.cause === undefined || depth === deepestCause ? {} : { cause: serializeError(error.cause, depth + 1) }),
  };
}

const mailAddress = /[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g;
const phoneNumber = /(?<![\d.])(?:\+?84|0)[35789]\d{8}(?!\d)/g;

/** The last thing before a line is written: messages of other programs may quote whom they are about. It stays JSON. */
const redact = (line: string): string =>
  (line.includes("@") ? line.replace(mailAddress, "(address)") : line).replace(phoneNumber, "0");

/** What a line belongs to, where its logger does not say so already, as a request's own does. */
function requestIdMixin(_line: object, _level: number, logger: Logger): object {
  const id = occasion()?.id;
  return id === undefined || "reqId" in logger.bindings() ? {} : { reqId: id };
}

/** One JSON object a line, with the id of the request that it belongs to. @param after called when a line was written */
export const createLog = (
  level: string,
  destination: DestinationStream,
  after: (level: number) => void = () => {},
): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: requestIdMixin,
      serializers: { err: (error: unknown) => serializeError(error) },
      hooks: {
        streamWrite: redact,
        logMethod(line, write, of) {
          write.apply(this, line);
          after(of);
        },
      },
    },
    destination,
  );

const warning = 40;
/** what has gone well is written when there is so much of it, and at least this often */
const bufferBytes = 8 * 1024;
const flushEveryMs = 1_000;

/**
 * Opens the log of a shop that serves, on standard output. Writing each line by itself costs more than a ready answer does, so
 * they are collected; a warning, and the end of the process, take all that came before along.
 */
export function createServerLog(level: string): Logger {
  const out = pino.destination({ dest: 1, minLength: bufferBytes, periodicFlush: flushEveryMs, sync: true });
  process.once("exit", () => out.flushSync());
  return createLog(level, out, (of) => {
    if (of >= warning) out.flushSync();
  });
}
