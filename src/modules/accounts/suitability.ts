import Type from 'typebox';
import type { AccountSuitabilityRow, Db } from '../../database/schema/index.ts';
import { ApiError, type Call, defineMethod, type Method } from '../../http/methods/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { idParameter, inTransaction, ownedBy, ownerOf, type RecordOwner, readOwnerOf } from '../shared/record/index.ts';
import {
  type Answers,
  sentAnswers,
  suitabilityFields,
  suitabilityParameters,
  suitabilitySchema,
  suitabilityWritten,
} from './suitability-fields.ts';

export function calculateSuitability(deps: ModuleDeps, account: RecordOwner): Method {
  return defineMethod({
    name: 'calculateSuitability',
    verb: 'PUT',
    summary: 'Stores the answers to the questions of suitability, in the place of those that are there',
    description: 'Stores the answers for getSuitability; calculates nothing.',
    refusals: [148],
    parameters: { ...idParameter(account), ...suitabilityParameters },
    response: suitabilityWritten,
    handler: changeAfter(deps, accountOf(account), async ({ client, values }, db, accountId) => {
      await putAnswers(db, { clientId: client.clientId, accountId }, sentAnswers(values), deps.nowUs());
      return { fields: { accountDetails: [{ accountId }] } };
    }),
  });
}

export function updateSuitability(deps: ModuleDeps, account: RecordOwner): Method {
  return defineMethod({
    name: 'updateSuitability',
    verb: ['PUT', 'POST'],
    summary: 'Changes the answers to the questions of suitability; what is not sent keeps its value',
    description: 'An account without answers is refused (404).',
    refusals: [148, 404],
    parameters: { ...idParameter(account), ...suitabilityParameters },
    response: suitabilityWritten,
    handler: changeAfter(deps, accountOf(account), async ({ client, values }, db, accountId) => {
      if (!(await mergeAnswers(db, { clientId: client.clientId, accountId }, sentAnswers(values), deps.nowUs())))
        throw new ApiError(404);
      return { fields: { accountDetails: [{ accountId }] } };
    }),
  });
}

export function getSuitability(deps: ModuleDeps, account: RecordOwner): Method {
  return defineMethod({
    name: 'getSuitability',
    summary: 'Reads the answers to the questions of suitability',
    description: 'An account without answers is refused (404).',
    refusals: [148, 404],
    parameters: idParameter(account),
    response: Type.Object({ accountDetails: Type.Array(suitabilitySchema) }),
    handler: async ({ client, values }) => {
      const { id: accountId, clientId } = await readOwnerOf(account, client, values);
      const row = await findAnswers(deps.db, clientId, accountId);
      if (row === undefined) throw new ApiError(404);
      return { fields: { accountDetails: [suitabilityFields(accountId, JSON.parse(row.answers) as Answers)] } };
    },
  });
}

export function deleteSuitability(deps: ModuleDeps, account: RecordOwner): Method {
  return defineMethod({
    name: 'deleteSuitability',
    summary: 'Deletes the answers to the questions of suitability',
    description: 'An account without answers is refused (404).',
    refusals: [148, 404],
    parameters: idParameter(account),
    response: Type.Object({}),
    handler: changeAfter(deps, accountOf(account), async ({ client }, db, accountId) => {
      if (!(await deleteAnswers(db, client.clientId, accountId))) throw new ApiError(404);
      return {};
    }),
  });
}

/** The id of the caller's account that a call names, read before the change begins. */
function accountOf(account: RecordOwner) {
  return ({ client, values }: Pick<Call, 'client' | 'values'>) => ownerOf(account, client, values);
}

function findAnswers(db: Db, clientId: string, accountId: string): Promise<AccountSuitabilityRow | undefined> {
  return db
    .selectFrom('account_suitabilities')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(ownedBy(clientId))
    .executeTakeFirst();
}

interface AccountOfClient {
  readonly clientId: string;
  readonly accountId: string;
}

async function putAnswers(
  db: Db,
  { clientId, accountId }: AccountOfClient,
  sent: Answers,
  nowUs: number,
): Promise<void> {
  const answers = JSON.stringify(sent);
  await db
    .insertInto('account_suitabilities')
    .values({ account_id: accountId, client_id: clientId, answers, created_at: nowUs, updated_at: null })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ answers, updated_at: nowUs }))
    .execute();
}

/** False when there is nothing to change. */
function mergeAnswers(
  db: Db,
  { clientId, accountId }: AccountOfClient,
  sent: Answers,
  nowUs: number,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const write = (values: Partial<AccountSuitabilityRow>) =>
      transaction
        .updateTable('account_suitabilities')
        .set(values)
        .where('account_id', '=', accountId)
        .where(ownedBy(clientId))
        .returning('answers')
        .executeTakeFirst();
    // The first write holds the row on PostgreSQL.
    const stored = await write({ updated_at: nowUs });
    if (stored === undefined) return false;
    await write({ answers: JSON.stringify({ ...(JSON.parse(stored.answers) as Answers), ...sent }) });
    return true;
  });
}

async function deleteAnswers(db: Db, clientId: string, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_suitabilities')
    .where('account_id', '=', accountId)
    .where(ownedBy(clientId))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
