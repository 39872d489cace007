-- The packer has ticked the earlier item of a line, not the one that an edit of the order puts in its place: that one is ticked again.
create or replace function order_line_item_replaced() returns trigger language plpgsql as $$
begin
  delete from packing_tick where line_id = new.id;
  return null;
end $$;
create or replace trigger order_line_item_update after update of product_id, variation_id on order_line for each row
  when (old.product_id is distinct from new.product_id or old.variation_id is distinct from new.variation_id)
  execute function order_line_item_replaced();
