/** Suitability of accounts: what was answered to its questions is kept and shown (C59). */
import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { Schema } from '../../database/schema.ts';
import type { AccountSuitabilityRow } from '../../database/tables/links.ts';
import { type Call, defineMethod, type Method } from '../../http/method.ts';
import { type Kind, optional, text, wholeNumber } from '../../http/parameters/index.ts';
import { ApiError } from '../../http/status-codes.ts';
import { textOrNull, textsSchema } from '../shared/answers.ts';
import { changeAfter } from '../shared/change.ts';
import { inTransaction } from '../shared/in-transaction.ts';
import { asSent, line } from '../shared/parameters.ts';
import { idParameter, ownedBy, ownerOf, type RecordOwner, readOwnerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';

const GROUP = 'Accounts';

/** Only the format is checked (C59). */
function digits(description: string): Kind<string> {
  return text({ description, maxLength: 20, pattern: /^[0-9]+(\.[0-9]+)?$/, patternReason: 'must be a number' });
}

function percentage(description: string): Kind<string> {
  return asSent(wholeNumber({ description: `${description}, % of the portfolio`, minimum: 0, maximum: 100 }));
}

const ANSWERS = {
  riskProfile: digits('expected 1 (very conservative) to 5 (very aggressive)'),
  investmentExperience: digits('expected 1 (none) to 5 (extensive)'),
  privOffExperience: digits('experience in private offerings, expected 1 to 5'),
  pctPrivSecurities: percentage('private securities'),
  pctIlliquidSecurities: percentage('illiquid securities'),
  pctLiquidSecurities: percentage('liquid securities'),
  pctRealEstate: percentage('real estate'),
  timeHorizon: digits('years to maturity'),
  education: line('High School or GED, 4 Year College or University, Graduate Degree, Other; kept as sent'),
  financialAdvisor: line('expected Yes or No; kept as sent'),
  investmentObjective: line('for example Primarily on Capital Preservation; kept as sent'),
  notes: text({ description: 'free text' }),
  additionalnotes: text({ description: 'free text' }),
} as const;

type Name = keyof typeof ANSWERS;
type Answers = Partial<Record<Name, string>>;
const NAMES = Object.keys(ANSWERS) as readonly Name[];

const parameters = Object.fromEntries(NAMES.map((name) => [name, optional(ANSWERS[name])])) as Record<
  Name,
  ReturnType<typeof optional<string>>
>;

const writtenResponse = Type.Object({ accountDetails: Type.Array(textsSchema('accountId')) });

export function accountSuitabilityMethods(services: ModuleServices, account: RecordOwner): Method[] {
  const { nowUs } = services;
  const accountOf = ({ client, values }: Pick<Call, 'client' | 'values'>) => ownerOf(account, client, values);
  return [
    defineMethod({
      name: 'calculateSuitability',
      verb: 'PUT',
      group: GROUP,
      summary: 'Stores the answers to the questions of suitability, in the place of those that are there',
      description: 'Nothing is calculated: the answers are kept for getSuitability.',
      refusals: [148],
      parameters: { ...idParameter(account), ...parameters },
      response: writtenResponse,
      handler: changeAfter(services, accountOf, async ({ client, values }, db, accountId) => {
        await putAnswers(db, client.clientId, accountId, sentAnswers(values), nowUs());
        return { fields: { accountDetails: [{ accountId }] } };
      }),
    }),

    defineMethod({
      name: 'updateSuitability',
      verb: ['PUT', 'POST'],
      group: GROUP,
      summary: 'Changes the answers to the questions of suitability; what is not sent keeps its value',
      description: 'An account without answers is refused (404).',
      refusals: [148, 404],
      parameters: { ...idParameter(account), ...parameters },
      response: writtenResponse,
      handler: changeAfter(services, accountOf, async ({ client, values }, db, accountId) => {
        if (!(await mergeAnswers(db, client.clientId, accountId, sentAnswers(values), nowUs())))
          throw new ApiError(404);
        return { fields: { accountDetails: [{ accountId }] } };
      }),
    }),

    defineMethod({
      name: 'getSuitability',
      verb: 'POST',
      group: GROUP,
      summary: 'Reads the answers to the questions of suitability',
      description: 'An account without answers is refused (404).',
      refusals: [148, 404],
      parameters: idParameter(account),
      response: Type.Object({
        accountDetails: Type.Array(
          Type.Object({
            accountId: Type.String(),
            ...Object.fromEntries(NAMES.map((name) => [name, textOrNull()])),
          }),
        ),
      }),
      handler: async ({ client, values }) => {
        const { id: accountId, clientId } = await readOwnerOf(account, client, values);
        const row = await findAnswers(services.db, clientId, accountId);
        if (row === undefined) throw new ApiError(404);
        const stored = JSON.parse(row.answers) as Answers;
        const shown = Object.fromEntries(NAMES.map((name) => [name, stored[name] ?? null]));
        return { fields: { accountDetails: [{ accountId, ...shown }] } };
      },
    }),

    defineMethod({
      name: 'deleteSuitability',
      verb: 'POST',
      group: GROUP,
      summary: 'Deletes the answers to the questions of suitability',
      description: 'An account without answers is refused (404).',
      refusals: [148, 404],
      parameters: idParameter(account),
      response: Type.Object({}),
      handler: changeAfter(services, accountOf, async ({ client }, db, accountId) => {
        if (!(await deleteAnswers(db, client.clientId, accountId))) throw new ApiError(404);
        return {};
      }),
    }),
  ];
}

function sentAnswers(values: Readonly<Record<string, unknown>>): Answers {
  return Object.fromEntries(NAMES.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]));
}

function findAnswers(
  db: Kysely<Schema>,
  clientId: string,
  accountId: string,
): Promise<AccountSuitabilityRow | undefined> {
  return db
    .selectFrom('account_suitabilities')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(ownedBy(clientId))
    .executeTakeFirst();
}

async function putAnswers(
  db: Kysely<Schema>,
  clientId: string,
  accountId: string,
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
  db: Kysely<Schema>,
  clientId: string,
  accountId: string,
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

async function deleteAnswers(db: Kysely<Schema>, clientId: string, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_suitabilities')
    .where('account_id', '=', accountId)
    .where(ownedBy(clientId))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
