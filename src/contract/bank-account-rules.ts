/** The longest name of an account's holder. */
export const maxHolderLength = 70;
export const minHolderLength = 2;

/** The number of an account as it is stored: people write it in groups. */
export const accountNumberOf = (text: string): string => text.replaceAll(/[\s.-]/g, "");
export const accountPattern = /^[0-9A-Za-z]{4,19}$/;
