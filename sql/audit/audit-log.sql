-- The audit log: what merchants and staff members did: with an API key through wc/v3, in the back office or with a command; and what jobs did. A transaction that sets lianne.actor
-- (src/shop/kernel/db/audit.ts) gets one row for each object that it inserts, updates or deletes.

-- The log is append-only. Rows may be deleted after ten years, the retention period of accounting records.
create or replace function audit_immutable() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW' then
    if old.at < now() - interval '10 years' then return old; end if;
  end if;
  raise exception 'The audit log is only added to.' using errcode = 'restrict_violation';
end $$;
create or replace trigger audit_immutable before update or delete on audit for each row execute function audit_immutable();
create or replace trigger audit_not_truncated before truncate on audit for each statement execute function audit_immutable();

-- Arguments: the object's kind in the log, its key column, and the columns whose values are logged. For all other columns only
-- the fact that they changed is logged, since they may hold personal data or secrets.
create or replace function write_audit() returns trigger language plpgsql as $$
declare
  actor jsonb := current_setting('lianne.actor')::jsonb;
  logged text[] := string_to_array(tg_argv[2], ' ');
  -- maintained by triggers, or by the task itself
  derived text[] := array['search_text', 'in_stock', 'price', 'min_price', 'max_price', 'on_sale', 'product_count', 'total_sales', 'results'];
  -- only record that there was a change
  dates text[] := array['created_at', 'modified_at', 'updated_at'];
  changes jsonb[];
begin
  if tg_op = 'INSERT' then
    changes := array(select jsonb_build_array(null, to_jsonb(n)) from new_rows n);
  elsif tg_op = 'DELETE' then
    changes := array(select jsonb_build_array(to_jsonb(o), null) from old_rows o);
  else
    changes := array(
      select jsonb_build_array(to_jsonb(o), to_jsonb(n)) from old_rows o join new_rows n
      on to_jsonb(o) ->> tg_argv[1] = to_jsonb(n) ->> tg_argv[1]
      where to_jsonb(o) - derived <> to_jsonb(n) - derived);
  end if;
  -- a bulk statement gets one row with the number of rows that it wrote
  if cardinality(changes) > 50 then
    changes := array[jsonb_build_array(null, null, cardinality(changes))];
  end if;
  insert into audit (actor, address, action, operation, object, object_id, change)
  select actor ->> 'name', (actor ->> 'address')::inet, actor ->> 'action',
    case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed' else 'changed' end,
    tg_argv[0], coalesce(c -> 1 ->> tg_argv[1], c -> 0 ->> tg_argv[1], ''),
    case when c -> 2 is not null then jsonb_build_object('rows', c -> 2) else coalesce((
      select jsonb_object_agg(name, case when name = any (logged)
        then jsonb_build_array(c -> 0 -> name, c -> 1 -> name) else 'true'::jsonb end)
      from jsonb_object_keys(case tg_op when 'DELETE' then c -> 0 else c -> 1 end) name
      where name <> all (derived || dates) and (tg_op = 'UPDATE' or name = any (logged))
        and coalesce(c -> 0 -> name, 'null') <> coalesce(c -> 1 -> name, 'null')), '{}') end
  from unnest(changes) c
  -- what jobs update besides logged values is their own: attempts, times
  where actor ->> 'name' <> 'job' or tg_op <> 'UPDATE' or c -> 2 is not null
    or exists (select from unnest(logged) name where coalesce(c -> 0 -> name, 'null') <> coalesce(c -> 1 -> name, 'null'));
  return null;
end $$;

do $$
declare audited text[]; event text;
begin
  -- table, kind in the log, key column, columns whose values are logged
  foreach audited slice 1 in array array[
    ['product', 'product', 'id', 'sku slug type status regular_price sale_price scheduled_sale_price sale_from sale_to featured menu_order catalog_visibility stock_id'],
    ['variation', 'variation', 'id', 'product_id sku status regular_price sale_price scheduled_sale_price sale_from sale_to menu_order stock_id'],
    ['stock', 'stock', 'id', 'quantity managed'],
    ['stock_detail', 'stock_detail', 'stock_id', 'bin muted_until'],
    ['price_change', 'price_change', 'id', 'state'],
    ['product_import', 'product_import', 'id', 'file_name state strict'],
    ['stock_count', 'stock_count', 'id', 'scope state'],
    ['stock_count_entry', 'count_entry', 'count_id', 'stock_id quantity'],
    ['stock_receipt', 'stock_receipt', 'id', 'supplier document_number'],
    ['category', 'category', 'id', 'slug parent_id menu_order display kind'],
    ['category_deletion', 'category_deletion', 'id', 'category_id undone_at'],
    ['gift', 'gift', 'slug', 'picture_id quantity min_amount starts_on ends_on everywhere in_force'],
    ['gift_category', 'gift_category', 'gift_slug', 'category_id'],
    ['attribute', 'attribute', 'id', 'slug order_by has_archives product_id menu_order is_filter'],
    ['term', 'term', 'id', 'attribute_id slug menu_order'],
    ['tag', 'tag', 'id', 'slug'],
    ['picture', 'picture', 'id', 'hash'],
    ['orders', 'order', 'id', 'customer_id status total shipping_total fee_total discount_total payment_method paid_at completed_at'],
    ['order_note', 'order_note', 'id', 'order_id customer_note'],
    ['refund', 'refund', 'id', 'order_id payment_id amount status dismissed_at dismissed_by'],
    ['deposit', 'deposit', 'order_id', 'amount state requested_by expires_at'],
    ['bank_transfer', 'bank_transfer', 'id', 'order_id amount state'],
    ['bank_refund_account', 'bank_account', 'order_id', 'entered_by'],
    ['refund_request', 'refund_request', 'id', 'order_id amount state requested_by decided_by refund_id'],
    ['parcel', 'parcel', 'id', 'order_id carrier status fee handed_over_at return_decision'],
    ['manifest', 'manifest', 'id', 'carrier closed_at closed_by'],
    ['manifest_parcel', 'manifest_parcel', 'parcel_id', 'manifest_id cod_amount'],
    ['returned_item', 'returned_item', 'id', 'order_id parcel_id line_id quantity state restocked'],
    ['carrier_compensation', 'compensation', 'parcel_id', 'order_id amount received_on'],
    ['exchange', 'exchange', 'order_id', 'replaces_order_id line_id quantity received_at'],
    ['order_call', 'order_call', 'id', 'order_id staff_id outcome callback_at'],
    ['promise_change', 'promise_change', 'id', 'order_id staff_id day_before day_after'],
    ['order_print', 'order_print', 'id', 'order_id staff_id kind size'],
    ['saved_view', 'saved_view', 'id', 'name shared'],
    ['background_task', 'background_task', 'id', 'kind state total'],
    ['packing', 'packing', 'order_id', 'state staff_id tray weight_g box_id'],
    ['packing_box', 'packing_box', 'id', 'name length_cm width_cm height_cm weight_g'],
    ['packing_tick', 'packing_tick', 'order_id', 'line_id quantity at'],
    ['packing_photo', 'packing_photo', 'id', 'order_id'],
    ['warranty', 'warranty', 'code', 'order_id line_id valid_until'],
    ['warranty_repair', 'warranty_repair', 'id', 'warranty_code'],
    ['customer', 'customer', 'id', ''],
    ['webhook', 'webhook', 'id', 'status topic'],
    ['merchant_key', 'key', 'id', 'permissions revoked_at'],
    ['setting', 'setting', 'name', 'value'],
    ['currency', 'currency', 'code', 'rate'],
    ['staff', 'staff', 'id', 'role language scanner_tones scanner_vibration activated_at closed_at'],
    ['staff_role', 'staff_role', 'role', 'permissions'],
    ['staff_passkey', 'staff_passkey', 'id', 'staff_id revoked_at'],
    ['staff_totp', 'staff_totp', 'staff_id', 'confirmed_at'],
    ['staff_recovery_code', 'staff_recovery_code', 'id', 'staff_id']]
  loop
    foreach event in array array['insert', 'update', 'delete'] loop
      execute format('create or replace trigger audit_%2$s after %2$s on %1$I referencing %3$s for each statement
          when (coalesce(current_setting(''lianne.actor'', true), '''') <> '''')
          execute function write_audit(%4$L, %5$L, %6$L)',
        audited[1], event,
        case event when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows'
          else 'old table as old_rows new table as new_rows' end,
        audited[2], audited[3], audited[4]);
    end loop;
  end loop;
end $$;
