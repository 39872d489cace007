-- An order's letters are in the language that it was placed in. Null of orders from before, and of those that merchants
-- enter: theirs are in the language of the account.
alter table orders add column language text check (language in ('vi', 'en'));
