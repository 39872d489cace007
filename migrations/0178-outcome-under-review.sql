-- The standard name of a payment that the gateway reviews: alone, or followed by its effect (`held, hold`).
update payment_event set outcome = regexp_replace(outcome, '^held(?=,|$)', 'under_review')
where outcome = 'held' or outcome like 'held, %';
