import type { Writable } from "node:stream";

/** Waits until a stream accepts more data or is closed: writing faster than the client reads would fill the memory. */
export const waitForDrain = (stream: Writable): Promise<void> =>
  new Promise((done) => {
    if (!stream.writableNeedDrain || stream.destroyed) return done();
    const go = (): void => {
      stream.off("drain", go).off("close", go);
      done();
    };
    stream.on("drain", go).on("close", go);
  });
