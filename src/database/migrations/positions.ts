/**
 * What a trade, a payment, a receipt or a disbursement holds in the accounts of the ledger, by its own row
 * (docs/api/ledger.md): amounts that sum to 0. The SQL is part of migrations: a change of it needs a further step.
 */

/** What a row holds of one account; SQL of its row. */
interface Amount {
  readonly kind: string;
  readonly owner: string;
  readonly amount: string;
}

export interface Position {
  /** The table. */
  readonly source: string;
  /** How the ledger names a record. */
  readonly name: (row: string) => string;
  /** A change of one of them may move money. */
  readonly columns: readonly string[];
  readonly events: Readonly<Record<'insert' | 'update' | 'delete', string>>;
  readonly reason: (row: string) => string;
  /** The trade that it is of, or null. */
  readonly trade: (row: string) => string;
  /** The offering of that, or of the receipt. */
  readonly offering: (row: string) => string;
  readonly amounts: (row: string) => readonly Amount[];
  /** What its change posts in addition: amounts of other records that depend on it, which their positions have. */
  readonly moves?: (row: string) => readonly Amount[];
}

export const ofTrade = (row: string) => `${row}.trade_id`;
export const ofOffering = (row: string) => `${row}.offering_id`;

/** Of six-decimal text. */
export const millionths = (column: string) => `cast(replace(${column}, '.', '') as bigint)`;
export const text = (column: string) => `cast(${column} as text)`;
export const when = (condition: string, amount: string) => `case when ${condition} then ${amount} else 0 end`;

const depositsOf = (row: string) => `(select cast(coalesce(sum(${millionths('d.amount')}), 0) as bigint)
  from custody_fund_moves as d where d.trade_id = ${row}.trade_id
  and d.status in ('Pending', 'Submitted', 'Settled') and d.status = 'Settled')`;

const TRADES: Position = {
  source: 'trades',
  name: (row) => text(`${row}.trade_id`),
  columns: ['order_status', 'total_amount', 'fees', 'recorded_amount', 'offering_id', 'account_id'],
  events: {
    insert: `'subscribe'`,
    update: `case when old.order_status = new.order_status then
        case when old.total_amount = new.total_amount then 'record' else 'edit' end
      else case new.order_status when 'CANCELED' then 'cancel' when 'UNWIND PENDING' then 'unwind'
        when 'UNWIND SETTLED' then 'refund' when 'SETTLED' then 'close' else 'record' end end`,
    delete: `'correct'`,
  },
  reason: (row) => `${row}.errors`,
  trade: ofTrade,
  offering: ofOffering,
  amounts: (row) => {
    const [total, fees] = [millionths(`${row}.total_amount`), millionths(`${row}.fees`)];
    const recorded = `coalesce(${millionths(`${row}.recorded_amount`)}, 0)`;
    const is = (...states: string[]) => `${row}.order_status in (${states.map((state) => `'${state}'`).join(', ')})`;
    const [isOwed, isEnded] = [is('CREATED', 'FUNDED', 'SETTLED'), is('CANCELED', 'UNWIND SETTLED')];
    const isClosed = is('SETTLED');
    const offering = text(`${row}.offering_id`);
    return [
      { kind: 'due', owner: text(`${row}.trade_id`), amount: `${when(isOwed, total)} - ${recorded}` },
      { kind: 'subscribed', owner: offering, amount: when(`not ${isEnded}`, `${fees} - ${total}`) },
      { kind: 'fees', owner: offering, amount: when(`not (${isEnded} or ${isClosed})`, `-${fees}`) },
      { kind: 'refunds', owner: offering, amount: when(`not (${isEnded} or ${isOwed})`, total) },
      { kind: 'escrow', owner: offering, amount: `${recorded} - ${when(isClosed, total)}` },
      { kind: 'proceeds', owner: offering, amount: when(isClosed, `${total} - ${fees}`) },
    ];
  },
  // The settled deposits of a trade are in its custody account until it is closed, and then in escrow.
  moves: (row) => {
    const deposits = when(`${row}.order_status = 'SETTLED'`, depositsOf(row));
    return [
      { kind: 'escrow', owner: text(`${row}.offering_id`), amount: deposits },
      { kind: 'held', owner: `${row}.account_id`, amount: `-(${deposits})` },
    ];
  },
};

const isPayment = (state: string) => ({
  insert: `case new.${state} when 'Pending' then 'pay' when 'Submitted' then 'submit' when 'Settled' then 'settle'
    else 'correct' end`,
  update: `case when old.${state} = new.${state} then 'refund'
    when new.${state} = 'Submitted' then 'submit' when new.${state} = 'Settled' then 'settle'
    when new.${state} = 'Voided' then 'void'
    when new.${state} in ('Returned', 'Declined') and old.${state} = 'Settled' then 'chargeBack'
    when new.${state} in ('Returned', 'Declined') then 'return' else 'correct' end`,
  delete: `'correct'`,
});

/** A payment of a trade, until it settles. */
function underWay(rail: string, row: string, { state, amount }: { readonly state: string; readonly amount: string }) {
  const [isPending, isSubmitted] = [`${row}.${state} = 'Pending'`, `${row}.${state} = 'Submitted'`];
  const trade = text(`${row}.trade_id`);
  return [
    { kind: 'promised', owner: trade, amount: when(isPending, `-(${amount})`) },
    { kind: 'outside', owner: `'bank'`, amount: when(isPending, amount) },
    { kind: 'sent', owner: trade, amount: when(isSubmitted, `-(${amount})`) },
    { kind: 'in transit', owner: `'${rail}'`, amount: when(isSubmitted, amount) },
  ];
}

interface Rail {
  readonly rail: string;
  readonly source: string;
  readonly columns: readonly string[];
  readonly amount: (row: string) => string;
}

/** Payments whose money goes into escrow. */
function escrowed({ rail, source, columns, amount }: Rail): Position {
  return {
    source,
    name: (row) => `'${rail} ' || ${row}.ref_num`,
    columns: ['trade_id', 'offering_id', 'fund_status', ...columns],
    events: isPayment('fund_status'),
    reason: (row) => `${row}.errors`,
    trade: ofTrade,
    offering: ofOffering,
    amounts: (row) => {
      const isSettled = `${row}.fund_status = 'Settled'`;
      return [
        ...underWay(rail, row, { state: 'fund_status', amount: amount(row) }),
        { kind: 'due', owner: text(`${row}.trade_id`), amount: when(isSettled, `-(${amount(row)})`) },
        { kind: 'escrow', owner: text(`${row}.offering_id`), amount: when(isSettled, amount(row)) },
      ];
    },
  };
}

const DEPOSITS: Position = {
  source: 'custody_fund_moves',
  name: (row) => `'CUSTODY ' || ${row}.reference_number`,
  columns: ['trade_id', 'account_id', 'status', 'amount'],
  events: isPayment('status'),
  reason: (row) => `nullif(${row}.errors, '')`,
  trade: ofTrade,
  offering: (row) => `(select t.offering_id from trades as t where t.trade_id = ${row}.trade_id)`,
  amounts: (row) => {
    const amount = millionths(`${row}.amount`);
    const [isOfTrade, isSettled] = [`${row}.trade_id is not null`, `${row}.status = 'Settled'`];
    const trade = `from trades as t where t.trade_id = ${row}.trade_id`;
    const isClosed = `coalesce((select t.order_status ${trade}), '') = 'SETTLED'`;
    const free = `${row}.trade_id is null and ${row}.status`;
    return [
      ...underWay('CUSTODY', row, { state: 'status', amount }).map((one) =>
        one.kind === 'in transit' ? one : { ...one, amount: when(isOfTrade, one.amount) },
      ),
      { kind: 'due', owner: text(`${row}.trade_id`), amount: when(`${isOfTrade} and ${isSettled}`, `-${amount}`) },
      {
        kind: 'held',
        owner: `${row}.account_id`,
        amount: when(`${isOfTrade} and ${isSettled} and not ${isClosed}`, amount),
      },
      {
        kind: 'escrow',
        owner: `(select cast(t.offering_id as text) ${trade})`,
        amount: when(`${isOfTrade} and ${isSettled} and ${isClosed}`, amount),
      },
      { kind: 'cash', owner: `${row}.account_id`, amount: when(`${free} = 'Settled'`, amount) },
      { kind: 'outside', owner: `'bank'`, amount: when(`${free} in ('Submitted', 'Settled')`, `-${amount}`) },
    ];
  },
};

/** Statuses in which the money is set aside. */
const DISBURSING = `('processing', 'approved', 'scheduled')`;

const DISBURSEMENTS: Position = {
  source: 'custody_fund_disbursements',
  name: (row) => `'DISBURSEMENT ' || ${row}.request_id`,
  columns: ['account_id', 'status', 'amount'],
  events: {
    insert: `'reserve'`,
    update: `case when new.status = 'completed' then 'disburse'
      when new.status in ${DISBURSING} then 'reserve' else 'release' end`,
    delete: `'correct'`,
  },
  reason: (row) => `${row}.reason`,
  trade: () => 'cast(null as bigint)',
  offering: () => 'cast(null as bigint)',
  amounts: (row) => {
    // Two decimals.
    const amount = `10000 * ${millionths(`${row}.amount`)}`;
    const [isSetAside, isPaid] = [`${row}.status in ${DISBURSING}`, `${row}.status = 'completed'`];
    return [
      { kind: 'cash', owner: `${row}.account_id`, amount: when(`${isSetAside} or ${isPaid}`, `-(${amount})`) },
      { kind: 'disbursing', owner: `${row}.account_id`, amount: when(isSetAside, amount) },
      { kind: 'outside', owner: `'bank'`, amount: when(isPaid, amount) },
    ];
  },
};

export const POSITIONS: readonly Position[] = [
  TRADES,
  escrowed({
    ...{ rail: 'ACH', source: 'ach_fund_moves', columns: ['amount'] },
    amount: (row) => millionths(`${row}.amount`),
  }),
  escrowed({
    ...{ rail: 'CARD', source: 'card_fund_moves', columns: ['total_amount', 'refunded_amount'] },
    amount: (row) => `${millionths(`${row}.total_amount`)} - ${millionths(`${row}.refunded_amount`)}`,
  }),
  DEPOSITS,
  DISBURSEMENTS,
];

const RECEIPTS: Position = {
  source: 'receipts',
  name: (row) => `${row}.kind || ' ' || ${row}.receipt_id`,
  columns: ['offering_id', 'status', 'amount'],
  events: {
    insert: `'receive'`,
    update: `case when new.status = 'Returned' and old.status <> new.status then 'chargeBack' else 'correct' end`,
    delete: `'correct'`,
  },
  reason: (row) => `${row}.reason`,
  trade: () => 'cast(null as bigint)',
  offering: ofOffering,
  amounts: (row) => {
    const amount = when(`${row}.status <> 'Returned'`, millionths(`${row}.amount`));
    return [
      { kind: 'unmatched', owner: text(`${row}.offering_id`), amount },
      { kind: 'outside', owner: `'bank'`, amount: `-(${amount})` },
    ];
  },
};

const RECEIPT_MATCHES: Position = {
  source: 'receipt_matches',
  name: (row) => `(select w.kind || ' ' || w.receipt_id from receipts as w where w.receipt_id = ${row}.receipt_id)`,
  columns: ['receipt_id', 'trade_id', 'offering_id', 'amount'],
  events: {
    insert: `'match'`,
    update: `case when ${millionths('new.amount')} < ${millionths('old.amount')} then 'unmatch' else 'match' end`,
    delete: `'correct'`,
  },
  reason: (row) => `${row}.reason`,
  trade: ofTrade,
  offering: ofOffering,
  amounts: (row) => {
    const [amount, offering] = [millionths(`${row}.amount`), text(`${row}.offering_id`)];
    return [
      { kind: 'unmatched', owner: offering, amount: `-${amount}` },
      { kind: 'outside', owner: `'bank'`, amount },
      { kind: 'due', owner: text(`${row}.trade_id`), amount: `-${amount}` },
      { kind: 'escrow', owner: offering, amount },
    ];
  },
};

/** Wires and checks, which the ledger has since the step after the one that made it. */
export const RECEIPT_POSITIONS: readonly Position[] = [RECEIPTS, RECEIPT_MATCHES];
