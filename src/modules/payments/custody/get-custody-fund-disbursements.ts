import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { answerList, listParameters, listSchema, type Resource } from '../../shared/list/index.ts';
import { textField, timeField } from '../../shared/record/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { GROUP } from './custody-parameters.ts';
import { disbursementFields, disbursementSchema } from './disbursement-fields.ts';

const KEY = 'custodyFundDisbursements';

export function getCustodyFundDisbursements(services: ModuleServices): Method {
  const resource: Resource<'custody_fund_disbursements'> = {
    services,
    table: 'custody_fund_disbursements',
    id: 'request_id',
    hides: 'deleted',
    scope: 'account.read',
    fields: {
      requestId: textField('request_id', { filter: 'indexed' }),
      accountId: textField('account_id', { filter: 'indexed' }),
      status: textField('status', { filter: 'indexed' }),
      type: textField('type'),
      createdDate: timeField('created_at'),
    },
    itemSchema: disbursementSchema,
    items: (rows) => rows.map((row) => disbursementFields(services.secrets, row)),
  };
  return defineMethod({
    name: 'getCustodyFundDisbursements',
    verb: 'POST',
    group: GROUP,
    summary: 'Lists the disbursements of the client, newest first',
    description: 'Filtered by requestId, accountId, status or type. A page after the end is 239.',
    refusals: [239, 1400, 1422],
    parameters: listParameters(resource.fields),
    response: listSchema(resource, KEY),
    handler: (call) => answerList(resource, KEY, call),
  });
}
