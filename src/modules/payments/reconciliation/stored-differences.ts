/** Differences that the database finds by an index, each as SQL: what it shows, where it is, and in which order. */
import { type RawBuilder, sql } from 'kysely';
import { bankDayBefore, CUT_OFF_MINUTE, lastCutOff } from '../../../calendar/bank-days.ts';
import { easternInstant } from '../../../calendar/eastern-time.ts';
import type { About, Kind } from './difference.ts';
import type { DifferenceReads } from './reconciliation-deps.ts';

export const CUT_OFF = CUT_OFF_MINUTE;
/** Of debits that the operator settles, ACH_SETTLEMENT_DAYS being 0. */
const USUAL_DAYS = 5;

export interface Listed {
  readonly name: string;
  readonly kind: Kind;
  readonly record: string;
  readonly client: string;
  /** In millionths. */
  readonly amount: string;
  /** A time, or a day, which begins at a minute (US Eastern). */
  readonly since: string;
  readonly minute?: number;
  readonly about: Readonly<Partial<Record<keyof About, string>>>;
  readonly from: (reads: Omit<DifferenceReads, 'db'>) => RawBuilder<unknown>;
  readonly order: readonly (readonly [column: string, type: 'bigint' | 'text'])[];
  /** The condition of one of them; undefined: none can have this name. */
  readonly one: (record: string) => RawBuilder<unknown> | undefined;
}

const millionths = (column: string) => `cast(replace(${column}, '.', '') as bigint)`;
const isNumber = (text: string) => /^[0-9]{1,15}$/.test(text);
const byNumber = (column: string) => (record: string) =>
  isNumber(record) ? sql`${sql.raw(column)} = cast(${record} as bigint)` : undefined;

/** Outcomes of entries that were not followed (A18): nobody knows what the bank means, or of what. */
const UNFOLLOWED = {
  person: 'needs a person',
  unknown: 'no such debit',
  returned: 'already Returned',
  voided: 'already Voided',
  pending: 'already Pending',
  declined: 'already Declined',
};

function bankEntries(name: string, kind: Kind, outcome: string): Listed {
  return {
    ...{ name, kind },
    record: `n.sha256 || ':' || n.line`,
    client: 'coalesce(a.client_id, c.client_id, x.client_id)',
    amount: `coalesce(${millionths('a.amount')}, ${millionths('c.amount')}, ${millionths('x.amount')})`,
    since: 'f.read_at',
    about: {
      ...{
        file_name: 'f.file_name',
        line: 'n.line',
        problem: `n.code || ': ' || n.outcome`,
        number: 'coalesce(a.ref_num, c.reference_number)',
      },
      rail: `case when a.ref_num is not null then 'ACH' when c.reference_number is not null then 'CUSTODY' end`,
      ...{ trade_id: 'coalesce(a.trade_id, c.trade_id, x.trade_id)', refund_id: 'x.refund_id' },
      account_id: 'coalesce(a.account_id, c.account_id, x.account_id)',
      offering_id: 'coalesce(a.offering_id, x.offering_id)',
    },
    from: () => sql`ach_notices as n join ach_notice_files as f on f.sha256 = n.sha256
      left join ach_fund_moves as a on a.ref_num = n.ref_num
      left join custody_fund_moves as c on c.reference_number = n.ref_num
      left join refunds as x on x.refund_id = n.ref_num
      where n.outcome = ${sql.lit(outcome)}`,
    order: [
      ['n.file_read_at', 'bigint'],
      ['n.sha256', 'text'],
      ['n.line', 'bigint'],
    ],
    one: (record) => {
      const [sha256, line = ''] = record.split(':');
      return isNumber(line) ? sql`n.sha256 = ${sha256} and n.line = cast(${line} as bigint)` : undefined;
    },
  };
}

/** The newest bank business day whose payments have had more than their days to settle. */
function overdueDay({ nowUs, bank }: Omit<DifferenceReads, 'db'>): string {
  return bankDayBefore(lastCutOff(nowUs).date, (bank.settlementDays || USUAL_DAYS) + 1);
}

interface Rail {
  readonly name: string;
  readonly rail: string;
  readonly table: string;
  readonly number: string;
  readonly status: string;
  readonly amount: string;
  readonly offering?: string;
}

const ACH: Omit<Rail, 'name'> = {
  ...{ rail: 'ACH', table: 'ach_fund_moves', number: 'p.ref_num', status: 'p.fund_status' },
  ...{ amount: millionths('p.amount'), offering: 'p.offering_id' },
};
const CUSTODY: Omit<Rail, 'name'> = {
  ...{ rail: 'CUSTODY', table: 'custody_fund_moves', number: 'p.reference_number', status: 'p.status' },
  amount: millionths('p.amount'),
};
const CARD: Omit<Rail, 'name'> = {
  ...{ rail: 'CARD', table: 'card_fund_moves', number: 'p.ref_num', status: 'p.fund_status' },
  ...{ amount: `${millionths('p.total_amount')} - ${millionths('p.refunded_amount')}`, offering: 'p.offering_id' },
};

function submitted(rail: Rail, times: Pick<Listed, 'since' | 'order'>, isOverdue: Listed['from']): Listed {
  const { name, number, amount, table, status, offering } = rail;
  return {
    ...{ name, kind: 'underWay', amount, minute: CUT_OFF, ...times, client: 'p.client_id' },
    record: `'${rail.rail} ' || ${number}`,
    about: {
      ...{ rail: `'${rail.rail}'`, number, trade_id: 'p.trade_id', account_id: 'p.account_id' },
      ...(offering === undefined ? {} : { offering_id: offering }),
      ...(times.since === 'p.batch_day' ? { batch_day: 'p.batch_day' } : {}),
    },
    from: (reads) => sql`${sql.raw(table)} as p
      where ${sql.raw(status)} = 'Submitted' and p.deleted_at is null and ${isOverdue(reads)}`,
    one: (record) => {
      const [name, id = ''] = record.split(' ');
      return name === rail.rail ? byNumber(number)(id) : undefined;
    },
  };
}

/** Of a batch; or without one, because it was submitted by hand. */
function debits(rail: Omit<Rail, 'name'>): Listed[] {
  const byTime = [
    ['p.updated_at', 'bigint'],
    [rail.number, 'bigint'],
  ] as const;
  return [
    submitted(
      { ...rail, name: rail.rail },
      { since: 'p.batch_day', order: [['p.batch_day', 'text'], ...byTime] },
      (reads) => sql`p.batch_day <= ${overdueDay(reads)}`,
    ),
    submitted(
      { ...rail, name: `${rail.rail} by hand` },
      { since: 'p.updated_at', order: byTime },
      (reads) => sql`p.batch_day is null and p.updated_at <= ${easternInstant(overdueDay(reads), CUT_OFF)}`,
    ),
  ];
}

const cards = submitted(
  { ...CARD, name: 'CARD' },
  {
    since: 'p.submitted_at',
    order: [
      ['p.submitted_at', 'bigint'],
      ['p.ref_num', 'bigint'],
    ],
  },
  (reads) => sql`p.submitted_at <= ${easternInstant(overdueDay(reads), CUT_OFF)}`,
);

const refunds: Listed = {
  ...{ name: 'refund', kind: 'underWay', client: 'p.client_id', amount: millionths('p.amount') },
  ...{ record: `'REFUND ' || p.refund_id`, since: 'p.updated_at' },
  about: {
    ...{ refund_id: 'p.refund_id', trade_id: 'p.trade_id', account_id: 'p.account_id', offering_id: 'p.offering_id' },
    batch_day: 'p.batch_day',
  },
  from: (reads) => sql`refunds as p where p.status = 'Submitted' and p.deleted_at is null
    and p.updated_at <= ${easternInstant(overdueDay(reads), CUT_OFF)}`,
  order: [
    ['p.updated_at', 'bigint'],
    ['p.refund_id', 'bigint'],
  ],
  one: (record) => {
    const [name, id = ''] = record.split(' ');
    return name === 'REFUND' ? byNumber('p.refund_id')(id) : undefined;
  },
};

const receipts = (status: 'Unmatched' | 'Partly'): Listed => ({
  ...{ name: status, kind: 'receipt', record: 'cast(r.receipt_id as text)', client: 'r.client_id' },
  amount: `${millionths('r.amount')} - coalesce((select cast(sum(${millionths('m.amount')}) as bigint)
    from receipt_matches as m where m.receipt_id = r.receipt_id), 0)`,
  ...{ since: 'r.received_on', minute: 0 },
  about: { receipt_id: 'r.receipt_id', rail: 'r.kind', offering_id: 'r.offering_id', problem: 'r.status' },
  from: () => sql`receipts as r where r.status = ${sql.lit(status)} and r.deleted_at is null`,
  order: [
    ['r.received_on', 'text'],
    ['r.receipt_id', 'bigint'],
  ],
  one: byNumber('r.receipt_id'),
});

/** Balances that triggers found short: see the table shortfalls. */
function shortfalls(
  kind: 'due' | 'receivable' | 'cash' | 'escrow',
  { join, about, client }: { readonly join: string } & Pick<Listed, 'about' | 'client'>,
): Listed {
  const balance = kind === 'receivable' ? 'due' : kind;
  return {
    ...{ name: kind, kind, record: 's.owner', amount: 'b.amount', since: 's.since', about, client },
    from: () => sql`shortfalls as s
      join ledger_balances as b on b.kind = ${sql.lit(balance)} and b.owner = s.owner
      ${sql.raw(join)} where s.kind = ${sql.lit(kind)}`,
    order: [
      ['s.since', 'bigint'],
      ['s.owner', 'text'],
    ],
    one: (record) => sql`s.owner = ${record}`,
  };
}

const ofTrade = {
  join: 'join trades as t on t.trade_id = cast(s.owner as bigint)',
  client: 't.client_id',
  about: {
    ...{ trade_id: 't.trade_id', offering_id: 't.offering_id', account_id: 't.account_id' },
    problem: 't.order_status',
  },
};

export const LISTED: readonly Listed[] = [
  ...Object.entries(UNFOLLOWED).map(([name, outcome]) => bankEntries(name, 'bankEntry', outcome)),
  bankEntries('amount', 'bankAmount', 'another amount'),
  ...[...debits(ACH), ...debits(CUSTODY), cards, refunds, receipts('Unmatched'), receipts('Partly')],
  ...[shortfalls('due', ofTrade), shortfalls('receivable', ofTrade)],
  shortfalls('cash', {
    join: 'left join accounts as o on o.account_id = s.owner',
    client: 'o.client_id',
    about: { account_id: 's.owner' },
  }),
  shortfalls('escrow', {
    join: 'left join offerings as o on o.offering_id = cast(s.owner as bigint)',
    client: 'o.client_id',
    about: { offering_id: 'o.offering_id' },
  }),
];
