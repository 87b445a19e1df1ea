/** A statement as titles, facts and tables of a document. */
import { formatTimestamp } from '../../calendar/format-time.ts';
import { priceText, type SecurityId } from '../../exchange/api/index.ts';
import type { PdfReport, ReportTable } from '../../providers/pdf/index.ts';
import { signedText } from '../shared/values/index.ts';
import type { Statement } from './statement-reading.ts';

/** Whose it is, and how a reader knows a security. */
export interface Names {
  readonly client: string;
  readonly account: string | null;
  readonly security: (securityId: SecurityId) => string;
}

const MICROS = 1_000_000n;
const CENT = MICROS / 100n;

/** Whole numbers. */
const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** Grouped, with two decimals, rounded half up. @param millionths of a dollar */
function dollars(millionths: bigint): string {
  const cents = (millionths + (millionths < 0n ? -CENT / 2n : CENT / 2n)) / CENT;
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}$${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/** A decimal of the database. */
function millionthsOf(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.');
  const sign = whole.startsWith('-') ? -1n : 1n;
  return BigInt(whole) * MICROS + sign * BigInt(part.padEnd(6, '0').slice(0, 6));
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
const sharesText = (shares: number): string => grouped(String(shares));
const time = (micros: number): string => formatTimestamp(micros).slice(0, 16);

const endOf = (day: string | null): string =>
  day === null ? 'none: no trading day had ended' : `at the end of ${day}`;

export function statementPages(statement: Statement, names: Names): PdfReport {
  const { month, openingDay, isOver, closingDay, clientId, accountId } = statement;
  return {
    title: `Statement of ${month}`,
    facts: [
      ['Client', `${names.client} (${clientId})`],
      ['Account', accountId === null ? 'all' : `${names.account ?? ''} (${accountId})`],
      ['Opening positions', endOf(openingDay)],
      ['Closing positions', isOver ? endOf(closingDay) : 'as they are now: the month is not over'],
    ],
    tables: [
      positionTable(statement, names),
      tradeTable(statement, names),
      actionTable(statement, names),
      feeTable(statement, names),
      investmentTable(statement, names),
      paymentTable(statement),
    ],
    notes: [
      'Times are UTC; a trading day is one of US Eastern time. Trades have the price and the shares that corrections ' +
        'gave them; a busted trade counts as none. Where opening, bought and sold do not give closing, the position ' +
        'was also set by the operator, or a trade of another month was corrected in this one.',
      'Fees on trades are those of the calendar month; a bust or a correction gives back, or adds, in the month in ' +
        'which it is made. Fees of investments are part of their amount.',
      'Cash of corporate actions is what the issuer pays, on the pay date of the action; passed on is what the other ' +
        'sides of unsettled trades owe. An amount below 0 is owed by the holder.',
    ],
  };
}

function positionTable({ positions }: Statement, { security }: Names): ReportTable {
  const numbers = ['Opening', 'Bought', 'Sold', 'Closing'].map((title) => ({ title, width: 70, isNumber: true }));
  return {
    title: 'Positions',
    columns: [{ title: 'Account', width: 80 }, { title: 'Security', width: 144 }, ...numbers],
    rows: positions.map(({ accountId, securityId, opening, bought, sold, closing }) => [
      ...[accountId === '' ? 'without one' : accountId, security(securityId)],
      ...[opening, bought, sold, closing].map(sharesText),
    ]),
    empty: 'No positions.',
  };
}

function tradeTable({ trades }: Statement, { security }: Names): ReportTable {
  const amount = (trade: (typeof trades)[number]) => BigInt(trade.price) * BigInt(trade.quantity);
  const total = (side: string) =>
    dollars(sum(trades.filter((one) => one.side === side && one.end === null).map(amount)));
  return {
    title: 'Trades',
    columns: [
      ...[
        { title: 'Time', width: 80 },
        { title: 'Trade', width: 44 },
        { title: 'Account', width: 54 },
      ],
      ...[
        { title: 'Security', width: 110 },
        { title: 'Side', width: 36 },
      ],
      ...[
        { title: 'Shares', width: 50, isNumber: true },
        { title: 'Price', width: 56, isNumber: true },
      ],
      { title: 'Amount', width: 74, isNumber: true },
    ],
    rows: trades.map((trade) => [
      ...[time(trade.matched_at), String(trade.match_id), trade.account_id, security(trade.security_id)],
      trade.end ?? trade.side,
      ...[sharesText(trade.quantity), priceText(trade.price).replace(/(\.\d\d)0+$/, '$1'), dollars(amount(trade))],
    ]),
    empty: 'No trades.',
    below: trades.length === 0 ? undefined : `Bought for ${total('buy')}, sold for ${total('sell')}.`,
  };
}

/** Shares with the decimals that they have. */
const unitsText = (millionths: bigint): string => {
  const [whole = '', part = ''] = signedText(millionths)
    .replace(/\.?0+$/, '')
    .split('.');
  return grouped(whole) + (part === '' ? '' : `.${part}`);
};

function actionTable({ actions }: Statement, { security }: Names): ReportTable {
  const numbers = ['Before', 'After', 'Cash', 'Passed on'].map((title) => ({ title, width: 47, isNumber: true }));
  const total = (name: 'cash' | 'due') => dollars(sum(actions.map((one) => one[name])));
  return {
    title: 'Corporate actions',
    columns: [
      ...[
        { title: 'Time', width: 76 },
        { title: 'Account', width: 46 },
        { title: 'Security', width: 84 },
        { title: 'Action', width: 110 },
      ],
      ...numbers,
    ],
    rows: actions.map(({ changed_at, account_id, security_id, title, before, after, cash, due }) => [
      ...[time(changed_at), account_id, security(security_id), title],
      ...[unitsText(before), unitsText(after), dollars(cash), dollars(due)],
    ]),
    empty: 'No corporate actions.',
    below: actions.length === 0 ? undefined : `Cash ${total('cash')}, passed on ${total('due')}.`,
  };
}

const CAUSES: Readonly<Record<string, string>> = { match: 'trade', bust: 'busted', adjust: 'corrected' };

function feeTable({ fees }: Statement, { security }: Names): ReportTable {
  return {
    title: 'Fees on trades',
    columns: [
      ...[
        { title: 'Time', width: 80 },
        { title: 'Trade', width: 60 },
        { title: 'Order', width: 60 },
      ],
      ...[
        { title: 'Account', width: 70 },
        { title: 'Security', width: 110 },
        { title: 'For', width: 54 },
      ],
      { title: 'Fee', width: 70, isNumber: true },
    ],
    rows: fees.map(({ changed_at, match_id, order_id, account_id, security_id, cause, fee }) => [
      ...[time(changed_at), String(match_id), String(order_id), account_id ?? '', security(security_id)],
      ...[CAUSES[cause] ?? cause, dollars(BigInt(fee))],
    ]),
    empty: 'No fees.',
    below: fees.length === 0 ? undefined : `Fees: ${dollars(sum(fees.map(({ fee }) => BigInt(fee))))}.`,
  };
}

function investmentTable({ investments }: Statement, { security }: Names): ReportTable {
  const total = (name: 'fees' | 'total_amount') => dollars(sum(investments.map((one) => millionthsOf(one[name]))));
  return {
    title: 'Investments',
    columns: [
      ...[
        { title: 'Time', width: 80 },
        { title: 'Investment', width: 46 },
        { title: 'Account', width: 54 },
      ],
      ...[
        { title: 'Offering', width: 88 },
        { title: 'State', width: 76 },
      ],
      ...[
        { title: 'Units', width: 44, isNumber: true },
        { title: 'Fees', width: 50, isNumber: true },
      ],
      { title: 'Amount', width: 66, isNumber: true },
    ],
    rows: investments.map((one) => [
      ...[time(one.created_at), String(one.trade_id), one.account_id, security(one.offering_id as SecurityId)],
      ...[one.order_status, one.total_shares, dollars(millionthsOf(one.fees)), dollars(millionthsOf(one.total_amount))],
    ]),
    empty: 'No investments.',
    below: investments.length === 0 ? undefined : `Amounts ${total('total_amount')}, of which fees ${total('fees')}.`,
  };
}

function paymentTable({ payments }: Statement): ReportTable {
  const settled = payments.filter(({ status }) => status === 'Settled').map(({ amount }) => millionthsOf(amount));
  return {
    title: 'Cash by payments',
    columns: [
      ...[
        { title: 'Time', width: 92 },
        { title: 'Payment', width: 100 },
        { title: 'Account', width: 80 },
      ],
      ...[
        { title: 'Investment', width: 72 },
        { title: 'State', width: 80 },
        { title: 'Amount', width: 80, isNumber: true },
      ],
    ],
    rows: payments.map((one) => [
      ...[time(one.created_at), `${one.rail} ${one.number}`, one.account_id, String(one.trade_id ?? '')],
      ...[one.status, dollars(millionthsOf(one.amount))],
    ]),
    empty: 'No payments.',
    below: payments.length === 0 ? undefined : `Settled: ${dollars(sum(settled))}.`,
  };
}
