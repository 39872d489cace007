#!/bin/sh
# Copies the primary if the data directory is empty, then follows it. A promoted server stays a primary: it is never overwritten.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  until PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup -D "$PGDATA" -R -X stream -c fast \
    -d "host=primary user=replication_user application_name=replica"; do
    echo "the primary cannot be copied yet" >&2
    rm -rf "${PGDATA:?}"/*
    sleep 2
  done
  chmod 700 "$PGDATA"
  # after a promotion commits wait for no standby, until there is a new replica
  sed -i '/^synchronous_standby_names/d' "$PGDATA/postgresql.auto.conf"
fi
exec postgres -c config_file=/etc/postgresql/postgresql.conf
