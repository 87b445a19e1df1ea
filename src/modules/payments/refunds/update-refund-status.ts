/** updateRefundStatus (A34): what a person knows of a refund. */
import Type from 'typebox';
import type { Db, RefundRow } from '../../../database/schema/index.ts';
import { ApiError, type Method } from '../../../http/methods/index.ts';
import { choice, numericId, required, text } from '../../../http/parameters/index.ts';
import { holdCash } from '../../ledger/index.ts';
import { change } from '../../shared/change/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { operatorMethod } from '../../shared/methods/index.ts';
import { EVERY_CLIENT, shownToSchema } from '../../shared/record/index.ts';
import { fromMillionths, toMillionths } from '../../shared/values/index.ts';
import { refundFields, refundSchema } from './refund-fields.ts';
import { amountOfRefund, holdRefund, REFUND, stepRefund } from './refund-records.ts';

const TRIGGERS = { Settled: 'settle', Returned: 'return', Voided: 'void' } as const;

export function updateRefundStatus(deps: ModuleDeps): Method {
  return operatorMethod({
    name: 'updateRefundStatus',
    summary: 'Voids a refund that is Pending, or records what became of one that went out',
    description:
      'For operators, with a reason (A34). Voided while it is Pending; Settled or Returned once it is Submitted, and ' +
      'Returned of a Settled one that came back: what it gave back is then overpaid again. Another step is 224.',
    amount: ({ refundId }) => amountOfRefund(deps.db, refundId),
    refusals: [REFUND.unknown, 224, 190],
    fourEyes: true,
    parameters: {
      refundId: required(numericId({ description: 'number of the refund' })),
      status: required(choice(['Voided', 'Settled', 'Returned'])),
      reason: required(text({ description: 'why', maxLength: 500 })),
    },
    response: Type.Object({ refund: shownToSchema(refundSchema) }),
    handler: change(deps, async ({ values: { refundId, status, reason } }, db) => {
      const held = await holdRefund(db, EVERY_CLIENT, refundId);
      if (status === 'Returned' && held.refund.status === 'Settled') await requireReturnable(db, held.refund);
      const changes = status === 'Settled' ? { reason } : { reason, errors: reason };
      const { refund, webhooks } = await stepRefund(db, held, TRIGGERS[status], { nowUs: deps.nowUs(), changes });
      return { fields: { refund: refundFields(refund) }, alsoFires: webhooks };
    }),
  });
}

/** What went back to a card stays there; what became cash of a custody account may have been paid out since. */
async function requireReturnable(db: Db, { rail, account_id, amount }: RefundRow): Promise<void> {
  if (rail === 'CARD') throw new ApiError(224, 'the processor has given it back');
  if (rail !== 'CUSTODY') return;
  const cash = await holdCash(db, account_id);
  if (cash >= toMillionths(amount)) return;
  throw new ApiError(190, `the custody account has ${fromMillionths(cash > 0n ? cash : 0n)} dollars in cash`);
}
