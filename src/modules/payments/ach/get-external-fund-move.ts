import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { required, text } from '../../../http/parameters/index.ts';
import { readerOf } from '../../shared/record/index.ts';
import type { AchServices } from './accounts/index.ts';
import { DETAILS_KEY, fundMoveFields, fundMoveSchema, refNum } from './fund-move-fields.ts';
import { fundMoveOfOwner } from './fund-moves-of-owner.ts';

export function getExternalFundMove({ db, secrets }: AchServices): Method {
  return defineMethod({
    name: 'getExternalFundMove',
    verb: 'POST',
    group: 'ACH',
    summary: 'Reads a fund move',
    description: 'The numbers of bank and account are in base64. errors has the code of the return, once there is one.',
    refusals: [148, 212],
    parameters: {
      accountId: required(text({ description: 'account or issuer id', maxLength: 100 })),
      RefNum: required(refNum()),
    },
    response: Type.Object({ [DETAILS_KEY]: Type.Array(fundMoveSchema) }),
    handler: async ({ client, values }) => {
      const row = await fundMoveOfOwner(db, readerOf(client), values.accountId, values.RefNum);
      return { fields: { [DETAILS_KEY]: [fundMoveFields(row, secrets)] } };
    },
  });
}
