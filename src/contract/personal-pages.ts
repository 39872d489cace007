/** Whether a page requires a customer: guests are redirected to the login. */
export const isCustomerPage = (path: string): boolean => /^\/(profile|checkout|final-payment)(\/|$)/.test(path);

/** Whether a page contains data of its visitor. */
export const isPersonalPage = (path: string): boolean =>
  isCustomerPage(path) || /^\/(cart|bank-payment|order|order-lookup|order-claim)(\/|$)/.test(path);
