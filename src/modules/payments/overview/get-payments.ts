import Type from 'typebox';
import { defineMethod, inGroup, type Method } from '../../../http/methods/index.ts';
import { choice, numericId, optional, text } from '../../../http/parameters/index.ts';
import { ACCOUNT, findAccount } from '../../accounts/index.ts';
import { longRead } from '../../shared/list/index.ts';
import { findRecord, found, readerOf, shownTo, shownToSchema } from '../../shared/record/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import {
  changedTimestamp,
  choicesSchema,
  cursorParameter,
  instant,
  pageLimit,
  pageOf,
  textOrNull,
  textsSchema,
  timestamp,
} from '../../shared/values/index.ts';
import { TRADE } from '../../trades/index.ts';
import { PAYMENT_STATES } from '../lifecycle/index.ts';
import { cursorAfter, type Payment, type PaymentQuery, RAIL_NAMES, readPayments } from './payment-rows.ts';

const LIMIT_MAX = 200;

const paymentSchema = Type.Object({
  rail: choicesSchema(RAIL_NAMES),
  ...textsSchema('referenceNumber', 'accountId', 'amount', 'status', 'approvalStatus').properties,
  tradeId: textOrNull('The investment that it pays; null: a deposit for none.'),
  offeringId: textOrNull('Of a debit or a payment by card.'),
  errors: textOrNull('Why it was returned or declined.'),
  batchDay: textOrNull('The bank business day of its batch, YYYY-MM-DD; null: none, or paid by card.'),
  traceNumber: textOrNull('Its 15 digits at the bank.'),
  ...textsSchema('createdDate', 'updatedDate').properties,
});

/** Bank and card details are in none of them. */
function paymentFields(row: Payment) {
  return {
    rail: row.rail,
    referenceNumber: String(row.number),
    accountId: row.account_id,
    tradeId: row.trade_id === null ? null : String(row.trade_id),
    offeringId: row.offering_id === null ? null : String(row.offering_id),
    amount: row.amount,
    status: row.status,
    approvalStatus: row.approval,
    errors: row.errors === '' ? null : row.errors,
    batchDay: row.batch_day,
    traceNumber: row.trace_number,
    createdDate: timestamp(row.created_at),
    updatedDate: changedTimestamp(row.updated_at),
  };
}

/** A21. */
function getPayments(services: ModuleServices): Method {
  return defineMethod({
    name: 'getPayments',
    summary: 'Lists the payments of every rail, newest first',
    description:
      'An extension (A21): debits by ACH, payments by card and deposits into custody accounts; a master key lists ' +
      'those of all clients. a wire is no separate payment: it is recorded by updateTradeStatus.',
    refusals: [ACCOUNT.unknown, TRADE.unknown],
    parameters: {
      rail: optional(choice(RAIL_NAMES)),
      referenceNumber: optional(numericId({ description: 'The payment with this number.' })),
      status: optional(choice([...PAYMENT_STATES, 'Declined'])),
      accountId: optional(text({ maxLength: 100, description: 'Of this account.' })),
      tradeId: optional(numericId({ description: 'Of this investment.' })),
      from: optional(instant('Created at this moment or later.')),
      to: optional(instant('Created before this moment.')),
      cursor: cursorParameter(),
      limit: pageLimit('Payments', LIMIT_MAX),
    },
    response: Type.Object({
      payments: Type.Array(shownToSchema(paymentSchema)),
      nextCursor: textOrNull('For the next page; null after the oldest payment.'),
    }),
    handler: async ({ client, values: { limit = LIMIT_MAX, ...sent } }) => {
      const { accountId, tradeId } = sent;
      const reader = readerOf(client);
      if (accountId !== undefined) found(ACCOUNT, await findAccount(services.db, reader, accountId));
      if (tradeId !== undefined) found(TRADE, await findRecord(services.db, TRADE, reader, tradeId));
      const query: PaymentQuery = { ...sent, reader };
      const { page, more } = pageOf(await longRead(services, (db) => readPayments(db, query, limit + 1)), limit);
      const last = page.at(-1);
      const payments = page.map((row) => shownTo(client, row, paymentFields(row)));
      return { fields: { payments, nextCursor: more === 'Yes' && last !== undefined ? cursorAfter(last) : null } };
    },
  });
}

export function paymentsModule(services: ModuleServices): Method[] {
  return inGroup('Payments', [getPayments(services)]);
}
