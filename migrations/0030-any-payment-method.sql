-- payment methods are a registry in the code: a further one needs no migration
alter table payment drop constraint payment_method_check;
alter table payment add constraint payment_method_check check (method ~ '^[a-z][a-z0-9_]*$');
