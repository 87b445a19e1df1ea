/** updateRefundStatus (A34): what a person knows of a refund. */
import Type from 'typebox';
import type { Method } from '../../../http/methods/index.ts';
import { choice, numericId, required, text } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { operatorMethod } from '../../shared/methods/index.ts';
import { EVERY_CLIENT, shownToSchema } from '../../shared/record/index.ts';
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
      const changes = status === 'Settled' ? { reason } : { reason, errors: reason };
      const { refund, webhooks } = await stepRefund(db, held, TRIGGERS[status], { nowUs: deps.nowUs(), changes });
      return { fields: { refund: refundFields(refund) }, alsoFires: webhooks };
    }),
  });
}
