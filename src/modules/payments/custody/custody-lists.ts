/** Custody accounts and disbursements as lists of resources, with the changes of their statuses (U12). */
import Type from 'typebox';
import { type Method, namedObject } from '../../../http/methods/index.ts';
import { custodyBalances } from '../../ledger/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { STATUS_CHANGE_VIEW, statusChangesOf } from '../../shared/history/index.ts';
import { defineItem, defineList, type Item, type Resource } from '../../shared/list/index.ts';
import { EVERY_CLIENT, STAMPS, textField } from '../../shared/record/index.ts';
import { signedText } from '../../shared/values/index.ts';
import { LISTED_REQUEST_VIEW } from './account-request-methods.ts';
import { disbursementResource } from './disbursements.ts';

const SCOPE = 'account.read';

const balanceSchema = {
  cashAmount: Type.String({
    description: 'dollars that may be paid out; below 0 where more was paid out than is there',
  }),
  heldAmount: Type.String({ description: 'dollars of deposits for trades that are not SETTLED' }),
  disbursingAmount: Type.String({ description: 'dollars that are set aside for disbursements' }),
};

function accountResource(deps: ModuleDeps): Resource<'custody_account_requests'> {
  return {
    deps,
    table: 'custody_account_requests',
    id: 'request_id',
    hides: 'deleted',
    scope: SCOPE,
    fields: {
      custAccRequestID: textField('request_id', { filter: 'indexed' }),
      accountId: textField('account_id', { filter: 'indexed' }),
      custAccStatus: textField('request_status'),
      accountStatus: textField('account_status'),
      ...STAMPS,
    },
    itemSchema: namedObject('CustodyAccount', { ...LISTED_REQUEST_VIEW.schema.properties, ...balanceSchema }),
    items: async (rows): Promise<Item[]> => {
      const balances = await custodyBalances(
        deps.db,
        rows.map(({ account_id }) => account_id),
      );
      return rows.map((row) => {
        const { cash = 0n, held = 0n, disbursing = 0n } = balances.get(row.account_id) ?? {};
        const amounts = {
          cashAmount: signedText(cash),
          heldAmount: signedText(held),
          disbursingAmount: signedText(disbursing),
        };
        return { ...LISTED_REQUEST_VIEW.show(row), ...amounts };
      });
    },
  };
}

/** The same resource, whose items have the changes of their statuses. */
function withHistory<T extends 'custody_account_requests' | 'custody_fund_disbursements'>(
  resource: Resource<T>,
): Resource<T> {
  const { deps, itemSchema, items } = resource;
  return {
    ...resource,
    itemSchema: Type.Object({ ...itemSchema.properties, history: Type.Array(STATUS_CHANGE_VIEW.schema) }),
    items: async (rows, client): Promise<Item[]> => {
      const shown = await items(rows, client);
      return Promise.all(
        shown.map(async (item, index) => {
          const { request_id } = rows[index] as { readonly request_id: string };
          // The reader may read the record, and its id is nobody else's.
          const changes = await statusChangesOf(deps.db, EVERY_CLIENT, request_id);
          return { ...item, history: changes.map(STATUS_CHANGE_VIEW.show) };
        }),
      );
    },
  };
}

/** listCustodyAccounts, readCustodyAccount and readCustodyDisbursement. */
export function custodyLists(deps: ModuleDeps): Method[] {
  const accounts = accountResource(deps);
  return [
    defineList(accounts, {
      ...{ name: 'listCustodyAccounts', path: '/v3/custodyAccounts', key: 'custodyAccounts' },
      summary: 'Lists custody accounts and the requests for them, newest first',
    }),
    defineItem(withHistory(accounts), {
      ...{ name: 'readCustodyAccount', path: '/v3/custodyAccounts/:custAccRequestID', key: 'custodyAccount' },
      summary: 'Reads a custody account or the request for it, with the changes of its statuses',
      description: 'An extension (U12): at most the newest 200 changes.',
    }),
    defineItem(withHistory(disbursementResource(deps)), {
      ...{ name: 'readCustodyDisbursement', path: '/v3/custodyDisbursements/:requestId', key: 'disbursement' },
      summary: 'Reads a disbursement, with the changes of its status',
      description: 'An extension (U12): at most the newest 200 changes.',
    }),
  ];
}
