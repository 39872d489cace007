-- Once the carrier has confirmed that this parcel is cancelled, its order is booked again: a change of its customer was refused after the
-- cancellation was sent.
alter table parcel add column rebook boolean not null default false;
