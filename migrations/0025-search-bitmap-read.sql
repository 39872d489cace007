-- Which bits are set, read out by the statement that asks: a function that is strict is called, and what a call takes to begin
-- was a third of a search's time.
create or replace function places_in(places bit) returns setof integer language sql immutable parallel safe rows 50 as $$
  select (sum(length(gap) + 1) over (rows unbounded preceding) - 1)::integer
  from unnest(string_to_array(places::text, '1')) gap limit bit_count(places)
$$;
