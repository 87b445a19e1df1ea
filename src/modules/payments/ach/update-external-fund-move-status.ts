import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/method.ts';
import { choice, optional, required, text } from '../../../http/parameters/index.ts';
import { ApiError } from '../../../http/status-codes.ts';
import { change } from '../../shared/change.ts';
import { line } from '../../shared/parameters.ts';
import { EVERY_CLIENT, found } from '../../shared/record/index.ts';
import type { AchServices } from './accounts/index.ts';
import { DETAILS_KEY, fundMoveFields, fundMoveSchema, refNum } from './fund-move-fields.ts';
import { FUND_MOVE } from './fund-move-kind.ts';
import type { FundTrigger } from './fund-move-lifecycle.ts';
import { holdFundMove, moveFunds } from './fund-move-records.ts';
import { movedWebhooks } from './fund-move-webhooks.ts';

/** What leads to a status; none leads to Pending. */
const TRIGGERS = { Submitted: 'submit', Settled: 'settle', Returned: 'return' } as const satisfies Readonly<
  Record<string, FundTrigger>
>;

export function updateExternalFundMoveStatus(services: AchServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'updateExternalFundMoveStatus',
    verb: 'POST',
    group: 'ACH',
    summary: 'Tells what the bank did with a fund move',
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
      const move = found(FUND_MOVE, await holdFundMove(db, EVERY_CLIENT, values.RefNum));
      if (values.accountId !== undefined && values.accountId !== move.account_id) throw new ApiError(212);
      if (values.fundStatus === 'Pending') throw new ApiError(224);
      const errors = values.fundStatus === 'Returned' ? (values.errors ?? null) : null;
      const moved = await moveFunds(db, move, TRIGGERS[values.fundStatus], { nowUs: nowUs(), errors });
      return { fields: { [DETAILS_KEY]: [fundMoveFields(moved.row, secrets)] }, alsoFires: movedWebhooks(moved) };
    }),
  });
}
