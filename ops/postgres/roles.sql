-- Roles with the least rights. Run it once, as a superuser, in the database of DATABASE_URL and JOURNAL_URL, before the
-- first start; then give each role its password (\password openats_owner).
--
-- openats_owner alone alters tables: `npm run admin -- migrate` with its URLs, before the first start and before each
-- step of an upgrade. The nodes run as openats_node. openats_reader is for exporters of metrics; it reads no table of
-- the reference data, where names, documents and keys are.

create role openats_owner login;
create role openats_node login;
create role openats_reader login;

-- Nobody else: a database allows everybody to connect and to make temporary tables unless that is revoked.
do $$ begin
  execute format('revoke connect, temporary on database %I from public', current_database());
  execute format('grant connect, create on database %I to openats_owner', current_database());
  execute format('grant connect, temporary on database %I to openats_node', current_database());
  execute format('grant connect on database %I to openats_reader', current_database());
end $$;
revoke all on schema public from public;
grant usage, create on schema public to openats_owner;
grant usage on schema public to openats_node;
create schema if not exists openats_journal authorization openats_owner;
grant usage on schema openats_journal to openats_node, openats_reader;

-- Whether commits wait for a standby is in statistics that others may not read (J19).
grant pg_read_all_stats to openats_node;
grant pg_monitor to openats_reader;

-- Of the tables that the owner makes from now on. No node deletes a group of the journal:
-- `npm run admin -- journal delete-archived` runs as the owner. For JOURNAL_GROUP_DAYS the owner grants it, once the table
-- is there: grant delete on openats_journal.groups to openats_node;
alter default privileges for role openats_owner in schema public
  grant select, insert, update, delete on tables to openats_node;
alter default privileges for role openats_owner in schema public grant usage on sequences to openats_node;
alter default privileges for role openats_owner in schema openats_journal
  grant select, insert, update on tables to openats_node;
