const number = /^[+-]?\d+(\.\d+)?$/;
const formula = /^[=+\-@\t\r]/;
/** A formula in a part of the cell, for programs that separate cells with semicolons or tabs instead of commas. */
const laterFormula = /([;\t\r\n])(?=[=+\-@])/g;

/**
 * Marks a cell of a file that people read, so that no spreadsheet executes it as a formula; plain numbers and phone numbers stay as they
 * are. Not for files that are imported again: those have WooCommerce's own convention, see src/shop/catalog/csv/cells.ts.
 */
export const neutralized = (cell: string): string =>
  number.test(cell) ? cell : cell.replace(laterFormula, "$1'").replace(formula, "'$&");
