-- When the last wrong passwords and codes of an email were, at most five: five within 15 minutes lock it.
alter table staff_sign_in_failure add column failed_at timestamptz[] not null default '{}';
