/** The most boxes of a shop. */
export const maxBoxes = 20;

/** The longest name, which a phone shows in one line. */
export const maxBoxName = 60;
