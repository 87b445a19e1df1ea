/** The notices among a client's events: quotes, blocks, settlements, busts, corrections and those of the operator. */

import { sql } from 'kysely';
import type { Db, NoticeRow } from '../../../database/schema/index.ts';
import { EVERYBODY, type EventSeq, type Note, type NoticeView } from '../../../exchange/api/index.ts';
import type { Microseconds } from '../../../time/units.ts';
import { ownedBy } from '../../shared/record/index.ts';
import { between, type EventRange, first } from './event-range.ts';

/** With the recipients that were asked for. */
export interface ReadNotice extends Pick<NoticeView, 'kind' | 'to'> {
  readonly seq: EventSeq;
  readonly time: Microseconds;
}

/** The client's, and those to all; of all clients, each with all its recipients. Oldest first. */
export async function noticesIn(db: Db, range: EventRange): Promise<ReadNotice[]> {
  const rows = await (range.clientId === undefined ? ofAll(db, range) : ofOne(db, range, range.clientId));
  return [...Map.groupBy(rows, ({ seq }) => seq)].map(([seq, ofEvent]) => {
    const { published_at: time, kind } = ofEvent[0] as NoticeRow;
    return { seq, time, kind, to: ofEvent.map(noteOf) };
  });
}

function noteOf({ client_id: clientId, fields }: NoticeRow): Note {
  return { clientId, fields: JSON.parse(fields) as Note['fields'] };
}

async function ofAll(db: Db, range: EventRange): Promise<NoticeRow[]> {
  // As many events as the page takes, whole.
  const { rows } = await sql<NoticeRow>`select * from notices where seq in
    (select distinct seq from notices where ${between(range)} order by seq ${first(range)}) order by seq`.execute(db);
  return rows;
}

async function ofOne(db: Db, range: EventRange, clientId: string): Promise<NoticeRow[]> {
  // Each half by the index of clients.
  const to = (reader: string) => sql`select * from (select * from notices
    where ${ownedBy(reader)} and ${between(range)} order by seq ${first(range)}) as listed`;
  const { rows } =
    await sql<NoticeRow>`${to(clientId)} union all ${to(EVERYBODY)} order by seq ${first(range)}`.execute(db);
  return rows;
}
