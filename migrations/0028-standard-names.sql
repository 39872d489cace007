-- Standard names for tables, columns, functions, triggers, indexes and constraints. Functions, triggers and views stand in sql/ from
-- here on and are created after the migrations; those that indexes and generated columns depend on are renamed instead.
do $$
declare statement text;
begin
  for statement in
    select format('drop trigger %I on %s', tgname, tgrelid::regclass) from pg_trigger t join pg_class c on c.oid = tgrelid
    where not tgisinternal and c.relnamespace = current_schema()::regnamespace
  loop execute statement; end loop;
  for statement in
    select format('drop function %s', p.oid::regprocedure) from pg_proc p
    where pronamespace = current_schema()::regnamespace and proname not in ('order_words', 'search_folded', 'search_marked', 'search_unmarked')
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop execute statement; end loop;
end $$;

alter table filtered_shelf rename to category_filter;
alter table filtered_listing rename to category_filter_product;
alter table product_tally rename to product_status_count;
alter table carrier_answer rename to carrier_response_cache;
alter table sold_piece rename to sales_queue;
alter table search_slip rename to search_typo_key;
alter table search_unsettled rename to search_reindex_queue;
alter type search_place rename to search_slot;

alter table category_filter_product rename column shelf_id to filter_id;
alter table product_status_count rename column products to product_count;
alter table sales_queue rename column told to announced;
alter table search_typo_key rename column slip to typo_key;
alter table search_word rename column marked to accented;
alter table search_posting rename column marked to accented;
alter table search_posting rename column places to doc_bitmap;
alter table search_segment rename column taken to used_slots;
alter table search_segment rename column free to free_slots;
alter table product rename column sale_wanted to scheduled_sale_price;
alter table variation rename column sale_wanted to scheduled_sale_price;
alter table orders rename column stock_held to stock_reserved;
alter table orders rename column hold_until to stock_reserved_until;
alter table orders rename column words to search_text;
alter table order_line rename column words to search_text;
alter table order_line rename column own_name to custom_name;
alter table payment rename column answer to response;
alter table payment rename column check_after to next_poll_at;
alter table payment rename column held_at to review_started_at;
alter table payment_event rename column verdict to outcome;
alter table refund rename column surplus to is_overpayment;
alter table refund rename column asked_at to requested_at;
alter table refund rename column answer to response;
alter table refund rename column check_after to next_poll_at;
alter table parcel rename column cancel_asked_at to cancel_requested_at;
alter table parcel rename column check_after to next_poll_at;
alter table outbox rename column handed_over_at to smtp_data_at;
alter table outbox rename column asked_by to request_id;
alter table webhook rename column rests_until to retry_after;
alter table merchant_key rename column key_ending to truncated_key;
alter table newsletter_subscription rename column leave_token_hash to unsubscribe_token_hash;
alter table newsletter_subscription rename column left_at to unsubscribed_at;
alter table audit rename column happened to operation;

-- Renamed instead of created again: a session that planned with the older bodies may hold index expressions into which they were inlined.
alter function search_marked(text) rename to normalize_accented;
alter function search_unmarked(text) rename to strip_accents;
alter function search_folded(text) rename to fold_text;
alter function order_words(jsonb, jsonb) rename to order_search_text;
-- indexes and generated columns need these before sql/ is run
create or replace function fold_text(text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return public.strip_accents(btrim(regexp_replace(lower(normalize($1, NFC)),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f]+', ' ', 'g')));
end $$;
create or replace function order_search_text(billing jsonb, shipping jsonb) returns text
language plpgsql immutable parallel safe as $$
begin
  return public.fold_text(concat_ws(' ',
    billing ->> 'first_name', billing ->> 'last_name', billing ->> 'company', billing ->> 'address_1',
    billing ->> 'address_2', billing ->> 'city', billing ->> 'state', billing ->> 'postcode', billing ->> 'email',
    billing ->> 'phone',
    shipping ->> 'first_name', shipping ->> 'last_name', shipping ->> 'company', shipping ->> 'address_1',
    shipping ->> 'address_2', shipping ->> 'city', shipping ->> 'state', shipping ->> 'postcode', shipping ->> 'email',
    shipping ->> 'phone',
    regexp_replace(billing ->> 'phone', '[^0-9]', '', 'g'), regexp_replace(shipping ->> 'phone', '[^0-9]', '', 'g')));
end $$;

-- Constraints, indexes and sequences that PostgreSQL named after a table or column get the new name in the old one's place.
do $$
declare
  renamed text[];
  item record;
begin
  foreach renamed slice 1 in array array[
    ['category_filter_product', 'filtered_listing', 'category_filter_product'], ['category_filter_product', 'shelf_id', 'filter_id'],
    ['category_filter', 'filtered_shelf', 'category_filter'],
    ['product_status_count', 'product_tally', 'product_status_count'], ['product_status_count', '_products_', '_product_count_'],
    ['carrier_response_cache', 'carrier_answer', 'carrier_response_cache'],
    ['sales_queue', 'sold_piece', 'sales_queue'], ['sales_queue', '_told_', '_announced_'],
    ['search_typo_key', 'search_slip', 'search_typo_key'], ['search_typo_key', '_slip_', '_typo_key_'],
    ['search_reindex_queue', 'search_unsettled', 'search_reindex_queue'],
    ['search_word', '_marked_', '_accented_'], ['search_word', 'search_word_folded', 'search_word_lang_word_idx'],
    ['search_posting', '_marked_', '_accented_'], ['search_posting', '_places_', '_doc_bitmap_'],
    ['search_segment', '_taken_', '_used_slots_'], ['search_segment', '_free_', '_free_slots_'],
    ['search_segment', 'search_segment_room', 'search_segment_with_free_slots'],
    ['product', 'sale_wanted', 'scheduled_sale_price'], ['variation', 'sale_wanted', 'scheduled_sale_price'],
    ['product', 'product_sale_window', 'product_scheduled_sales'], ['variation', 'variation_sale_window', 'variation_scheduled_sales'],
    ['orders', 'stock_held', 'stock_reserved'], ['orders', 'orders_holding', 'orders_stock_reserved_until_idx'],
    ['orders', 'orders_words', 'orders_search_text_idx'], ['order_line', 'order_line_words', 'order_line_search_text_idx'],
    ['order_line', 'own_name', 'custom_name'],
    ['payment_event', '_verdict_', '_outcome_'],
    ['refund', 'refund_one_surplus', 'refund_one_overpayment'], ['refund', '_surplus_', '_is_overpayment_'],
    ['payment', 'payment_to_check', 'payment_next_poll_at_idx'], ['refund', 'refund_to_check', 'refund_next_poll_at_idx'],
    ['parcel', 'parcel_to_check', 'parcel_next_poll_at_idx'],
    ['webhook', 'webhook_listening', 'webhook_active_topic_idx'],
    ['merchant_key', 'key_ending', 'truncated_key'],
    ['newsletter_subscription', 'leave_token_hash', 'unsubscribe_token_hash'],
    ['audit', '_happened_', '_operation_'], ['audit', 'audit_of', 'audit_object_idx'],
    ['orders', 'orders_of', 'orders_customer_id_idx'], ['order_line', 'order_line_of', 'order_line_order_id_idx'],
    ['order_event', 'order_event_of', 'order_event_order_id_idx'], ['order_note', 'order_note_of', 'order_note_order_id_idx'],
    ['order_charge', 'order_charge_of', 'order_charge_order_id_idx'],
    ['refund', 'refund_of_payment', 'refund_payment_id_idx'], ['refund', 'refund_of', 'refund_order_id_idx'],
    ['parcel', 'parcel_of', 'parcel_order_id_idx'], ['payment_event', 'payment_event_of', 'payment_event_payment_id_idx'],
    ['session', 'session_of', 'session_customer_id_idx'], ['password_reset', 'password_reset_of', 'password_reset_customer_id_idx'],
    ['variation', 'variation_of', 'variation_product_id_idx'], ['listing', 'listing_of', 'listing_product_id_idx'],
    ['category_filter_product', 'category_filter_product_of', 'category_filter_product_product_id_idx'],
    ['product_option_term', 'product_option_term_of', 'product_option_term_term_id_idx'],
    ['webhook_delivery', 'webhook_delivery_of', 'webhook_delivery_webhook_id_idx']]
  loop
    for item in
      select 'table ' || conrelid::regclass || ' rename constraint' command, conname name from pg_constraint
      where conrelid = renamed[1]::regclass and contype <> 't'
      union all
      select format('index %I rename', relname), relname from pg_index join pg_class on oid = indexrelid
      where indrelid = renamed[1]::regclass and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
      union all
      select format('sequence %I rename', relname), relname
      from pg_depend join pg_class c on c.oid = objid and relkind = 'S'
      where refobjid = renamed[1]::regclass and deptype in ('a', 'i')
    loop
      if position(renamed[2] in item.name) > 0 then
        if item.command like 'table %' then
          execute format('alter %s %I to %I', item.command, item.name, replace(item.name, renamed[2], renamed[3]));
        else
          execute format('alter %s to %I', item.command, replace(item.name, renamed[2], renamed[3]));
        end if;
      end if;
    end loop;
  end loop;
end $$;
