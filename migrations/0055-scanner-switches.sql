-- Whether the scanner of the back office sounds a tone and vibrates, by account.
alter table staff
  add column scanner_tones boolean not null default true,
  add column scanner_vibration boolean not null default true;
