import Type from 'typebox';
import type { Method } from '../../../http/methods/index.ts';
import { choice, numericId, optional, required, text } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import { operatorMethod } from '../../shared/methods/index.ts';
import { EVERY_CLIENT } from '../../shared/record/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { REPORTED } from '../lifecycle/index.ts';
import { depositRail } from './deposit-rail.ts';
import { fundMoveFields, fundMoveSchema } from './fund-move-fields.ts';

const TRIGGERS = { ...REPORTED, Declined: 'decline' } as const;

export function updateCustodyFundMoveStatus(services: ModuleServices): Method {
  return operatorMethod({
    name: 'updateCustodyFundMoveStatus',
    summary: 'Records what the bank did with a deposit',
    description: 'A deposit that settles funds the trade that it is for; one that comes back takes that back.',
    refusals: [212, 224],
    fourEyes: true,
    parameters: {
      referenceNumber: required(numericId({ description: 'referenceNumber of the deposit' })),
      status: required(choice(['Submitted', 'Settled', 'Returned', 'Declined'])),
      errors: optional(text({ description: 'code and text of the bank; cleared when absent' })),
    },
    response: Type.Object({ custodyTransaction: fundMoveSchema }),
    handler: change(services, async ({ values }, db) => {
      const held = await depositRail.require(db, EVERY_CLIENT, values.referenceNumber);
      const details = { nowUs: services.nowUs(), errors: values.errors };
      const { payment, webhooks } = await depositRail.step(db, held, TRIGGERS[values.status], details);
      return { fields: { custodyTransaction: fundMoveFields(services.secrets, payment) }, alsoFires: webhooks };
    }),
  });
}
