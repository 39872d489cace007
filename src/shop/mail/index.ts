export { type Mail, openMail, queueMail } from "./queue-mail.ts";
