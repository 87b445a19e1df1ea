import { sql } from 'kysely';
import type { Migration } from '../../migration.ts';

/** Numbers of webhooks: on PostgreSQL no change waits for another's, on SQLite there is one change at a time anyway. */
export const webhookEventsMigration: Migration = {
  name: '0055-webhook-events',
  up: async (db, dialect) => {
    if (dialect === 'postgres') await sql`create sequence webhook_event_seq`.execute(db);
    else {
      await sql`create table webhook_event_seq (seq integer not null)`.execute(db);
      await sql`insert into webhook_event_seq (seq) values (0)`.execute(db);
    }
    await db.schema
      .alterTable('webhooks')
      .addColumn('platform', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.dropIndex('webhooks_target').execute();
    await db.schema
      .createIndex('webhooks_target')
      .unique()
      .on('webhooks')
      .columns(['client_id', 'method', 'url', 'platform'])
      .execute();
  },
};
