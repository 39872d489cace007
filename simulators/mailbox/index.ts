import { langOf } from "#simulators/shared/document.ts";
import {
  type SimulatorResponse,
  type SimulatorRequest,
  json,
  type Listening,
  listen,
} from "#simulators/shared/server.ts";
import { parseFaultSettings, type MailFaultSettings } from "./faults.ts";
import { type StoredEmail, EmailStore } from "./emails.ts";
import { framed, gonePage, emailPage, listPage } from "./pages.ts";
import { type Smtp, serveSmtp } from "./smtp.ts";

export type { StoredEmail } from "./emails.ts";

export interface MailboxOptions {
  /** of the pages, and of SMTP; 0 picks a free one */
  port?: number;
  smtpPort?: number;
}

export interface MailboxSimulator {
  /** the value of `SMTP_URL` */
  smtpUrl: string;
  /** the page that shows the emails */
  url: string;
  /** emails to addresses that contain a text, the newest first; all without one */
  emails(to?: string): StoredEmail[];
  clear(): void;
  /** Sets the fault of the mail server. */
  setFault(fault: Partial<MailFaultSettings> & Pick<MailFaultSettings, "fault">): void;
  recover(): void;
  close(): Promise<void>;
}

const content = (type: string, body: string, policy: string, status = 200): SimulatorResponse => ({
  status,
  headers: {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "no-store",
    "content-security-policy": policy,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  },
  body,
});

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'";
/** An email may neither run nor fetch anything, not even outside of our frame. */
const emailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

function showEmail(emails: EmailStore, { url, headers }: SimulatorRequest): SimulatorResponse {
  const [, , id = "", part] = url.pathname.split("/");
  const to = url.searchParams.get("to") ?? "";
  const view = { lang: langOf(headers["accept-language"]), to, emails: emails.find(to) };
  const email = emails.read(id);
  if (!email) return content("text/html", gonePage(view), pagePolicy, 404);
  if (part === "html") return content("text/html", framed(email), emailPolicy);
  if (part === "source") return content("text/plain", email.source, pagePolicy);
  return content("text/html", emailPage(view, email), pagePolicy);
}

function control(smtp: Smtp, body: string): SimulatorResponse {
  const requested: unknown = body.trim() === "" ? null : JSON.parse(body);
  const fault = parseFaultSettings(requested);
  if (requested !== null && !fault) return json(400, { message: "fault, and to and times if need be" });
  smtp.setFault(fault);
  return json(200, { fault });
}

async function respond(emails: EmailStore, smtp: Smtp, call: SimulatorRequest): Promise<SimulatorResponse> {
  const { method, url, headers, body } = call;
  const to = url.searchParams.get("to") ?? "";
  switch (`${method} ${url.pathname}`) {
    case "GET /":
      return content(
        "text/html",
        listPage({ lang: langOf(headers["accept-language"]), to, emails: emails.find(to) }),
        pagePolicy,
      );
    case "GET /messages":
      return json(200, emails.find(to));
    case "DELETE /messages":
      emails.clear();
      return json(200, []);
    case "POST /control":
      return control(smtp, body);
    default:
      return method === "GET" && url.pathname.startsWith("/emails/")
        ? showEmail(emails, call)
        : json(404, { message: "Not found" });
  }
}

/**
 * Starts a simulator of a mail server: emails that it receives by SMTP are stored, not sent on, and are shown on a page and as
 * JSON under `/messages?to=`. `POST /control` takes a {@link MailFaultSettings}; an empty body clears it.
 */
export async function startMailbox({ port = 0, smtpPort = 0 }: MailboxOptions = {}): Promise<MailboxSimulator> {
  const emails = new EmailStore();
  const smtp = await serveSmtp(emails, smtpPort);
  let pages: Listening;
  try {
    pages = await listen(port, (call) => respond(emails, smtp, call));
  } catch (error) {
    await smtp.close();
    throw error;
  }
  return {
    smtpUrl: `smtp://127.0.0.1:${smtp.port}`,
    url: pages.origin,
    emails: (to = "") => emails.find(to),
    clear: () => emails.clear(),
    setFault: (fault) => smtp.setFault({ to: "", times: Number.POSITIVE_INFINITY, ...fault }),
    recover: () => smtp.setFault(null),
    close: async () => {
      await pages.close();
      await smtp.close();
    },
  };
}
