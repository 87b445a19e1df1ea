/** What ends payments (T14), each with its code, its reason and the payments that end with it. */
import { NOW } from '../shared/records.ts';
import type { PayingInvestor } from './paying-investor.ts';

const MASTER = { as: 'MASTER' };
/** Each rail, and a deposit for no trade. */
export const PAYMENTS = ['ach', 'card', 'custody', 'deposit'] as const;
export type Payment = (typeof PAYMENTS)[number];

export interface End {
  readonly code: string;
  /** Of the payment that the batch voids. */
  readonly reason: string;
  /** The payments that end with it; all when absent. */
  readonly of?: readonly Payment[];
  /** Whether a wire and a check end with it. */
  readonly endsWires: boolean;
  readonly set: (investor: PayingInvestor, isOver: boolean, tradeIds: readonly number[]) => Promise<unknown>;
}

const FOR_TRADES = ['ach', 'card', 'custody'] as const;
const BY_BANK = ['ach', 'custody', 'deposit'] as const;
const OFFERING = 'The offering was cancelled, denied or deleted';
const PARTY = 'The account has no active primary party';
const ACCOUNT = 'The account is no longer active';
export const TRADE_ENDED = 'The trade is no longer to be paid';

const ofOffering =
  (values: (isOver: boolean) => object): End['set'] =>
  ({ api, offeringId }, isOver) =>
    api.database.db.updateTable('offerings').set(values(isOver)).where('offering_id', '=', offeringId).execute();
const ofAccount =
  (values: (isOver: boolean) => object): End['set'] =>
  ({ api, accountId }, isOver) =>
    api.database.db.updateTable('accounts').set(values(isOver)).where('account_id', '=', accountId).execute();
const ofTrades =
  (state: string): End['set'] =>
  ({ api }, isOver, tradeIds) =>
    api.database.db
      .updateTable('trades')
      // Whatever has ended it, its money has come.
      .set({ order_status: isOver ? state : 'CREATED', recorded_amount: isOver ? '100.000000' : null })
      .where('trade_id', 'in', tradeIds)
      .execute();
const status = (ended: string) => (isOver: boolean) => ({ offering_status: isOver ? ended : 'Approved' });
const deleted = (isOver: boolean) => ({ deleted_at: isOver ? NOW : null });
const archived = (isOver: boolean) => ({ archived: isOver ? 1 : 0 });

/** Set in the database, so that no call voids the payment at once, as a crash or the same moment would leave it. */
export const ENDS: Readonly<Record<string, End>> = {
  'a stopped client': {
    ...{ code: '190', reason: 'The client is inactive', endsWires: true },
    set: ({ api }, isOver) =>
      api.database.db
        .updateTable('clients')
        .set({ active: isOver ? 0 : 1 })
        .where('client_id', '=', 'C1')
        .execute(),
  },
  'an archived account': { code: '148', reason: ACCOUNT, endsWires: true, set: ofAccount(archived) },
  'a deleted account': { code: '148', reason: ACCOUNT, endsWires: true, set: ofAccount(deleted) },
  'an archived primary party': {
    ...{ code: '135', reason: PARTY, endsWires: true },
    set: ({ api }, isOver) => api.database.db.updateTable('parties').set(archived(isOver)).execute(),
  },
  'a deleted primary party': {
    ...{ code: '135', reason: PARTY, endsWires: true },
    set: ({ api }, isOver) => api.database.db.updateTable('parties').set(deleted(isOver)).execute(),
  },
  'a deleted primary link': {
    ...{ code: '135', reason: PARTY, endsWires: true },
    set: ({ api }, isOver) => api.database.db.updateTable('links').set(deleted(isOver)).execute(),
  },
  'a link that is not primary': {
    ...{ code: '135', reason: PARTY, endsWires: true },
    set: ({ api }, isOver) =>
      api.database.db
        .updateTable('links')
        .set({ primary_value: isOver ? 0 : 1 })
        .execute(),
  },
  // The lifecycle of a trade says from which states updateTradeStatus makes it FUNDED.
  ...Object.fromEntries(
    ['FUNDED', 'UNWIND PENDING', 'UNWIND SETTLED', 'SETTLED', 'CANCELED'].map((state) => [
      `a trade that is ${state}`,
      {
        ...{ code: '190', of: FOR_TRADES, endsWires: false, set: ofTrades(state) },
        reason: state === 'FUNDED' ? 'Nothing of the trade is due' : TRADE_ENDED,
      },
    ]),
  ),
  ...Object.fromEntries(
    ['cancelled', 'Canceled', 'Denied', 'DENIED'].map((ended) => [
      `an offering that is ${ended}`,
      { code: '190', reason: OFFERING, of: FOR_TRADES, endsWires: true, set: ofOffering(status(ended)) },
    ]),
  ),
  'a deleted offering': { code: '138', reason: OFFERING, of: FOR_TRADES, endsWires: true, set: ofOffering(deleted) },
  'a blocked account': {
    ...{ code: '773', reason: 'The account is blocked', of: BY_BANK, endsWires: false },
    set: ({ api, accountId }, isOver) => {
      const block = { account_id: accountId, client_id: 'C1', reason: 'an example', created_at: NOW };
      const { db } = api.database;
      return isOver ? db.insertInto('ach_blocks').values(block).execute() : db.deleteFrom('ach_blocks').execute();
    },
  },
  'a client without debits': {
    ...{ code: '211', reason: 'The client may not make debits', of: BY_BANK, endsWires: false },
    set: ({ api }, isOver) =>
      api.call('POST', 'admin/updateAchSettings', { clientId: 'C1', enabled: isOver ? 'No' : 'Yes' }, MASTER),
  },
  'a lower largest debit': {
    ...{ code: '234', reason: 'The amount is above the largest debit of the client, 99.990000' },
    ...{ of: ['ach'], endsWires: false },
    set: ({ api }, isOver) => {
      const singleAmountMax = isOver ? '99.99' : '100000';
      return api.call('POST', 'admin/updateAchSettings', { clientId: 'C1', singleAmountMax }, MASTER);
    },
  },
  'a lower largest deposit': {
    ...{ code: '234', reason: 'The amount is above the largest deposit of the client, 99.99' },
    ...{ of: ['custody', 'deposit'], endsWires: false },
    set: ({ api }, isOver) => {
      const limit = { client_id: 'C1', amount: '99.990000', updated_at: NOW };
      const { db } = api.database;
      return isOver
        ? db.insertInto('custody_deposit_limits').values(limit).execute()
        : db.deleteFrom('custody_deposit_limits').execute();
    },
  },
  'a lower largest payment by card': {
    ...{ code: '234', reason: 'at most 99.99 dollars by card', of: ['card'], endsWires: false },
    set: ({ api }, isOver) => {
      const limit = { client_id: 'C1', amount_max: '99.990000', updated_at: NOW };
      const { db } = api.database;
      return isOver ? db.insertInto('card_limits').values(limit).execute() : db.deleteFrom('card_limits').execute();
    },
  },
  'a deleted card': {
    ...{ code: '404', reason: 'The account has no linked card', of: ['card'], endsWires: false },
    set: ({ api }, isOver) => api.database.db.updateTable('linked_cards').set(deleted(isOver)).execute(),
  },
  'a closed custody account': {
    ...{ code: '190', reason: 'The custody account is no longer open', of: ['custody', 'deposit'], endsWires: false },
    set: ({ api }, isOver) =>
      api.database.db
        .updateTable('custody_account_requests')
        .set({ account_status: isOver ? 'Closed' : 'Open' })
        .execute(),
  },
};
