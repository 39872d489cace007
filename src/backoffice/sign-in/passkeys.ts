import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { call } from "#backoffice/api/call.ts";

/** Loaded together with the options: the sign-in opens without it. */
const webauthn = () => import("@simplewebauthn/browser");

/** Passkeys exist only in a secure context: https, or localhost. */
export const passkeysExist = (): boolean => window.isSecureContext && "PublicKeyCredential" in window;

/** Whether the person closed the browser's own dialog, or it found no passkey; the browser does not report which. */
export const wasDismissed = (error: unknown): boolean =>
  error instanceof Error &&
  // the codes of errors that the library reports
  (("code" in error && /^ERROR_/.test(String(error.code))) ||
    /^(NotAllowed|Abort|InvalidState)Error$/.test(error.name));

/** The contract passes the options on as WebAuthn defines them. */
const isRequest = (options: object): options is PublicKeyCredentialRequestOptionsJSON => "challenge" in options;
const isCreation = (options: object): options is PublicKeyCredentialCreationOptionsJSON =>
  "challenge" in options && "user" in options;

/** What a passkey of this browser, or of a phone near it, has signed. @throws CallError, and what {@link wasDismissed} recognizes */
async function signWithPasskey() {
  const [{ data: options }, { startAuthentication }] = await Promise.all([
    call("POST bo/session/passkey/options", { prompts: false }),
    webauthn(),
  ]);
  if (!isRequest(options)) throw new TypeError("These are no options of a passkey.");
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature } };
}

/** Signs in with a passkey. @throws as {@link signWithPasskey} */
export async function signInWithPasskey(remember: boolean): Promise<void> {
  const response = await signWithPasskey();
  await call("POST bo/session/passkey", { body: { response, remember }, prompts: false });
}

/** Authenticates the person of the session again, with a passkey of the account. @throws as {@link signWithPasskey} */
export async function reauthenticateWithPasskey(): Promise<void> {
  const response = await signWithPasskey();
  await call("POST bo/session/reauthenticate", { body: { response }, prompts: false });
}

/** Creates a passkey and adds it to the account. @returns recovery codes, if the account had none */
export async function createPasskey(name: string): Promise<string[]> {
  const [{ data: options }, { startRegistration }] = await Promise.all([
    call("POST bo/passkeys/options", {}),
    webauthn(),
  ]);
  if (!isCreation(options)) throw new TypeError("These are no options of a passkey.");
  const { response, id, rawId, type } = await startRegistration({ optionsJSON: options });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const { data } = await call("POST bo/passkeys", {
    body: { name, response: { id, rawId, type, response: { clientDataJSON, attestationObject, transports } } },
  });
  return data.codes;
}
