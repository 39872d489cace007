// Runs in the shop's process before the shop: its clock is wrong by as much as the test says, like a machine's whose time was lost.
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
// whoever listens would keep the process from ending
process.channel?.unref();
