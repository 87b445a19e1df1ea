import Type from 'typebox';
import { defineMethod, inGroup, type Method } from '../../../http/methods/index.ts';
import { choice, numericId, optional, text } from '../../../http/parameters/index.ts';
import { ACCOUNT, findAccount } from '../../accounts/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { longRead } from '../../shared/list/index.ts';
import { findRecord, found, readerOf, shownTo, shownToSchema } from '../../shared/record/index.ts';
import {
  at,
  changedTimestamp,
  choicesSchema,
  cursorParameter,
  instant,
  orNull,
  pageLimit,
  pageOf,
  says,
  textOrNull,
  view,
} from '../../shared/values/index.ts';
import { TRADE } from '../../trades/index.ts';
import { PAYMENT_STATES } from '../lifecycle/index.ts';
import { getLedger } from './get-ledger.ts';
import { cursorAfter, type Payment, type PaymentQuery, RAIL_NAMES, readPayments } from './payment-rows.ts';

const LIMIT_MAX = 200;

/** Bank and card details are in none of them. */
const PAYMENT_VIEW = view<Payment>()({
  rail: [choicesSchema(RAIL_NAMES), ({ rail }) => rail],
  referenceNumber: 'number',
  accountId: 'account_id',
  tradeId: orNull('trade_id', 'The investment that it pays; null: a deposit for none.'),
  offeringId: orNull('offering_id', 'Of a debit or a payment by card.'),
  amount: 'amount',
  status: 'status',
  approvalStatus: 'approval',
  errors: [textOrNull('Why it was returned or declined.'), ({ errors }) => (errors === '' ? null : errors)],
  batchDay: orNull('batch_day', 'The bank business day of its batch, YYYY-MM-DD; null: none, or paid by card.'),
  traceNumber: orNull('trace_number', 'Its 15 digits at the bank.'),
  createdDate: at('created_at'),
  updatedDate: says(({ updated_at }) => changedTimestamp(updated_at)),
});

/** A21. */
function getPayments(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'getPayments',
    summary: 'Lists the payments of every rail, newest first',
    description:
      'An extension (A21): ACH debits, card payments and custody deposits; a master key lists those of all clients.',
    refusals: [ACCOUNT.unknown, TRADE.unknown],
    parameters: {
      rail: optional(choice(RAIL_NAMES)),
      referenceNumber: optional(numericId({ description: 'The payment with this number.' })),
      status: optional(choice([...PAYMENT_STATES, 'Declined'])),
      batchDay: optional(text({ maxLength: 10, description: 'Of the batch of this bank business day, YYYY-MM-DD.' })),
      accountId: optional(text({ maxLength: 100, description: 'Of this account.' })),
      tradeId: optional(numericId({ description: 'Of this investment.' })),
      from: optional(instant('Created at this moment or later.')),
      to: optional(instant('Created before this moment.')),
      cursor: cursorParameter(),
      limit: pageLimit('Payments', LIMIT_MAX),
    },
    response: Type.Object({
      payments: Type.Array(shownToSchema(PAYMENT_VIEW.schema)),
      nextCursor: textOrNull('For the next page; null after the oldest payment.'),
    }),
    handler: async ({ client, values: { limit = LIMIT_MAX, ...sent } }) => {
      const { accountId, tradeId } = sent;
      const reader = readerOf(client);
      if (accountId !== undefined) found(ACCOUNT, await findAccount(deps.db, reader, accountId));
      if (tradeId !== undefined) found(TRADE, await findRecord(deps.db, TRADE, reader, tradeId));
      const query: PaymentQuery = { ...sent, reader };
      const { page, more } = pageOf(await longRead(deps, (db) => readPayments(db, query, limit + 1)), limit);
      const last = page.at(-1);
      const payments = page.map((row) => shownTo(client, row, PAYMENT_VIEW.show(row)));
      return { fields: { payments, nextCursor: more === 'Yes' && last !== undefined ? cursorAfter(last) : null } };
    },
  });
}

export function paymentsModule(deps: ModuleDeps): Method[] {
  return inGroup('Payments', [getPayments(deps), getLedger(deps)]);
}
