import { sessionStore } from "#backoffice/api/session-store.ts";

/** `match`: the code is right; `wrong`: it is not; `alarm`: stop, the parcel must not leave. */
export type Feedback = "match" | "wrong" | "alarm";

interface Sound {
  hertz: number;
  fromMs: number;
  forMs: number;
}

// a match is one high tone, everything else is low and longer: they differ without a look at the screen
const tones: Record<Feedback, readonly Sound[]> = {
  match: [{ hertz: 1_320, fromMs: 0, forMs: 90 }],
  wrong: [
    { hertz: 220, fromMs: 0, forMs: 180 },
    { hertz: 165, fromMs: 200, forMs: 260 },
  ],
  alarm: [0, 300, 600].map((fromMs) => ({ hertz: 440, fromMs, forMs: 220 })),
};
const vibrations: Record<Feedback, number[]> = { match: [60], wrong: [180, 80, 180], alarm: [300, 120, 300, 120, 300] };

let context: AudioContext | null = null;

function play(output: AudioContext, { hertz, fromMs, forMs }: Sound): void {
  const oscillator = output.createOscillator();
  const volume = output.createGain();
  const start = output.currentTime + fromMs / 1_000;
  const end = start + forMs / 1_000;
  oscillator.frequency.value = hertz;
  // fades out: a tone that is cut off clicks
  volume.gain.setValueAtTime(0.25, start);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  oscillator.connect(volume).connect(output.destination);
  oscillator.start(start);
  oscillator.stop(end);
}

/** A tone and a vibration, as far as the account has not switched them off and the device has them. */
export function giveFeedback(kind: Feedback): void {
  // browsers refuse both, and log it, on a page that was not touched yet
  if (navigator.userActivation?.hasBeenActive === false) return;
  const staff = sessionStore.get()?.staff;
  if (staff?.scanner_vibration && "vibrate" in navigator) navigator.vibrate(vibrations[kind]);
  if (!staff?.scanner_tones || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  // browsers suspend it until the first tap
  void context.resume().catch(() => {});
  for (const tone of tones[kind]) play(context, tone);
}
