/** The ledger of money as it is read: books of an offering, a trade, a custody account or a day (B9). */
import Type from 'typebox';
import { csvTable } from '../../../csv/index.ts';
import { malformedCall } from '../../../http/body/index.ts';
import { ApiError, type Client, defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, date, numericId, optional, text } from '../../../http/parameters/index.ts';
import { ACCOUNT, findAccount } from '../../accounts/index.ts';
import {
  ACCOUNTS,
  balancesOfOwner,
  cursorAfterEntry,
  type EntryQuery,
  type LedgerEntry,
  readEntries,
} from '../../ledger/index.ts';
import { OFFERING } from '../../offerings/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { longRead } from '../../shared/list/index.ts';
import { findRecord, found, readerOf } from '../../shared/record/index.ts';
import {
  at,
  cursorParameter,
  orNull,
  pageLimit,
  pageOf,
  says,
  signedText,
  textOrNull,
  view,
} from '../../shared/values/index.ts';
import { TRADE } from '../../trades/index.ts';

const LIMIT_MAX = 200;
const DISBURSEMENT = 'DISBURSEMENT';
const REFUND = 'REFUND';
const FEE = 'FEE';

const dollars = (millionths: string | bigint) => signedText(BigInt(millionths));

/**
 * `ACH 600001` is the rail and the number of a payment, `DISBURSEMENT a1b2` a disbursement, `REFUND 1001` a refund,
 * `FEE 101400` what an order of the venue pays.
 */
function paymentOf({ payment }: LedgerEntry) {
  const [, name = null, id = null] = /^(\S+) (.+)$/.exec(payment ?? '') ?? [];
  const isPayment = name !== DISBURSEMENT && name !== REFUND && name !== FEE;
  return {
    rail: isPayment ? name : null,
    referenceNumber: isPayment ? id : null,
    disbursementId: name === DISBURSEMENT ? id : null,
    refundId: name === REFUND ? id : null,
    orderId: name === FEE ? id : null,
  };
}

const ENTRY_VIEW = view<LedgerEntry>('LedgerEntry')({
  entry: [Type.Integer({ description: 'A later entry has a higher number.' }), ({ entry_id }) => Number(entry_id)],
  posting: [
    Type.Integer({ description: 'The entries with this number sum to 0; some may be of other accounts.' }),
    ({ posting }) => Number(posting),
  ],
  postedDate: at('posted_at'),
  event: says(({ event }) => event, 'What happened (B4).'),
  kind: says(({ kind }) => kind, 'Of the account (B1).'),
  owner: says(({ owner }) => owner, 'Of the account: an offering, a trade, an account, a rail, or the bank.'),
  amount: says(({ amount }) => dollars(amount), 'Dollars with six decimals; below 0 where they left the account.'),
  tradeId: orNull('trade_id', 'The investment; null: of a custody account alone.'),
  offeringId: orNull('offering_id', 'Of the investment or receipt.'),
  rail: [textOrNull('Of the payment; null: no payment moved it.'), (entry) => paymentOf(entry).rail],
  referenceNumber: [textOrNull('Of the payment.'), (entry) => paymentOf(entry).referenceNumber],
  disbursementId: [textOrNull('The disbursement that moved it.'), (entry) => paymentOf(entry).disbursementId],
  reason: orNull('reason', 'As the record had it then.'),
  refundId: [textOrNull('The refund that moved it.'), (entry) => paymentOf(entry).refundId],
  orderId: [textOrNull('The order of the venue whose fee it is (B10).'), (entry) => paymentOf(entry).orderId],
});

type Entry = ReturnType<typeof ENTRY_VIEW.show>;
const COLUMNS = Object.keys(ENTRY_VIEW.parts) as readonly (keyof Entry)[];

interface Asked {
  readonly offeringId?: number | undefined;
  readonly tradeId?: number | undefined;
  readonly accountId?: string | undefined;
  readonly day?: string | undefined;
  readonly clientId?: string | undefined;
  readonly withTrades?: 'Yes' | 'No' | undefined;
}

/** B9. */
export function getLedger(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'getLedger',
    summary: 'Lists the entries of the ledger of an offering, a trade or a custody account, newest first',
    description:
      'An extension (B9). Exactly one of offeringId, tradeId, accountId, clientId and, with a master key, day. ' +
      'A master key reads the books of all clients. The entries of an offering or account add up to its balances.',
    refusals: [OFFERING.unknown, TRADE.unknown, ACCOUNT.unknown, 404],
    parameters: {
      offeringId: optional(numericId({ description: 'The accounts of this offering.' })),
      withTrades: optional(
        choice(['Yes', 'No'], { description: 'Of an offering: also all postings of its investments and receipts.' }),
      ),
      tradeId: optional(numericId({ description: 'All postings of this investment.' })),
      accountId: optional(text({ maxLength: 100, description: 'The custody account of this account.' })),
      clientId: optional(
        text({ maxLength: 200, description: 'What the orders of this client on the venue pay (B10).' }),
      ),
      day: optional(date({ description: 'All postings of this day, US Eastern; with a master key only.' })),
      cursor: cursorParameter(),
      limit: pageLimit('Entries', LIMIT_MAX),
      format: optional(choice(['JSON', 'CSV'], { description: 'CSV: the page as text in csv; JSON when absent.' })),
    },
    response: Type.Object({
      entries: Type.Array(ENTRY_VIEW.schema),
      csv: Type.Optional(
        Type.String({ description: 'With format CSV, in place of entries: a header and a line each.' }),
      ),
      balances: Type.Array(
        Type.Object({ kind: Type.String(), amount: Type.String({ description: 'Dollars; may be below 0 (B1).' }) }),
        { description: 'Of the offering, trade or custody account, as they are now; none of a day.' },
      ),
      nextCursor: textOrNull('For the next page; null after the oldest entry.'),
    }),
    handler: async ({ client, values: { cursor, limit = LIMIT_MAX, format = 'JSON', ...asked } }) => {
      const { kinds = [], owner = '', ...more } = await queryOf(deps, client, asked);
      const query: EntryQuery = { kinds, owner, ...more };
      const [rows, balances] = await longRead(
        deps,
        async (db) =>
          [
            await readEntries(db, query, { cursor, limit: limit + 1 }),
            await balancesOfOwner(db, kinds, owner),
          ] as const,
      );
      const { page, more: isMore } = pageOf(rows, limit);
      const last = page.at(-1);
      const entries = page.map(ENTRY_VIEW.show);
      return {
        fields: {
          ...(format === 'CSV' ? { entries: [], csv: csvTable(COLUMNS, entries) } : { entries }),
          balances: balances.map(({ kind, amount }) => ({ kind, amount: dollars(amount) })),
          nextCursor: isMore === 'Yes' && last !== undefined ? cursorAfterEntry(last) : null,
        },
      };
    },
  });
}

/** Throws ApiError 106 unless the call names one thing that it may read, and the refusal of that if it is unknown. */
async function queryOf({ db }: ModuleDeps, client: Client, asked: Asked): Promise<EntryQuery> {
  const { offeringId, tradeId, accountId, clientId, day, withTrades } = asked;
  const sent = [offeringId, tradeId, accountId, clientId, day].filter((one) => one !== undefined);
  if (sent.length !== 1) {
    throw malformedCall('method', 'tradeId', 'or exactly one of offeringId, accountId, clientId and day must be sent');
  }
  if (withTrades !== undefined && offeringId === undefined) {
    throw malformedCall('method', 'withTrades', 'needs an offeringId');
  }
  const reader = readerOf(client);
  if (offeringId !== undefined) {
    found(OFFERING, await findRecord(db, OFFERING, reader, offeringId));
    const own = { kinds: ACCOUNTS.offering, owner: String(offeringId) };
    return withTrades === 'Yes' ? { ...own, offeringId } : own;
  }
  if (tradeId !== undefined) {
    found(TRADE, await findRecord(db, TRADE, reader, tradeId));
    return { kinds: ACCOUNTS.trade, owner: String(tradeId), tradeId };
  }
  if (accountId !== undefined) {
    found(ACCOUNT, await findAccount(db, reader, accountId));
    return { kinds: ACCOUNTS.custody, owner: accountId };
  }
  if (clientId !== undefined) {
    if (!client.master && clientId !== client.clientId) throw new ApiError(404, 'There is no such client');
    return { kinds: ACCOUNTS.client, owner: clientId };
  }
  if (!client.master) throw malformedCall('method', 'day', 'is for master keys');
  return { day: day as string };
}
