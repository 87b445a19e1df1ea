import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { numericId, required } from '../../../http/parameters/index.ts';
import { found, readerOf, shownTo, shownToSchema } from '../../shared/record/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { GROUP } from './custody-parameters.ts';
import { depositRail } from './deposit-rail.ts';
import { fundMoveFields, fundMoveSchema } from './fund-move-fields.ts';

export function getCustodyFundMove({ db, secrets }: ModuleServices): Method {
  return defineMethod({
    name: 'getCustodyFundMove',
    verb: 'POST',
    group: GROUP,
    summary: 'Reads a deposit into a custody account',
    description: 'An unknown one is refused (212).',
    refusals: [212],
    parameters: { referenceNumber: required(numericId({ description: 'referenceNumber of the deposit' })) },
    response: Type.Object({ custodyTransaction: shownToSchema(fundMoveSchema) }),
    handler: async ({ client, values }) => {
      const { kind } = depositRail.instrument;
      const row = found(kind, await depositRail.find(db, readerOf(client), values.referenceNumber));
      return { fields: { custodyTransaction: shownTo(client, row, fundMoveFields(secrets, row, client)) } };
    },
  });
}
