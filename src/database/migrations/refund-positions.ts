/** What a refund holds in the accounts of the ledger (B3), and what it changes of other positions. */
import {
  millionths,
  ofOffering,
  ofTrade,
  POSITIONS,
  type Position,
  RECEIPT_POSITIONS,
  text,
  when,
} from './positions.ts';

/** A deposit that was given back, as long as the deposit itself is there. */
const RELEASED = `f.rail = 'CUSTODY' and f.status = 'Settled'`;

/** SQL of the sum of refunds that the condition finds. */
const sumOf = (condition: string) =>
  `(select cast(coalesce(sum(${millionths('f.amount')}), 0) as bigint) from refunds as f where ${condition})`;

const isSettledDeposit = (number: string) =>
  `exists (select 1 from custody_fund_moves as d where d.reference_number = ${number} and d.status = 'Settled')`;

const isClosedTrade = (trade: string) =>
  `exists (select 1 from trades as t where t.trade_id = ${trade} and t.order_status = 'SETTLED')`;

const offeringOf = (trade: string) =>
  `(select cast(t.offering_id as text) from trades as t where t.trade_id = ${trade})`;

interface Release {
  readonly row: string;
  readonly amount: string;
}

/** Money of a deposit that leaves its trade, and may be paid out of the custody account from then on. */
function releasing({ row, amount }: Release) {
  const trade = `${row}.trade_id`;
  return [
    { kind: 'due', owner: text(trade), amount },
    { kind: 'held', owner: `${row}.account_id`, amount: when(`not ${isClosedTrade(trade)}`, `-(${amount})`) },
    { kind: 'escrow', owner: offeringOf(trade), amount: when(isClosedTrade(trade), `-(${amount})`) },
    { kind: 'cash', owner: `${row}.account_id`, amount },
    { kind: 'outside', owner: `'bank'`, amount: `-(${amount})` },
  ];
}

const REFUNDS: Position = {
  source: 'refunds',
  name: (row) => `'REFUND ' || ${row}.refund_id`,
  columns: ['status', 'amount', 'rail', 'payment', 'trade_id', 'counted'],
  events: {
    insert: `'refund'`,
    update: `case when old.status = new.status then 'correct' when new.status = 'Submitted' then 'refund'
      when new.status = 'Settled' then 'settle' when new.status = 'Returned' then 'return' else 'correct' end`,
    delete: `'correct'`,
  },
  reason: (row) => `coalesce(${row}.errors, ${row}.reason)`,
  trade: ofTrade,
  offering: ofOffering,
  amounts: (row) => {
    const [whole, trade] = [millionths(`${row}.amount`), text(`${row}.trade_id`)];
    // The amount of a payment by card is without what is counted of its refunds; of other rails nothing is.
    const amount = `(${whole} - ${millionths(`${row}.counted`)})`;
    const isSettled = `${row}.status = 'Settled'`;
    const isSent = `${row}.rail = 'ACH' and ${row}.status = 'Submitted'`;
    const isPaid = `${row}.rail in ('ACH', 'CARD', 'WIRE', 'CHECK') and ${isSettled}`;
    const isReleased = `${row}.rail = 'CUSTODY' and ${isSettled} and ${isSettledDeposit(`${row}.payment`)}`;
    return [
      { kind: 'escrow', owner: text(`${row}.offering_id`), amount: when(`${isSent} or ${isPaid}`, `-${amount}`) },
      { kind: 'refunding', owner: trade, amount: when(isSent, amount) },
      { kind: 'due', owner: trade, amount: when(isPaid, amount) },
      ...releasing({ row, amount: when(isReleased, amount) }),
    ];
  },
};

/** What a change of a record moves of the refunds that depend on it, in addition to what it moved before. */
function withReleases(position: Position, moves: NonNullable<Position['moves']>): Position {
  return { ...position, moves: (row) => [...(position.moves?.(row) ?? []), ...moves(row)] };
}

/** Deposits of a trade that were given back do not go to escrow when it is closed. */
const ofTrades: Position['moves'] = (row) => {
  const isDeposited = isSettledDeposit('f.payment');
  const released = sumOf(`f.trade_id = ${row}.trade_id and ${RELEASED} and ${isDeposited}`);
  const amount = when(`${row}.order_status = 'SETTLED'`, released);
  return [
    { kind: 'escrow', owner: text(`${row}.offering_id`), amount: `-(${amount})` },
    { kind: 'held', owner: `${row}.account_id`, amount },
  ];
};

/** What the bank takes back of a deposit, it takes from where it is by then: the cash of the custody account. */
const ofDeposits: Position['moves'] = (row) => {
  const released = sumOf(`f.payment = ${row}.reference_number and f.trade_id = ${row}.trade_id and ${RELEASED}`);
  return releasing({ row, amount: when(`${row}.status = 'Settled'`, released) });
};

/** All positions, refunds among them. */
export const POSITIONS_WITH_REFUNDS: readonly Position[] = [
  ...POSITIONS.map((position) => {
    if (position.source === 'trades') return withReleases(position, ofTrades);
    return position.source === 'custody_fund_moves' ? withReleases(position, ofDeposits) : position;
  }),
  ...RECEIPT_POSITIONS,
  REFUNDS,
];

/** Tables whose triggers refunds change. */
export const CHANGED_BY_REFUNDS: ReadonlySet<string> = new Set(['trades', 'custody_fund_moves', 'refunds']);
