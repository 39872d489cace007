#!/bin/sh
# Run once, when the primary's data folder is empty: a user for the replica, its way in, and that commits wait for it.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$REPLICATION_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role replication_user with replication login password :'password';
alter system set synchronous_standby_names = 'replica';
SQL
echo "host replication replication_user all scram-sha-256" >> "$PGDATA/pg_hba.conf"
