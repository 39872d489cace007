import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { smtpError, type MailFault, type MailFaultSettings } from "./faults.ts";
import type { EmailStore } from "./emails.ts";

export interface Smtp {
  port: number;
  /** @param settings null for none */
  setFault(settings: MailFaultSettings | null): void;
  close(): Promise<void>;
}

const maxBytes = 10 * 1024 * 1024;

const recipients = ({ envelope }: SMTPServerSession): string[] => envelope.rcptTo.map(({ address }) => address);

/** The fault that applies to these addresses; each call that returns one counts towards `times`. */
function faultFor(
  settings: MailFaultSettings | null,
  addresses: readonly string[],
  wanted: readonly MailFault[],
): MailFault | null {
  if (!settings || settings.times <= 0 || !wanted.includes(settings.fault)) return null;
  const hit = addresses.some((address) => address.toLowerCase().includes(settings.to.toLowerCase()));
  if (!hit) return null;
  settings.times -= 1;
  return settings.fault;
}

/** Serves SMTP on this machine alone, without passwords and encryption. @param port 0 picks a free one */
export async function serveSmtp(emails: EmailStore, port: number): Promise<Smtp> {
  let settings: MailFaultSettings | null = null;
  const server = new SMTPServer({
    name: "mailbox.simulator",
    banner: "a simulator: emails are not sent on",
    disabledCommands: ["AUTH", "STARTTLS"],
    authOptional: true,
    disableReverseLookup: true,
    size: maxBytes,
    closeTimeout: 300,
    onRcptTo({ address }, _session, done) {
      const fault = faultFor(settings, [address], ["reject", "busy"]);
      if (fault === "reject") return done(smtpError(550, "5.1.1 No such recipient here"));
      if (fault === "busy") return done(smtpError(451, "4.3.2 Try again later"));
      return done();
    },
    onData(stream, session, done) {
      const take = async (): Promise<string | null> => {
        const source = await buffer(stream);
        if (stream.sizeExceeded) throw smtpError(552, "5.3.4 The email is too large");
        const to = recipients(session);
        const fault = faultFor(settings, to, ["busy_after_data", "reject_after_data", "disconnect"]);
        if (fault === "busy_after_data") throw smtpError(451, "4.3.2 Try again later");
        if (fault === "reject_after_data") throw smtpError(554, "5.7.1 This email is rejected");
        const { id } = await emails.take(source, {
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : "",
          to,
        });
        return fault === "disconnect" ? null : `2.0.0 taken as ${id}`;
      };
      take().then(
        (reply) => (reply === null ? disconnect(server, session) : done(null, reply)),
        (error: Error) => done(error),
      );
    },
  });
  // a client that disconnects during a session is no error of the server
  server.on("error", () => {});
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    setFault: (next) => {
      settings = next;
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}

function disconnect(server: SMTPServer, { id }: SMTPServerSession): void {
  for (const connection of server.connections) if (connection.id === id) connection.close();
}
