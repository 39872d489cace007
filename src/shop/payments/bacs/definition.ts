import { bankTransferMethod } from "#contract/payment-methods/bacs.ts";
import type { OnlineMethodServerDefinition } from "../online-method-definition.ts";
import { bankGateway } from "./index.ts";

/** A transfer arrives or it does not: no bank reports why one was declined. */
const declineMessages = {} as const;

export const bankTransferDefinition = {
  method: bankTransferMethod.id,
  isConfigured: ({ bank }) => bank !== null,
  openGateway: ({ config }) => config.bank && bankGateway(config.publicUrl),
  declineMessages,
} as const satisfies OnlineMethodServerDefinition;
