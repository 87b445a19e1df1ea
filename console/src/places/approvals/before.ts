/** What a waiting action would change, as it is now: read from the record that the action is about. */
import type { MethodName } from '../../client/index.ts';
import { type Desk, type Fields, labelOf, sentence, valueWords } from '../../data/index.ts';

interface Reader {
  readonly needs: MethodName;
  /** The values under the names that the action gives them. */
  readonly read: (desk: Desk, values: Fields) => Promise<Fields>;
}

const text = (value: unknown): string => String(value ?? '');

/** Of a list that takes no id: the record whose id the action names. */
const listed = (needs: MethodName, key: string, id: string, limit: number): Reader => ({
  needs,
  read: async ({ session }, values) => {
    const records = (await session.api.call(needs, { limit }))[key] as Fields[];
    return records.find((one) => text(one[id]) === text(values[id])) ?? {};
  },
});

const limits: Reader = {
  needs: 'getLimits',
  read: async ({ session }, { clientId, accountid }) => {
    const of = { ...(clientId ? { clientId } : {}), ...(accountid ? { accountid } : {}) };
    return { limits: (await session.api.call('getLimits', of)).limits };
  },
};

const match: Reader = {
  needs: 'listAtsTrades',
  read: async ({ session }, { tradeID }) => {
    const filter = JSON.stringify({ tradeId: tradeID });
    const [side] = (await session.api.call('listAtsTrades', { filter, limit: 1 })).ats_trades as Fields[];
    return { price: side?.sharePrice, quantity: side?.shares };
  },
};

const payment = (rail: string, number: string, status: string): Reader => ({
  needs: 'getPayments',
  read: async ({ session }, values) => {
    const asked = { rail, referenceNumber: values[number] };
    const [one] = (await session.api.call('getPayments', asked)).payments as Fields[];
    return { [status]: one?.status, approvalStatus: one?.approvalStatus, errors: one?.errors };
  },
});

const paymentLimits = (names: Readonly<Record<string, string>>): Reader => ({
  needs: 'getPaymentLimits',
  read: async ({ session }, { clientId }) => {
    const shown = (await session.api.call('getPaymentLimits', { clientId })).paymentLimits as Fields;
    return Object.fromEntries(Object.entries(names).map(([sent, read]) => [sent, shown[read]]));
  },
});

const versioned = (needs: MethodName, key: string, inner: string | undefined): Reader => ({
  needs,
  read: async ({ session }, { securityId }) => {
    const answer = (await session.api.call(needs, { securityId }))[key] as Fields;
    return inner === undefined ? answer : { [inner]: answer[inner] };
  },
});

const READERS: Partial<Readonly<Record<MethodName, Reader>>> = {
  setLimits: limits,
  adjustTrade: match,
  bustTrade: match,
  updateClient: listed('getClients', 'clients', 'clientId', 200),
  updateUser: listed('getUsers', 'users', 'userId', 500),
  setTransferRules: versioned('getTransferRules', 'transferRules', undefined),
  setAuctionPlan: versioned('getAuctionPlan', 'auctionPlan', 'plan'),
  updateSecurityReference: versioned('getSecurityReference', 'securityReference', 'reference'),
  updateAchSettings: paymentLimits({ enabled: 'debits', singleAmountMax: 'debitMax' }),
  setCardLimit: paymentLimits({ amountMax: 'cardMax' }),
  setCustodyDepositLimit: paymentLimits({ amountMax: 'depositMax' }),
  updateAchBlock: {
    needs: 'getPaymentLimits',
    read: async ({ session }, { accountId }) =>
      ((await session.api.call('getPaymentLimits', { accountId })).achBlock ?? {}) as Fields,
  },
  updateTradeStatus: {
    needs: 'readTrade',
    read: async ({ session }, { tradeId }) => (await session.api.call('readTrade', { tradeId })).trade as Fields,
  },
  updateExternalFundMoveStatus: payment('ACH', 'RefNum', 'fundStatus'),
  updateExternalFundMoveApprovedStatus: payment('ACH', 'RefNum', 'status'),
  updateCCFundMoveStatus: payment('CARD', 'RefNum', 'fundStatus'),
  updateCustodyFundMoveStatus: payment('CUSTODY', 'referenceNumber', 'status'),
  reviewCustodyFundDisbursement: {
    needs: 'readCustodyDisbursement',
    read: async ({ session }, { requestId }) =>
      (await session.api.call('readCustodyDisbursement', { requestId })).disbursement as Fields,
  },
};

/** Whether the action changes a record that this reader may see; others make something, or do something. */
export const hasBefore = ({ session }: Desk, { method }: Fields): boolean => {
  const reader = READERS[method as MethodName];
  return reader !== undefined && session.may(reader.needs);
};

/** Of an action that changes a record. */
export async function readBefore(desk: Desk, { method, values }: Fields): Promise<Fields> {
  return (await READERS[method as MethodName]?.read(desk, values as Fields)) ?? {};
}

/** Ids say which record, and not what changes; the others are no part of the record. */
const ABOUT = /^(\w*[iI]d|tradeID|RefNum|referenceNumber|expected\w+|version|reason|errDesc)$/;

export interface Change {
  readonly label: string;
  /** Empty: not set. */
  readonly before: string;
  readonly after: string;
}

/** What becomes other than it is. Of a bust, all that the match has. */
export function changesOf(desk: Desk, { method, values }: Fields, before: Fields): readonly Change[] {
  const sent = method === 'bustTrade' ? Object.fromEntries(Object.keys(before).map((name) => [name, null])) : values;
  const after = flat(sent as Fields);
  const now = flat(before);
  // An object that is sent takes the place of the whole: what it leaves out ends.
  const wholes = Object.keys((sent ?? {}) as Fields).filter((name) => isPlain((sent as Fields)[name]));
  const names = new Set([
    ...after.keys(),
    ...[...now.keys()].filter((name) => wholes.includes(name.split('.')[0] ?? '')),
  ]);
  return [...names]
    .filter((name) => !ABOUT.test(name))
    .map((name) => {
      const field = name.split('.').at(-1) ?? name;
      const words = (value: unknown) => valueWords(desk, field, value);
      return { label: sentence(labelOf(field)), before: words(now.get(name)), after: words(after.get(name)) };
    })
    .filter(({ before: old, after: next }) => old !== next);
}

const isPlain = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

function flat(fields: Fields, under = ''): Map<string, unknown> {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    const path = under === '' ? name : `${under}.${name}`;
    return isPlain(value) ? [...flat(value as Fields, path)] : [[path, value]];
  });
  return new Map(entries);
}
