import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { call } from "#backoffice/api/call.ts";

/** Passkeys exist only in a secure context: https, or localhost. */
export const passkeysExist = (): boolean => window.isSecureContext && "PublicKeyCredential" in window;

/** Whether the person closed the browser's own dialog, or it found no passkey; the browser does not report which. */
export const wasDismissed = (error: unknown): boolean =>
  error instanceof WebAuthnError ||
  (error instanceof Error && /^(NotAllowed|Abort|InvalidState)Error$/.test(error.name));

/** The contract passes the options on as WebAuthn defines them. */
const isRequest = (options: object): options is PublicKeyCredentialRequestOptionsJSON => "challenge" in options;
const isCreation = (options: object): options is PublicKeyCredentialCreationOptionsJSON =>
  "challenge" in options && "user" in options;

/** Signs in with a passkey of this browser or of a phone near it. @throws CallError, and what {@link wasDismissed} recognizes */
export async function signInWithPasskey(remember: boolean): Promise<true> {
  const { data: options } = await call("POST bo/session/passkey/options", { prompts: false });
  if (!isRequest(options)) throw new TypeError("These are no options of a passkey.");
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options });
  const { clientDataJSON, authenticatorData, signature } = response;
  const signed = { id, rawId, type, response: { clientDataJSON, authenticatorData, signature } };
  await call("POST bo/session/passkey", { body: { response: signed, remember }, prompts: false });
  return true;
}

/** Creates a passkey and adds it to the account. @returns recovery codes, if the account had none */
export async function createPasskey(name: string): Promise<string[]> {
  const { data: options } = await call("POST bo/passkeys/options", {});
  if (!isCreation(options)) throw new TypeError("These are no options of a passkey.");
  const { response, id, rawId, type } = await startRegistration({ optionsJSON: options });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const { data } = await call("POST bo/passkeys", {
    body: { name, response: { id, rawId, type, response: { clientDataJSON, attestationObject, transports } } },
  });
  return data.codes;
}
