#!/bin/sh
# Copies the primary when the data folder is empty, then follows it. What was promoted stays a primary: nothing is copied over it.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  until PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup -D "$PGDATA" -R -X stream -c fast \
    -d "host=primary user=replication_user application_name=replica"; do
    echo "the primary cannot be copied yet" >&2
    rm -rf "${PGDATA:?}"/*
    sleep 2
  done
  chmod 700 "$PGDATA"
  # once promoted it waits for nobody, until it has a replica of its own
  sed -i '/^synchronous_standby_names/d' "$PGDATA/postgresql.auto.conf"
fi
exec postgres -c config_file=/etc/postgresql/postgresql.conf
