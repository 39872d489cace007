import { z } from "zod";
import { NewPasskey, Ok, PasskeyEntry, PasskeySignIn, RecoveryCodes } from "../../backoffice/staff.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

const tag = "Back office: passkeys";
/** as WebAuthn defines them, for `@simplewebauthn/browser` */
const Options = z.record(z.string(), z.unknown());
const own = { access: "staff", permission: "any", tag } as const;

export const staffPasskeyEndpoints = {
  startPasskeySignIn: defineEndpoint({
    method: "POST",
    path: `${backOfficeApi}/session/passkey/options`,
    access: "signIn",
    tag,
    summary: "Get the options with which the browser requests a passkey; valid for 5 minutes, for this browser",
    response: Options,
    limit: "staffPasskeyByAddress",
  }),
  signInWithPasskey: defineEndpoint({
    method: "POST",
    path: `${backOfficeApi}/session/passkey`,
    access: "signIn",
    tag,
    summary: "Sign in with the browser's response; a passkey counts as both factors",
    body: PasskeySignIn,
    response: z.object({ step: z.literal("done") }),
    limit: "staffPasskeyByAddress",
  }),
  listPasskeys: defineEndpoint({
    ...own,
    method: "GET",
    path: `${backOfficeApi}/passkeys`,
    summary: "List the own passkeys",
    response: z.array(PasskeyEntry),
  }),
  startPasskey: defineEndpoint({
    ...own,
    method: "POST",
    path: `${backOfficeApi}/passkeys/options`,
    reauthenticate: true,
    duringSetUp: true,
    summary: "Get the options with which the browser creates a passkey",
    response: Options,
  }),
  addPasskey: defineEndpoint({
    ...own,
    method: "POST",
    path: `${backOfficeApi}/passkeys`,
    reauthenticate: true,
    duringSetUp: true,
    summary: "Add the passkey that the browser created; returns the recovery codes once, if there are none",
    body: NewPasskey,
    response: RecoveryCodes,
  }),
  removePasskey: defineEndpoint({
    ...own,
    method: "DELETE",
    path: `${backOfficeApi}/passkeys/{id}`,
    reauthenticate: true,
    summary: "Remove a passkey; 409 if a live account would have no second factor",
    response: Ok,
  }),
};
