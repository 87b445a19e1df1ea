#!/bin/sh
# Makes a PostgreSQL server of a base backup and the archive of its WAL, up to the moment RESTORE_UNTIL, and starts it.
# Run it as the user of PostgreSQL, by `npm run restore -- DATA_DIR --until TIME --with 'sh ops/postgres/restore.sh BASE WAL
# PGDATA'`; for databases on two servers, twice. BASE is a folder that pg_basebackup made, WAL where archive_command puts
# files, PGDATA a new folder. pg_ctl must be in PATH; PGPORT is the server's port.
set -eu
base=$1 data=$3
# The server looks for it from its own folder.
wal=$(cd "$2" && pwd)
if [ -e "$data" ]; then
  echo "$data exists: name a folder that is still to be made" >&2
  exit 1
fi
cp -R "$base" "$data"
chmod 700 "$data"
rm -f "$data/standby.signal"
# Its standbys are not made yet: the names of synchronous ones are set again once they follow.
cat >> "$data/postgresql.auto.conf" <<END
restore_command = 'cp "$wal/%f" "%p"'
recovery_target_time = '$RESTORE_UNTIL'
recovery_target_timeline = 'latest'
recovery_target_action = 'promote'
synchronous_standby_names = ''
END
touch "$data/recovery.signal"
# Nobody reads it before it is whole. pg_ctl does not wait for that; the last line of postmaster.pid says it.
pg_ctl start --wait --timeout=86400 --pgdata="$data" --log="$data/restore.log" --options='-c hot_standby=off' || true
while grep -qs '^standby' "$data/postmaster.pid"; do sleep 1; done
if ! grep -qs '^ready' "$data/postmaster.pid"; then
  tail -n 5 "$data/restore.log" >&2
  exit 1
fi
