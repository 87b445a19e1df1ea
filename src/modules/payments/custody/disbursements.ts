import { randomUUID } from 'node:crypto';
import { Decimal } from 'decimal.js';
import Type from 'typebox';
import type { CustodyFundDisbursementRow, Db } from '../../../database/schema/index.ts';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, decimal, optional, required, requiredWhen, text } from '../../../http/parameters/index.ts';
import { ACCOUNT, type AccountMoney, holdAccount, requireActiveAccount } from '../../accounts/index.ts';
import { holdCash } from '../../ledger/index.ts';
import { change } from '../../shared/change/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { answerList, listParameters, listSchema, type Resource } from '../../shared/list/index.ts';
import { operatorMethod } from '../../shared/methods/index.ts';
import {
  EVERY_CLIENT,
  findRecord,
  found,
  holdRecord,
  type Lifecycle,
  type Move,
  ownedBy,
  type RecordKind,
  type Secrets,
  shownToSchema,
  stateAfter,
  textField,
  timeField,
  writeRecord,
} from '../../shared/record/index.ts';
import { at, fromMillionths, line, orNull, says, sixDecimals, toMillionths, view } from '../../shared/values/index.ts';
import { findExternalAccount } from '../ach/accounts/index.ts';
import { holdOpenCustodyAccount } from './account-request-records.ts';
import { accountId } from './custody-parameters.ts';

export const DISBURSEMENT_STATUSES = [
  'pending',
  'in_review',
  'processing',
  'on_hold',
  'approved',
  'rejected',
  'scheduled',
  'completed',
  'failed',
  'terminated',
  'reopened',
] as const;

export type DisbursementStatus = (typeof DISBURSEMENT_STATUSES)[number];
type Moves = Move<DisbursementStatus, DisbursementStatus>[];

const set = (status: DisbursementStatus, from: readonly DisbursementStatus[]): Moves =>
  from.map((state) => ({ from: state, trigger: status, to: status }));

/** The triggers are the statuses that the operator sets (U8). */
export const DISBURSEMENT_LIFECYCLE: Lifecycle<DisbursementStatus, DisbursementStatus> = {
  states: DISBURSEMENT_STATUSES,
  refusals: Object.fromEntries(DISBURSEMENT_STATUSES.map((status) => [status, 190])) as Record<DisbursementStatus, 190>,
  moves: [
    ...set('in_review', ['pending']),
    ...set('processing', ['pending', 'in_review']),
    ...set('on_hold', ['in_review', 'processing']),
    ...set('approved', ['in_review', 'processing', 'on_hold']),
    ...set('rejected', ['in_review', 'processing', 'on_hold']),
    ...set('scheduled', ['approved']),
    ...set('completed', ['scheduled']),
    ...set('failed', ['scheduled']),
    ...set('terminated', ['pending', 'in_review', 'processing', 'on_hold', 'approved', 'scheduled']),
    ...set('reopened', ['rejected', 'failed']),
    ...set('pending', ['reopened']),
  ],
};

/** Statuses after which nothing is paid out, unless the disbursement is reopened. */
const ENDED: readonly DisbursementStatus[] = ['rejected', 'completed', 'failed', 'terminated'];

/** Disbursements as money of their account, which keeps the account from being deleted. */
export const disbursementMoney: AccountMoney = {
  underWay: async (transaction, { clientId, accountId }) => {
    const open = await transaction
      .selectFrom('custody_fund_disbursements')
      .select('request_id')
      .where(ownedBy(clientId))
      .where('account_id', '=', accountId)
      .where('status', 'not in', ENDED)
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    return open && `the disbursement ${open.request_id} is under way`;
  },
};

export const DISBURSEMENT: RecordKind<'custody_fund_disbursements'> = {
  table: 'custody_fund_disbursements',
  id: 'request_id',
  unknown: 404,
};

/** A disbursement with its sealed values opened. */
type Opened = CustodyFundDisbursementRow & { readonly bankAccount: string | null; readonly details: string | null };

const DISBURSEMENT_VIEW = view<Opened>('Disbursement')({
  requestId: 'request_id',
  accountId: 'account_id',
  amount: says(({ amount }) => amount, 'two decimals'),
  type: 'type',
  bankId: orNull('bank_id'),
  bankAccountId: orNull('bankAccount'),
  additionalDetails: orNull('details'),
  status: 'status',
  createdDate: at('created_at'),
  updatedDate: at('updated_at'),
});

function disbursementFields(secrets: Secrets, row: CustodyFundDisbursementRow) {
  const open = (sealed: string | null, column: string) =>
    sealed === null ? null : secrets.open(sealed, contextOf(column, row.request_id));
  const bankAccount = open(row.bank_account_id_sealed, 'bank_account_id');
  return DISBURSEMENT_VIEW.show({ ...row, bankAccount, details: open(row.details_sealed, 'details') });
}

function sealOf(secrets: Secrets, column: string, requestId: string, text: string | undefined): string | null {
  return text === undefined ? null : secrets.seal(text, contextOf(column, requestId));
}

/** Binds a sealed value to its row: copied to another, it does not open. */
function contextOf(column: string, requestId: string): string {
  return `custody_fund_disbursements.${column}:${requestId}`;
}

/** Held, so that it does not end meanwhile. Throws ApiError 148 without it, 190 without an open custody account. */
async function holdOpenAccount(db: Db, of: { readonly clientId: string; readonly accountId: string }) {
  const account = await requireActiveAccount(db, of.clientId, of.accountId);
  const accountId = account.account_id;
  if (!(await holdAccount(db, { clientId: of.clientId, accountId }))) throw new ApiError(ACCOUNT.unknown);
  await holdOpenCustodyAccount(db, of.clientId, accountId);
  return account;
}

const TYPES = ['ach', 'wire_domestic', 'wire_international'] as const;
const isWire = (sent: (name: string) => unknown) => String(sent('type')).toLowerCase().startsWith('wire');

export function createCustodyFundDisbursement(deps: ModuleDeps): Method {
  const { secrets, nowUs } = deps;
  return defineMethod({
    name: 'createCustodyFundDisbursement',
    summary: 'Asks for money to be paid out of a custody account',
    description:
      'From an open custody account: by ach to the external account, by wire to the named bank. ' +
      'The operator reviews it.',
    signInAgain: true,
    amount: ({ amount }) => amount.toFixed(2),
    refusals: [148, 149, 190],
    parameters: {
      accountId,
      amount: required(decimal({ description: 'dollars', places: 2, exclusiveMinimum: 0, maximum: 1_000_000_000 })),
      type: required(choice(TYPES)),
      bankId: requiredWhen(line('the bank; needed for wires'), isWire),
      bankAccountId: requiredWhen(line('the account at the bank; needed for wires'), isWire),
      additionalDetails: optional(text({ description: 'instructions for the wire' })),
    },
    response: Type.Object({ custodyFundDisbursement: shownToSchema(DISBURSEMENT_VIEW.schema) }),
    handler: change(deps, async ({ client, values }, db) => {
      const { clientId } = client;
      const account = await holdOpenAccount(db, { clientId, accountId: values.accountId });
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

/** Statuses that a disbursement enters only where its account has the cash (U13). */
const NEEDS_CASH: ReadonlySet<string> = new Set(['processing', 'approved', 'scheduled', 'completed']);

/**
 * Moves a held disbursement: the one way to change its status. Throws 190 where the lifecycle does not lead there, or
 * the custody account has not the cash, which is held.
 */
export async function moveDisbursement(
  transaction: Db,
  row: CustodyFundDisbursementRow,
  status: DisbursementStatus,
  values: Pick<CustodyFundDisbursementRow, 'updated_at'> & { readonly reason?: string | undefined },
): Promise<CustodyFundDisbursementRow> {
  const next = stateAfter(DISBURSEMENT_LIFECYCLE, row.status, status);
  if (NEEDS_CASH.has(next) && !NEEDS_CASH.has(row.status)) {
    const cash = await holdCash(transaction, row.account_id);
    if (cash < toMillionths(sixDecimals(new Decimal(row.amount)))) {
      const held = fromMillionths(cash < 0n ? 0n : cash);
      throw new ApiError(
        190,
        `the custody account has ${held} dollars to pay out, the disbursement is of ${row.amount}`,
      );
    }
  }
  const of = { clientId: row.client_id, id: row.request_id };
  return found(DISBURSEMENT, await writeRecord(transaction, DISBURSEMENT, of, { ...values, status: next }));
}

const KEY = 'custodyFundDisbursements';

export function disbursementResource(deps: ModuleDeps): Resource<'custody_fund_disbursements'> {
  return {
    deps,
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
    itemSchema: DISBURSEMENT_VIEW.schema,
    items: (rows) => rows.map((row) => disbursementFields(deps.secrets, row)),
  };
}

export function getCustodyFundDisbursements(deps: ModuleDeps): Method {
  const resource = disbursementResource(deps);
  return defineMethod({
    name: 'getCustodyFundDisbursements',
    summary: 'Lists the disbursements of the client, newest first',
    description: 'Filtered by requestId, accountId, status or type. A page after the end is 239.',
    refusals: [239, 1400, 1422],
    parameters: listParameters('getCustodyFundDisbursements', resource.fields),
    response: listSchema(resource, KEY),
    handler: (call) => answerList(resource, KEY, call),
  });
}

export function reviewCustodyFundDisbursement(deps: ModuleDeps): Method {
  return operatorMethod({
    name: 'reviewCustodyFundDisbursement',
    summary: 'Sets the status of a disbursement, as its review and the bank have it',
    description:
      'A status that the lifecycle does not lead to from the present one is 190, and so are processing, approved, ' +
      'scheduled and completed where the custody account has less to pay out. It is reopened only while its ' +
      'account (148) and custody account (190) are there.',
    amount: async ({ requestId }) => (await findRecord(deps.db, DISBURSEMENT, EVERY_CLIENT, requestId))?.amount,
    refusals: [148, 190, 404],
    fourEyes: true,
    parameters: {
      requestId: required(text({ description: 'requestId of the disbursement', maxLength: 100 })),
      status: required(choice(DISBURSEMENT_STATUSES)),
      reason: optional(text({ description: 'why; kept for the operator' })),
    },
    response: Type.Object({ custodyFundDisbursement: shownToSchema(DISBURSEMENT_VIEW.schema) }),
    handler: change(deps, async ({ values }, db) => {
      const id = values.requestId;
      const { client_id, account_id } = found(DISBURSEMENT, await findRecord(db, DISBURSEMENT, EVERY_CLIENT, id));
      const of = { clientId: client_id, id };
      // One that has ended kept neither its account nor the custody account from ending.
      if (values.status === 'reopened') await holdOpenAccount(db, { clientId: client_id, accountId: account_id });
      const held = found(DISBURSEMENT, await holdRecord(db, DISBURSEMENT, of));
      const said = { reason: values.reason, updated_at: deps.nowUs() };
      const row = await moveDisbursement(db, held, values.status, said);
      return { fields: { custodyFundDisbursement: disbursementFields(deps.secrets, row) } };
    }),
  });
}
