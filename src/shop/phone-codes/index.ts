// Codes by which customers prove a phone number, and the services that send them.

export {
  checkCode,
  type CodeCheck,
  CodeLimitError,
  codeMs,
  type CodeSubject,
  createCode,
  sweepCodes,
} from "./codes.ts";
export { codeBudgetSetting, sendCode } from "./send-code.ts";
