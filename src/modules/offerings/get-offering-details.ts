import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { textOrNull, textsSchema } from '../shared/values/index.ts';
import { OFFERING } from './offering-kind.ts';
import { findOffering } from './offering-records.ts';
import { PURCHASED } from './offering-trade-fields.ts';
import { SUM_NAMES, tradeTotals } from './offering-trades.ts';

export function getOfferingDetails(services: ModuleServices): Method {
  return defineMethod({
    name: 'getOfferingDetails',
    verb: 'POST',
    group: 'Offerings',
    summary: 'Amounts and shares of the trades of an offering, added up by state',
    description: 'Has sums for trades under way, settled trades and canceled trades.',
    refusals: [138],
    parameters: { offeringId: required(numericId({ description: 'offering id' })) },
    response: Type.Object({
      [PURCHASED]: Type.Array(
        Type.Object({
          ...textsSchema('offeringId', 'issueName').properties,
          escrowAccountNumber: textOrNull(),
          targetAmount: Type.String(),
          totalTrades: Type.String(),
          ...textsSchema(...SUM_NAMES).properties,
        }),
      ),
    }),
    handler: async ({ client, values }) => {
      const row = found(OFFERING, await findOffering(services.db, readerOf(client), values.offeringId));
      const { count, sums } = await tradeTotals(services, row.offering_id);
      const details = {
        offeringId: String(row.offering_id),
        issueName: row.issue_name,
        escrowAccountNumber: row.escrow_account_number,
        targetAmount: row.target_amount,
        totalTrades: String(count),
        ...sums,
      };
      return { fields: { [PURCHASED]: [details] } };
    },
  });
}
