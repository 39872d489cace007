-- The staff member and the request that started a task: its writes are recorded under them, its messages are in the language of the request.
alter table background_task
  -- {name, address, action}, as in the audit log
  add column actor jsonb,
  add column language text not null default 'vi' check (language in ('vi', 'en'));
create index background_task_finished_at_idx on background_task (finished_at);
