/** The option without a box, and so without a gift; stored the same in both languages. */
const withoutBox = "No Box";

/** Whether a line with these options comes in its box, and so with the product's free gift. */
export const comesWithGift = (options: readonly { value: string }[]): boolean =>
  options.every(({ value }) => value !== withoutBox);
