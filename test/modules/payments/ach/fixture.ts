/** An investor with a bank account and a trade to be paid by ACH, and the methods of ACH. */
import type { Database } from '../../../../src/database/database.ts';
import { accountsModule } from '../../../../src/modules/accounts/index.ts';
import { issuersModule } from '../../../../src/modules/issuers/index.ts';
import { linksModule } from '../../../../src/modules/links/index.ts';
import { partiesModule } from '../../../../src/modules/parties/index.ts';
import type { AchSettings } from '../../../../src/modules/payments/ach/accounts/index.ts';
import type { BatchDeps } from '../../../../src/modules/payments/ach/batch/index.ts';
import { achDebits, achModule, achPages } from '../../../../src/modules/payments/ach/index.ts';
import type { ModuleDeps } from '../../../../src/modules/shared/deps.ts';
import { aParty } from '../../parties/people.ts';
import { anAccount } from '../../shared/accounts.ts';
import { type Answered, type Api, fieldsOf, startApi } from '../../shared/api.ts';
import { anIssuer, anOffering, aTrade } from '../../shared/records.ts';
import { TEST_ACH } from './ach-settings.ts';

/** Bank details that are right. */
export const BANK = {
  ExtAccountfullname: 'First Last',
  Extnickname: 'My bank',
  ExtRoutingnumber: '123456780',
  ExtAccountnumber: '40005000601',
  accountType: 'Checking',
};

export const base64 = (text: string) => Buffer.from(text).toString('base64');

export interface AchApi {
  readonly api: Api;
  readonly deps: ModuleDeps & { readonly ach: AchSettings };
  readonly issuerId: number;
  readonly offeringId: number;
  readonly accountId: string;
}

interface AchOptions {
  readonly settings?: Partial<AchSettings>;
  readonly nickname?: string | null;
  /** Further modules. */
  readonly more?: Parameters<typeof startApi>[1];
}

/** An account with a primary party and, unless nickname is null, a bank account of this nickname. */
export async function startAch(
  database: Database,
  { settings = {}, nickname = BANK.Extnickname, more = [] }: AchOptions = {},
): Promise<AchApi> {
  let deps: AchApi['deps'] | undefined;
  const ach = { ...TEST_ACH, ...settings };
  const withAch = (given: ModuleDeps) => {
    deps = { ...given, ach };
    return deps;
  };
  const modules = [
    issuersModule,
    partiesModule,
    accountsModule,
    linksModule,
    (given: ModuleDeps) => achModule(withAch(given)),
    ...more,
  ];
  const api = await startApi(database, modules, { pages: (given) => achPages({ ...given, ach }) });
  const issuerId = await anIssuer(database.db, 'C1');
  const offeringId = (await anOffering(database.db, 'C1', issuerId)).offering_id;
  const accountId = await anAccount(api, 'C1', { type: 'Individual' });
  await link(api, accountId);
  if (nickname !== null) await bankAccount(api, accountId, { Extnickname: nickname });
  api.fired.length = 0;
  return { api, deps: deps!, issuerId, offeringId, accountId };
}

/** Makes a party the primary one of the account. */
export async function link(api: Api, accountId: string): Promise<void> {
  const fields = {
    firstEntryType: 'Account',
    firstEntry: accountId,
    relatedEntryType: 'IndivACParty',
    relatedEntry: await aParty(api),
    linkType: 'owner',
    primary_value: 1,
  };
  fieldsOf(await api.call('PUT', 'createLink', fields));
}

export async function bankAccount(api: Api, accountId: string, fields: object = {}): Promise<void> {
  const sent = { types: 'Account', accountId, ...BANK, ...fields };
  fieldsOf(await api.call('POST', 'createExternalAccount', sent));
}

/** An ACH trade of 100 dollars of the account. */
export async function anAchTrade({ api, offeringId, accountId }: AchApi, other: object = {}): Promise<number> {
  const fields = { account_id: accountId, transaction_type: 'ACH', ...other };
  return (await aTrade(api.database.db, 'C1', offeringId, fields)).trade_id;
}

/** Calls externalFundMove for the trade. */
export function moveOf({ api, offeringId, accountId }: AchApi, tradeId: number, other: object = {}): Promise<Answered> {
  const sent = { accountId, offeringId, tradeId, amount: '100', description: 'Ten units', checkNumber: tradeId };
  return api.call('POST', 'externalFundMove', { ...sent, ...other });
}

/** A debit of a new trade; its number. */
export async function aFundMove(ach: AchApi, other: object = {}): Promise<string> {
  const { TradeFinancialDetails } = fieldsOf(await moveOf(ach, await anAchTrade(ach, other)));
  return (TradeFinancialDetails as [{ RefNum: string }])[0].RefNum;
}

/** What works with the bank, on folders of the test. */
export function batchServices({ deps }: AchApi, folder: string): BatchDeps {
  return {
    ...deps,
    rails: [achDebits],
    settlementDays: 5,
    outgoing: `${folder}/outgoing`,
    incoming: `${folder}/incoming`,
  };
}

export async function orderStatus({ api }: AchApi, tradeId: number | string): Promise<string> {
  const row = await api.database.db
    .selectFrom('trades')
    .select('order_status')
    .where('trade_id', '=', Number(tradeId))
    .executeTakeFirstOrThrow();
  return row.order_status;
}
