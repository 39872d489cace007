export { type Mail, type MailTemplate, mailKind, openMail, type QueueMailOptions, queueMail } from "./queue-mail.ts";
