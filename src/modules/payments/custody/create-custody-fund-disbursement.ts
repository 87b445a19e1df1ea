import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import type { CustodyFundDisbursementRow } from '../../../database/schema/index.ts';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, decimal, optional, required, requiredWhen, text } from '../../../http/parameters/index.ts';
import { requireActiveAccount } from '../../accounts/index.ts';
import { change } from '../../shared/change/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { line } from '../../shared/values/index.ts';
import { findExternalAccount } from '../ach/accounts/index.ts';
import { requireOpenAccount } from './account-request-records.ts';
import { accountId, GROUP } from './custody-parameters.ts';
import { disbursementFields, disbursementSchema, sealOf } from './disbursement-fields.ts';

const TYPES = ['ach', 'wire_domestic', 'wire_international'] as const;
const isWire = (sent: (name: string) => unknown) => String(sent('type')).toLowerCase().startsWith('wire');

export function createCustodyFundDisbursement(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'createCustodyFundDisbursement',
    verb: 'POST',
    group: GROUP,
    summary: 'Asks for money to be paid out of a custody account',
    description:
      'The custody account must be open (190). By ach it goes to the external account of the account (149 ' +
      'without one), by wire to the bank that is named. The operator reviews it.',
    refusals: [148, 149, 190],
    parameters: {
      accountId,
      amount: required(decimal({ description: 'dollars', places: 2, exclusiveMinimum: 0, maximum: 1_000_000_000 })),
      type: required(choice(TYPES)),
      bankId: requiredWhen(line('the bank; needed for wires'), isWire),
      bankAccountId: requiredWhen(line('the account at the bank; needed for wires'), isWire),
      additionalDetails: optional(text({ description: 'instructions for the wire' })),
    },
    response: Type.Object({ custodyFundDisbursement: disbursementSchema }),
    handler: change(services, async ({ client, values }, db) => {
      const { clientId } = client;
      const account = await requireActiveAccount(db, clientId, values.accountId);
      await requireOpenAccount(db, clientId, account.account_id);
      const isAch = values.type === 'ach';
      if (isAch && (await findExternalAccount(db, clientId, account.account_id)) === undefined) throw new ApiError(149);
      const id = randomUUID();
      const at = nowUs();
      const row: CustodyFundDisbursementRow = {
        request_id: id,
        client_id: clientId,
        account_id: account.account_id,
        amount: values.amount.toFixed(2),
        type: values.type,
        bank_id: isAch ? null : (values.bankId ?? null),
        bank_account_id_sealed: isAch ? null : sealOf(secrets, 'bank_account_id', id, values.bankAccountId),
        details_sealed: sealOf(secrets, 'details', id, values.additionalDetails),
        status: 'pending',
        reason: null,
        created_at: at,
        updated_at: at,
        deleted_at: null,
      };
      await db.insertInto('custody_fund_disbursements').values(row).execute();
      const fields = disbursementFields(secrets, row);
      // The account at the bank is for the caller, not for a log of webhooks.
      const { bankAccountId: _, ...published } = fields;
      return { fields: { custodyFundDisbursement: fields }, webhook: published };
    }),
  });
}
