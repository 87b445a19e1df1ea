/** Custody accounts that several tests begin with. */
import { accountsModule } from '../../../../src/modules/accounts/index.ts';
import { linksModule } from '../../../../src/modules/links/index.ts';
import { partiesModule } from '../../../../src/modules/parties/index.ts';
import type { BatchDeps } from '../../../../src/modules/payments/ach/batch/index.ts';
import { achDebits, achModule } from '../../../../src/modules/payments/ach/index.ts';
import { depositDebits, custodyModule as moduleOf } from '../../../../src/modules/payments/custody/index.ts';
import type { ModuleDeps } from '../../../../src/modules/shared/deps.ts';
import { tradesModule } from '../../../../src/modules/trades/index.ts';
import type { TestDatabases } from '../../../support/database.ts';
import { anAccount } from '../../shared/accounts.ts';
import { type Answered, type Api, fieldsOf, startApi } from '../../shared/api.ts';
import { anIssuer, anOffering, aTrade } from '../../shared/records.ts';
import { MONEY } from '../../trades/money.ts';
import { TEST_ACH } from '../ach/ach-settings.ts';
import { bankAccount, link } from '../ach/fixture.ts';

/** The module with the means of ACH in a sandbox. */
export const custodyModule = (deps: ModuleDeps) => moduleOf({ ...deps, ach: TEST_ACH });

export const MASTER = { as: 'MASTER' };

/** Attests the custody agreement of an account. */
export async function attest(api: Api, accountId: string): Promise<void> {
  const documentUrl = 'https://documents.example.com/agreement.pdf';
  const fields = { accountId, isAttested: true, documentUrl };
  fieldsOf(await api.call('POST', 'createCustodyAgreementAttestation', fields));
}

/** Requests a custody account; what fired for it is forgotten. */
export async function aRequest(api: Api, accountId: string): Promise<string> {
  await attest(api, accountId);
  // Of several requests the newest counts.
  api.nowUs += 1_000_000;
  const { custodialAccountDetails } = fieldsOf(await api.call('POST', 'createCustodyAccountRequest', { accountId }));
  api.fired.length = 0;
  return (custodialAccountDetails as [{ custAccRequestID: string }])[0].custAccRequestID;
}

/** What the operator decides on a request. */
export function decide(
  api: Api,
  custAccRequestID: string,
  custAccStatus: string,
  more: Record<string, unknown> = {},
): Promise<Answered> {
  const fields = { custAccRequestID, custAccStatus, ...more };
  return api.call('POST', 'admin/reviewCustodyAccountRequest', fields, MASTER);
}

export type Item = Record<string, string | null>;

export interface Money {
  readonly api: Api;
  readonly accountId: string;
  readonly deps: ModuleDeps;
}

/** An account with an open custody account and, unless nickname is null, a bank account. */
export async function startMoney(open: TestDatabases, nickname: string | null = 'My bank'): Promise<Money> {
  let deps: ModuleDeps | undefined;
  const api = await startApi(await open(), [
    partiesModule,
    (given) => accountsModule(given),
    linksModule,
    (given) => achModule({ ...given, ach: TEST_ACH }),
    (given) => tradesModule(given, MONEY),
    (given) => {
      deps = given;
      return custodyModule(given);
    },
  ]);
  const accountId = await anAccount(api, 'C1', { type: 'Individual' });
  await link(api, accountId);
  if (nickname !== null) await bankAccount(api, accountId, { Extnickname: nickname });
  fieldsOf(await decide(api, await aRequest(api, accountId), 'Approved'));
  api.fired.length = 0;
  return { api, accountId, deps: deps! };
}

export async function deposit(api: Api, fields: object): Promise<Item> {
  const made = await api.call('POST', 'createCustodyFundMove', { amount: '100', ...fields });
  return fieldsOf(made).custodyTransaction as Item;
}

export function bankSays(api: Api, referenceNumber: string | null, status: string): Promise<Answered> {
  return api.call('POST', 'admin/updateCustodyFundMoveStatus', { referenceNumber, status }, MASTER);
}

/** A trade of 100 dollars of the account, in an offering made for it. */
export async function aCustodyTrade({ api, accountId }: Money): Promise<number> {
  const { db } = api.database;
  const offering = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
  const sold = db.updateTable('offerings').set({ sold_shares: '10.000000' });
  await sold.where('offering_id', '=', offering.offering_id).execute();
  return (await aTrade(db, 'C1', offering.offering_id, { account_id: accountId })).trade_id;
}

export async function orderStatus({ api }: Money, tradeId: number): Promise<string> {
  const { db } = api.database;
  const row = await db.selectFrom('trades').selectAll().where('trade_id', '=', tradeId).executeTakeFirstOrThrow();
  return row.order_status;
}

/** What works with the bank, on folders of the test. */
export function bankWork({ deps }: Money, folder: string): BatchDeps {
  const folders = { outgoing: `${folder}/outgoing`, incoming: `${folder}/incoming` };
  return { ...deps, ...folders, ach: TEST_ACH, rails: [achDebits, depositDebits], settlementDays: 5 };
}
