/** A wire or a check as methods show it. */
import Type from 'typebox';
import type { ReceiptRow } from '../../../database/schema/index.ts';
import { type Client, namedObject } from '../../../http/methods/index.ts';
import { piiTable, type Secrets, shownTo, shownToSchema } from '../../shared/record/index.ts';
import {
  at,
  changedTimestamp,
  choicesSchema,
  fromMillionths,
  orNull,
  says,
  toMillionths,
  view,
} from '../../shared/values/index.ts';
import { matchedOf, payerOf, RECEIPT_KINDS, RECEIPT_STATUSES, type Receipt } from './receipt-records.ts';

type Opened = ReceiptRow & Pick<Receipt, 'matches'> & { readonly payer: string };

const matchSchema = namedObject('ReceiptMatch', {
  tradeId: Type.String(),
  amount: Type.String({ description: 'dollars of the receipt that are for the trade; 0.000000: they were taken back' }),
});

/** The dollars that are for no trade yet. */
function unmatchedOf(receipt: Opened): string {
  return fromMillionths(receipt.status === 'Returned' ? 0n : toMillionths(receipt.amount) - matchedOf(receipt));
}

const RECEIPT_VIEW = view<Opened>('Receipt')({
  receiptId: 'receipt_id',
  kind: [choicesSchema(RECEIPT_KINDS), ({ kind }) => kind],
  offeringId: 'offering_id',
  amount: 'amount',
  matchedAmount: says((receipt) => fromMillionths(matchedOf(receipt)), 'dollars that are for trades'),
  unmatchedAmount: says(unmatchedOf, 'dollars that wait for a trade; of a returned one 0.000000'),
  receivedDate: says(({ received_on }) => received_on, 'YYYY-MM-DD'),
  reference: says(({ reference }) => reference, 'of the bank, or the number of the check'),
  payer: 'payer',
  status: [choicesSchema(RECEIPT_STATUSES), ({ status }) => status],
  reason: orNull('reason', 'why it was returned; null: it was not'),
  matches: [
    Type.Array(matchSchema),
    ({ matches }) => matches.map(({ trade_id, amount }) => ({ tradeId: String(trade_id), amount })),
  ],
  createdDate: at('created_at'),
  updatedDate: says(({ updated_at }) => changedTimestamp(updated_at)),
});

export const receiptSchema = shownToSchema(RECEIPT_VIEW.schema);

export function receiptFields(secrets: Secrets, client: Client, { receipt, matches }: Receipt) {
  return shownTo(client, receipt, RECEIPT_VIEW.show({ ...receipt, matches, payer: payerOf(secrets, receipt) }));
}

export const RECEIPT_LEVELS = piiTable('trade.read', {
  none: `receiptId kind offeringId tradeId amount matchedAmount unmatchedAmount receivedDate status createdDate
    updatedDate clientId nextCursor`,
  pii_medium: 'reference payer reason',
});
