// Codes by which customers prove a phone number, and the services that send them.

export {
  checkCode,
  CodeLimitError,
  codeMs,
  type CodeSubject,
  createCode,
  markCodeNotSent,
  sweepCodes,
} from "./codes.ts";
export { canSendCodes, codeBudgetSetting, sendCode } from "./send-code.ts";
