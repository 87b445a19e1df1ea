import type { Db } from '../../database/schema/index.ts';
import { EVERYBODY, type EventFeed, type EventSeq, type SecurityId } from '../../exchange/api/index.ts';
import { matchView } from '../../history/views.ts';
import {
  amendmentOf,
  type MarketItem,
  type NoticeItem,
  noticeOf,
  type PastRange,
  type StreamHistory,
  type TradeItem,
  tradeOf,
} from '../../marketdata/channels/index.ts';
import { clientsUnder } from '../../modules/admin/index.ts';
import {
  amendmentsIn,
  cursorAt,
  marketEventsIn,
  matchesIn,
  noticesToAllIn,
  ownEventOf,
  ownEventsIn,
  readCursor,
  tradingDaysOf,
} from '../../modules/ats/index.ts';

/** Securities that are named in a statement; of more, all are read. */
const NAMED_MAX = 500;

export interface StreamHistoryDeps {
  readonly exchange: Pick<EventFeed, 'venueId' | 'shard' | 'lastEventSeq' | 'restores'>;
  /** A connection that nothing else waits for. */
  readonly db: Db;
  /** The clients. */
  readonly mainDb: Db;
  /** Resolves once the tables hold everything up to an event. */
  readonly reached: (eventSeq: EventSeq) => Promise<void>;
}

/** The stream's reads of the order history, once it has reached the event that is asked for. */
export function streamHistory({ exchange, db, mainDb, reached }: StreamHistoryDeps): StreamHistory {
  return {
    cursorAt: (seq) => cursorAt(exchange, seq),
    seqOf: (cursor) => readCursor(exchange, cursor),
    trades: async (range, securityIds) => {
      await reached(range.upTo);
      return tradesIn(db, range, securityIds);
    },
    markets: async (range, securityIds) => {
      await reached(range.upTo);
      return marketItemsIn(db, range, securityIds);
    },
    eventOf: ownEventOf,
    events: async (range, clientIds) => {
      await reached(range.upTo);
      return ownEventsIn(db, range, clientIds);
    },
    clientsUnder: (parentId) => clientsUnder(mainDb, parentId),
    tradingDays: async (securityIds, date, upTo) => {
      await reached(upTo);
      return tradingDaysOf(db, securityIds.length > NAMED_MAX ? null : securityIds, date, upTo);
    },
  };
}

async function marketItemsIn(
  db: Db,
  range: PastRange,
  securityIds: readonly SecurityId[] | null,
): Promise<(MarketItem | NoticeItem)[]> {
  const markets = await marketEventsIn(db, range, securityIds);
  const notices = await noticesToAllIn(db, range, securityIds);
  const items = [
    ...markets.map(({ seq, security_id, market, reason, cause, occurred_at }): MarketItem => {
      return { type: 'market', seq, time: occurred_at, securityId: security_id, market, reason, cause };
    }),
    ...notices.map(({ seq, published_at, kind, notice_id, security_id, fields }) =>
      noticeOf(seq, published_at, {
        ...{ kind, noticeId: notice_id, securityId: security_id },
        to: [{ clientId: EVERYBODY, fields: JSON.parse(fields) }],
      }),
    ),
  ];
  return items.filter((item) => item !== null).sort((one, other) => one.seq - other.seq);
}

async function tradesIn(db: Db, range: PastRange, securityIds: readonly SecurityId[] | null): Promise<TradeItem[]> {
  const matches = await matchesIn(db, range, securityIds);
  const amendments = await amendmentsIn(db, range, securityIds);
  const items: TradeItem[] = [
    ...matches.map((row) => tradeOf(row.seq, matchView(row))),
    ...amendments.map(({ kind, fields, ...amendment }) => amendmentOf(kind, amendment, fields)),
  ];
  return items.sort((one, other) => one.seq - other.seq);
}
