import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { optional, text } from '../../../http/parameters/index.ts';
import { ACCOUNT, findAccount } from '../../accounts/index.ts';
import { answerList, listParameters, listSchema, type Resource } from '../../shared/list/index.ts';
import { found, numberField, readerOf, textField } from '../../shared/record/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { GROUP } from './custody-parameters.ts';
import { fundMoveFields, fundMoveSchema } from './fund-move-fields.ts';

const KEY = 'custodyTransactions';

export function getCustodyFundMoves(services: ModuleServices): Method {
  const resource: Resource<'custody_fund_moves'> = {
    services,
    table: 'custody_fund_moves',
    id: 'reference_number',
    hides: 'deleted',
    scope: 'account.read',
    fields: {
      referenceNumber: numberField('reference_number', { filter: 'indexed' }),
      accountId: textField('account_id', { filter: 'indexed' }),
      status: textField('status'),
    },
    itemSchema: fundMoveSchema,
    items: (rows, client) => rows.map((row) => fundMoveFields(services.secrets, row, client)),
  };
  const { offset, limit } = listParameters(resource.fields);
  return defineMethod({
    name: 'getCustodyFundMoves',
    verb: 'POST',
    group: GROUP,
    summary: 'Lists deposits into custody accounts, newest first; of one account, or of all',
    description: 'A page after the end is 239.',
    refusals: [148, 239, 1422],
    parameters: {
      accountId: optional(text({ description: 'A and 6 to 10 digits; all accounts when absent', maxLength: 100 })),
      offset,
      limit,
    },
    response: listSchema(resource, KEY),
    handler: async ({ client, values, ...call }) => {
      const page = { offset: values.offset, limit: values.limit, deleted: undefined, sort: undefined };
      if (values.accountId === undefined) {
        return answerList(resource, KEY, { ...call, client, values: { ...page, filter: undefined } });
      }
      const account = found(ACCOUNT, await findAccount(services.db, readerOf(client), values.accountId));
      const filter = { accountId: account.account_id };
      return answerList(resource, KEY, { ...call, client, values: { ...page, filter } });
    },
  });
}
