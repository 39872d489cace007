/** Element id of an option of a suggestion list. */
export const optionId = (listId: string, index: number): string => `${listId}-${index}`;
