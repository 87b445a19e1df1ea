import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, optional, required } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { line } from '../shared/values/index.ts';
import { checkParameter, sealDetails, wireParameter } from './custodian-details.ts';

/** The fields of an offering that only the operator sets (C52). */
export function escrowMethod(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'putOfferingEscrow',
    verb: 'POST',
    path: '/v3/admin/putOfferingEscrow',
    group: 'Administration',
    summary: 'Sets the escrow account number of an offering, and its wire and check instructions',
    description:
      'Replaces all of them: a field that is not sent becomes empty. Investors read them with ' +
      'getCustodianDetailsforOffering.',
    refusals: [138],
    operator: true,
    fourEyes: true,
    parameters: {
      offeringId: required(numericId({ description: 'offering id' })),
      escrowAccountNumber: optional(line('escrow account number; absent: none')),
      name: optional(line('name of the escrow institution')),
      additionaldescription: optional(line('what else investors must know')),
      wire: wireParameter,
      check: checkParameter,
    },
    response: Type.Object({}),
    handler: change(services, async ({ values }, db) => {
      const { offeringId, name = '', additionaldescription = '', wire = {}, check = {} } = values;
      const details = { name, additionaldescription, wire, check };
      const { numUpdatedRows } = await db
        .updateTable('offerings')
        .set({
          escrow_account_number: values.escrowAccountNumber ?? null,
          custodian_details_sealed: sealDetails(secrets, offeringId, details),
          updated_at: nowUs(),
        })
        .where('offering_id', '=', offeringId)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw new ApiError(138);
      return {};
    }),
  });
}
