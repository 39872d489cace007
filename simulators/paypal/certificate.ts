import { generateKeyPair, type KeyObject, randomBytes, sign } from "node:crypto";
import { promisify } from "node:util";

/** One value of DER: its tag, its length, its bytes. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const bytes: number[] = [];
  for (let rest = content.length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  const length = content.length < 128 ? [content.length] : [0x80 | bytes.length, ...bytes];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const bitString = (content: Buffer): Buffer => der(0x03, Buffer.from([0]), content);
const utcTime = (at: Date): Buffer =>
  der(0x17, Buffer.from(`${at.toISOString().replaceAll(/\D/g, "").slice(2, 14)}Z`, "ascii"));

const oid = {
  /** 1.2.840.113549.1.1.11 */
  sha256WithRsa: der(0x06, Buffer.from("2a864886f70d01010b", "hex")),
  /** 2.5.4.3 */
  commonName: der(0x06, Buffer.from("550403", "hex")),
  /** 2.5.29.17 */
  subjectAltName: der(0x06, Buffer.from("551d11", "hex")),
};
const algorithm = sequence(oid.sha256WithRsa, der(0x05));

const named = (name: string): Buffer =>
  sequence(der(0x31, sequence(oid.commonName, der(0x0c, Buffer.from(name, "utf8")))));

/** An X.509 certificate, version 3, signed by its own key. */
function selfSigned(name: string, publicKey: KeyObject, privateKey: KeyObject, from: Date, to: Date): Buffer {
  const altName = sequence(oid.subjectAltName, der(0x04, sequence(der(0x82, Buffer.from(name, "ascii")))));
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    // a positive number: its first bit is 0
    der(0x02, Buffer.from([1]), randomBytes(15)),
    algorithm,
    named(name),
    sequence(utcTime(from), utcTime(to)),
    named(name),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(altName)),
  );
  return sequence(signed, algorithm, bitString(sign("sha256", signed, privateKey)));
}

export interface SigningKey {
  /** the certificate, as it is served */
  pem: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

const dayMs = 24 * 60 * 60 * 1000;
const makeKeyPair = promisify(generateKeyPair);

/** A key for signing notifications, with a certificate of its own that is good for two years around now. */
export async function makeSigningKey(name: string, now: Date): Promise<SigningKey> {
  const { publicKey, privateKey } = await makeKeyPair("rsa", { modulusLength: 2048 });
  const [from, to] = [-365, 365].map((days) => new Date(now.getTime() + days * dayMs)) as [Date, Date];
  const text = selfSigned(name, publicKey, privateKey, from, to).toString("base64");
  const pem = `-----BEGIN CERTIFICATE-----\n${text.replaceAll(/.{64}/g, "$&\n").trimEnd()}\n-----END CERTIFICATE-----\n`;
  return { pem, privateKey, publicKey };
}
