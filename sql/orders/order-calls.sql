-- The calls of an order, counted in order_workflow.
create or replace function order_called() returns trigger language plpgsql as $$
begin
  update order_workflow set calls = calls + 1, callback_at = new.callback_at,
    missed_calls = case when new.outcome = 'no_answer' then missed_calls + 1 else 0 end
  where order_id = new.order_id;
  return null;
end $$;
create or replace trigger order_call_insert after insert on order_call for each row execute function order_called();
