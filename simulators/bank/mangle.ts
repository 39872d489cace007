/** How a payer's bank changes the content of a transfer before it arrives. */
const changes = {
  none: (text: string) => text,
  vcb: (text: string, reference: string) =>
    `MBVCB.${reference}.${text}.CT tu 0531000000000 NGUYEN VAN A toi 0011001234567 LIANNE tai VCB`,
  mb: (text: string) => `${text} FT25321859460704 Ma giao dich Trace866229 Trace 866229`,
  tcb: (text: string) => `NGUYEN VAN A chuyen tien${text}FT2532`,
  acb: (text: string) => `IBFT ${text}GD 677798-060426 22:32:01`,
  bidv: (text: string) => `ND:${text};tai Napas`,
  momo: (text: string) => `CUSTOMER ${text}-CHUYEN TIEN-OQCH1234`,
  lower_case: (text: string) => text.toLowerCase(),
  cut_at_25: (text: string) => `${text} THANH TOAN DON HANG`.slice(0, 25),
  inner_space: (text: string) => `${text.slice(0, 9)} ${text.slice(9)}`,
  prefix_glued: (text: string) => `CA${text}`,
  look_alike: (text: string) => text.replaceAll("0", "O"),
  wrong_digit: (text: string) => text.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
  empty: () => "",
  other_words: () => "thanh toan don hang",
} as const;

export type Mangle = keyof typeof changes;
export const mangles = Object.keys(changes) as readonly Mangle[];

export const mangled = (text: string, how: Mangle, reference: string): string => changes[how](text, reference);

/** Changes after which the shop still has to find the order by itself. */
export const readableMangles: readonly Mangle[] = mangles.filter(
  (how) => !["wrong_digit", "empty", "other_words"].includes(how),
);
