import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, optional, required, text } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import { EVERY_CLIENT } from '../../shared/record/index.ts';
import { line } from '../../shared/values/index.ts';
import { REPORTED } from '../lifecycle/index.ts';
import type { AchServices } from './accounts/index.ts';
import { achRail } from './ach-rail.ts';
import { DETAILS_KEY, fundMoveFields, fundMoveSchema, refNum } from './fund-move-fields.ts';

export function updateExternalFundMoveStatus(services: AchServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'updateExternalFundMoveStatus',
    verb: 'POST',
    group: 'ACH',
    summary: 'Records the outcome at the bank of a fund move',
    description:
      'For operators, with fund moves of every client. The trade follows: Settled makes it FUNDED, Returned ' +
      'CREATED. The webhook goes to the client of the fund move.',
    refusals: [212, 224],
    operator: true,
    fourEyes: true,
    parameters: {
      RefNum: required(refNum()),
      accountId: optional(text({ description: 'account of the fund move; another one is refused', maxLength: 100 })),
      fundStatus: required(
        choice(['Pending', 'Submitted', 'Settled', 'Returned'], { description: 'Voided: use requestForVoidACH' }),
      ),
      errors: optional(line('code and text of a return; kept when it is Returned')),
    },
    response: Type.Object({ [DETAILS_KEY]: Type.Array(fundMoveSchema) }),
    handler: change(services, async ({ values }, db) => {
      const held = await achRail.require(db, EVERY_CLIENT, values.RefNum);
      if (values.accountId !== undefined && values.accountId !== held.payment.account_id) throw new ApiError(212);
      if (values.fundStatus === 'Pending') throw new ApiError(224);
      const errors = values.fundStatus === 'Returned' ? (values.errors ?? null) : null;
      const details = { nowUs: nowUs(), errors };
      const { payment, webhooks } = await achRail.step(db, held, REPORTED[values.fundStatus], details);
      return { fields: { [DETAILS_KEY]: [fundMoveFields(payment, secrets)] }, alsoFires: webhooks };
    }),
  });
}
