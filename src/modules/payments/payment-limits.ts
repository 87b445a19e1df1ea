/** What one payment of a client may come to, by rail, and whether an account is blocked for debits (A36). */
import Type from 'typebox';
import type { AccountRow, Db } from '../../database/schema/index.ts';
import { ApiError, defineMethod, inGroup, type Method, namedObject } from '../../http/methods/index.ts';
import { optional, text } from '../../http/parameters/index.ts';
import { ACCOUNT, findAccount } from '../accounts/index.ts';
import { found, ownedBy, piiTable, readerOf } from '../shared/record/index.ts';
import { textOrNull, timestamp } from '../shared/values/index.ts';
import { achClient } from './ach/accounts/index.ts';
import { type CardDeps, cardMaximumOf } from './cards/index.ts';
import { depositMaximumOf } from './custody/index.ts';

const LEVELS = piiTable('account.read', {
  none: 'clientId debits debitMax cardMax depositMax accountId blocked blockedDate',
  pii_medium: 'reason',
});

const limitsSchema = namedObject('PaymentLimits', {
  clientId: Type.String(),
  debits: Type.String({ enum: ['Yes', 'No'], description: 'whether debits are made for the client' }),
  debitMax: Type.String({ description: 'largest trade total of one debit, dollars' }),
  cardMax: Type.String({ description: 'most of one payment by card, dollars' }),
  depositMax: Type.String({ description: 'most of one deposit into custody, dollars' }),
});

const blockSchema = namedObject('AchBlock', {
  accountId: Type.String(),
  blocked: Type.String({ enum: ['Yes', 'No'], description: 'whether debits of it are refused (773)' }),
  reason: textOrNull(),
  blockedDate: textOrNull(),
});

/** One method, which reads the limits of three rails. */
export function paymentLimitsModule(deps: CardDeps): Method[] {
  return inGroup({ group: 'Payments', levels: LEVELS }, [getPaymentLimits(deps)]);
}

function getPaymentLimits({ db, cardAmountMax }: CardDeps): Method {
  return defineMethod({
    name: 'getPaymentLimits',
    summary: 'Reads what one payment of a client may come to, and whether an account is blocked for debits',
    description: 'An extension (A36). Without clientId those of the caller; a master key reads those of any client.',
    refusals: [148, 404],
    parameters: {
      clientId: optional(text({ maxLength: 100, description: 'for a master key: the client' })),
      accountId: optional(text({ maxLength: 100, description: 'whose block is read, too' })),
    },
    response: Type.Object({ paymentLimits: limitsSchema, achBlock: Type.Union([blockSchema, Type.Null()]) }),
    handler: async ({ client, values: { clientId = client.clientId, accountId } }) => {
      if (clientId !== client.clientId) await requireClient(db, client.master, clientId);
      const { enabled, single_amount_max: debitMax } = await achClient(db, clientId);
      const paymentLimits = {
        ...{ clientId, debits: enabled === 1 ? ('Yes' as const) : ('No' as const), debitMax },
        cardMax: await cardMaximumOf(db, clientId, cardAmountMax),
        depositMax: await depositMaximumOf(db, clientId),
      };
      if (accountId === undefined) return { fields: { paymentLimits, achBlock: null } };
      const account = found(ACCOUNT, await findAccount(db, readerOf(client), accountId));
      return { fields: { paymentLimits, achBlock: await blockOf(db, account) } };
    },
  });
}

/** Throws 404 for another client, where the caller has no master key, and for an unknown one. */
async function requireClient(db: Db, isMaster: boolean, clientId: string): Promise<void> {
  const query = db.selectFrom('clients').select('client_id').where(ownedBy(clientId));
  if (isMaster && (await query.executeTakeFirst()) !== undefined) return;
  throw new ApiError(404, 'There is no such client');
}

async function blockOf(db: Db, { account_id: accountId, client_id: clientId }: AccountRow) {
  const query = db.selectFrom('ach_blocks').selectAll().where(ownedBy(clientId));
  const row = await query.where('account_id', '=', accountId).executeTakeFirst();
  return {
    accountId,
    blocked: row === undefined ? ('No' as const) : ('Yes' as const),
    reason: row?.reason ?? null,
    blockedDate: row === undefined ? null : timestamp(row.created_at),
  };
}
