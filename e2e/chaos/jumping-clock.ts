// Preloaded in the shop's process: shifts its clock by the offset that the test sends, like a machine that has lost its
// time.
const RealDate = Date;
let offMs = 0;

class JumpingDate extends RealDate {
  constructor(...given: [] | [value: number | string | Date]) {
    if (given.length === 0) super(RealDate.now() + offMs);
    else super(...(given as [number]));
  }
  static override now = (): number => RealDate.now() + offMs;
}

globalThis.Date = JumpingDate as DateConstructor;
process.on("message", ({ clockIsOffByMs }: { clockIsOffByMs: number }) => {
  offMs = clockIsOffByMs;
});
// a referenced IPC channel would keep the process alive
process.channel?.unref();
