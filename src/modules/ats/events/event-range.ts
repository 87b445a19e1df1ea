import { type RawBuilder, sql } from 'kysely';
import type { EventSeq } from '../../../exchange/api/index.ts';

/** Which events: those after one sequence number up to another, limited. */
export interface EventRange {
  /** Whose; undefined: those of all clients. */
  readonly clientId: string | undefined;
  readonly after: EventSeq;
  readonly upTo: EventSeq;
  readonly limit: number;
}

export function between({ after, upTo }: Pick<EventRange, 'after' | 'upTo'>): RawBuilder<boolean> {
  return sql<boolean>`seq > ${after} and seq <= ${upTo}`;
}

/** One more than requested shows that there are more. */
export function first({ limit }: EventRange): RawBuilder<unknown> {
  return sql`limit ${limit + 1}`;
}
