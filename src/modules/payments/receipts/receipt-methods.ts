/** Matching and return of receipts: matchReceipt (A24) and returnReceipt (A25). */
import Type from 'typebox';
import type { Method } from '../../../http/methods/index.ts';
import { numericId, optional, required, text } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { operatorMethod } from '../../shared/methods/index.ts';
import { amount, millionthsOf, sixDecimals } from '../../shared/values/index.ts';
import { receiptFields, receiptSchema } from './receipt-fields.ts';
import { matchReceiptTo, returnHeldReceipt } from './receipt-matches.ts';
import { amountOfReceipt, holdReceipt, RECEIPT } from './receipt-records.ts';

const receiptId = required(numericId({ description: 'receiptId of recordWire or recordCheck' }));
const response = Type.Object({ receipt: receiptSchema });

export function matchReceipt(deps: ModuleDeps): Method {
  return operatorMethod({
    name: 'matchReceipt',
    summary: 'Says how much of a wire or a check is for a trade',
    description:
      'For operators. The amount takes the place of the one before, so that a repeated call changes nothing; 0 takes ' +
      'all of it back. More than is left of the receipt is 106. A trade that takes no payment refuses more (T13, ' +
      'T14); it becomes FUNDED when nothing is due any more, and CREATED again when something is.',
    amount: async ({ receiptId, amount }) =>
      amount === undefined ? amountOfReceipt(deps.db, receiptId) : sixDecimals(amount),
    refusals: [RECEIPT.unknown, 224, 188, 190, 148, 135, 138, 150],
    fourEyes: true,
    parameters: {
      receiptId,
      tradeId: required(numericId({ description: 'a trade of the offering of the receipt' })),
      amount: optional(amount('dollars of the receipt for the trade; absent: all that are for no other trade')),
      reason: optional(text({ description: 'why money is taken from the trade; needed for that', maxLength: 500 })),
    },
    response,
    handler: change(deps, async ({ client, values }, db) => {
      const held = await holdReceipt(db, values.receiptId);
      const amount = values.amount === undefined ? undefined : millionthsOf(values.amount);
      const { tradeId, reason } = values;
      const matched = await matchReceiptTo(db, held, { tradeId, amount, reason, nowUs: deps.nowUs() });
      return { fields: { receipt: receiptFields(deps.secrets, client, matched) }, alsoFires: matched.webhooks };
    }),
  });
}

export function returnReceipt(deps: ModuleDeps): Method {
  return operatorMethod({
    name: 'returnReceipt',
    summary: 'Records that the money of a wire or a check went back, or never came',
    description:
      'For operators: a check that bounced, a wire that was recalled or sent back, a receipt that was recorded with ' +
      'wrong values. All of it is taken from its trades: a FUNDED one becomes CREATED when something is due, an ' +
      'UNWIND PENDING one UNWIND SETTLED when nothing received is left (T2). A returned one is 224.',
    amount: ({ receiptId }) => amountOfReceipt(deps.db, receiptId),
    refusals: [RECEIPT.unknown, 224],
    fourEyes: true,
    parameters: {
      receiptId,
      reason: required(text({ description: 'why', maxLength: 500 })),
    },
    response,
    handler: change(deps, async ({ client, values: { receiptId, reason } }, db) => {
      const held = await holdReceipt(db, receiptId);
      const returned = await returnHeldReceipt(db, held, { reason, nowUs: deps.nowUs() });
      return { fields: { receipt: receiptFields(deps.secrets, client, returned) }, alsoFires: returned.webhooks };
    }),
  });
}
