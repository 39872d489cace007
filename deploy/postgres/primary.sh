#!/bin/sh
# Runs once, when the primary's data directory is empty: creates the replication user, allows its connections, and makes commits wait for the replica.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$REPLICATION_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role replication_user with replication login password :'password';
alter system set synchronous_standby_names = 'replica';
SQL
echo "host replication replication_user all scram-sha-256" >> "$PGDATA/pg_hba.conf"
