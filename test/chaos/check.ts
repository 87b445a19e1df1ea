/** The linear check of a chaos run, of which the database has the journal. */

import {
  type AnsweredChange,
  type AnsweredRead,
  type Findings,
  LinearCheck,
  type RunRecord as LinearRecord,
} from '../../scripts/cluster/linear-check.ts';
import type { PostgresServer } from '../../scripts/cluster/postgres-server.ts';
import { SCHEMA } from '../../src/cluster/schema.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { MARKET_CHANGES } from './market-load.ts';
import type { AnsweredCall, RunRecord } from './record.ts';

/** The clocks of the program and of this process are that of one machine, read in two ways. */
const CLOCK_US = 20_000;
const CHANGES = new Set<string>(['createOrder', 'cancelOrder', 'replaceOrder', ...MARKET_CHANGES]);

/** Whether a key or a member is of a trader of the run. */
export function isOfTrader(name: string): boolean {
  return name.startsWith('trader');
}

export interface CheckedRun {
  readonly database: PostgresServer;
  readonly record: RunRecord;
  /** How far clocks were stepped, microseconds; 0 where they were not. */
  readonly steppedUs: number;
  /** Called with each event of the journal. */
  readonly onEvent: (event: ExchangeEvent) => void;
}

/** What is wrong with a run; nothing where all is well. */
export async function checkRun({ database, record, steppedUs, onEvent }: CheckedRun): Promise<Findings> {
  const check = new LinearCheck({ clockUs: CLOCK_US + steppedUs, isOfRun: isOfTrader, onEvent });
  for (let after = 0; ; ) {
    const rows = await database.query(
      `select first_sequence, bytes from ${SCHEMA}.groups where shard = 0 and first_sequence > ${after}
        order by first_sequence limit 5000`,
    );
    if (rows.length === 0) break;
    for (const { first_sequence, bytes } of rows) {
      after = Number(first_sequence);
      check.take({ bytes: bytes as Buffer });
    }
  }
  return check.compare(linearRecord(record));
}

function linearRecord({ calls, tops }: RunRecord): LinearRecord {
  return {
    changes: calls.filter(({ method }) => CHANGES.has(method)).map(changeOf),
    reads: calls.filter(({ method }) => method === 'getOrder').map(readOf),
    published: tops.map(({ securityId, seq, content }) => ({ place: `top ${seq} of security ${securityId}`, content })),
  };
}

function changeOf({
  method,
  key,
  statusCode,
  body,
  askedUs,
  answeredUs,
  tries,
  replayed,
}: AnsweredCall): AnsweredChange {
  const { orderId } = (body.orderDetails ?? {}) as { orderId?: string };
  return {
    what: `${method} ${key}`,
    key: String(key),
    isAccepted: statusCode === '101',
    refusal: statusCode,
    orderId: method === 'createOrder' ? orderId : undefined,
    askedUs,
    answeredUs,
    isOnce: tries === 1,
    isReplayed: replayed,
  };
}

function readOf({ body, statusCode, askedUs, answeredUs }: AnsweredCall): AnsweredRead {
  const [shown] = (body.orderDetails ?? []) as Readonly<Record<string, string>>[];
  const isShown = statusCode === '101' && shown !== undefined;
  return {
    orderId: String(shown?.order_Id),
    shown: isShown
      ? {
          status: String(shown.status),
          remaining: Number(shown.shares_remaining),
          price: Math.round(Number(shown.price_per_share) * 1_000_000),
          quantity: Number(shown.number_shares),
        }
      : undefined,
    problem: isShown ? undefined : `${statusCode} ${JSON.stringify(body).slice(0, 200)}`,
    askedUs,
    answeredUs,
  };
}
