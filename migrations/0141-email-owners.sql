-- When the account's owner proved that the mailbox of its confirmed email is their own: by a link in a session of the account, or before a
-- login to it, or by a new password. A confirmation alone can be that of another person, whose email was used for the account. Null also for
-- the accounts until now, whose links needed no session: a new password by email proves it.
alter table customer add column email_owned_at timestamptz;

-- `own`: what a browser that has confirmed an email without a session has, for a login afterwards
alter table email_verification drop constraint email_verification_purpose_check;
alter table email_verification add constraint email_verification_purpose_check check (purpose in ('confirm', 'refuse', 'own'));
