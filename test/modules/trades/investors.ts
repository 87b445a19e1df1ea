/** Accounts that can invest, offerings to invest in, and trades, made through the API. */
import { accountsModule } from '../../../src/modules/accounts/index.ts';
import { issuersModule } from '../../../src/modules/issuers/index.ts';
import { linksModule } from '../../../src/modules/links/index.ts';
import { offeringsModule } from '../../../src/modules/offerings/index.ts';
import { partiesModule } from '../../../src/modules/parties/index.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { type PaymentRail, tradesModule } from '../../../src/modules/trades/index.ts';
import type { TestDatabases } from '../../support/database.ts';
import { PARTY } from '../parties/people.ts';
import { anAccount } from '../shared/accounts.ts';
import { type Api, fieldsOf, startApi } from '../shared/api.ts';
import { anIssuer, anOffering } from '../shared/records.ts';

export type Fields = Record<string, unknown>;

export interface Market {
  readonly api: Api;
  readonly offeringId: string;
  readonly accountId: string;
  readonly partyId: string;
  /** Makes a trade and answers its id; what fired for it is forgotten. */
  readonly trade: (other?: Fields) => Promise<string>;
  /** Calls a method and answers its fields. */
  readonly ask: (method: string, body: Fields, verb?: 'PUT' | 'POST') => Promise<Fields>;
  /** The first of what getTradeStatus answers. */
  readonly read: (tradeId: string) => Promise<Fields>;
  /** The remaining shares of the offering. */
  readonly remaining: () => Promise<unknown>;
}

/**
 * The API with all that an investment needs: an offering of 10,000 units at 10 dollars, and an account that can
 * invest.
 */
export async function openMarket(
  open: TestDatabases,
  money: readonly PaymentRail[] = [],
  other: Parameters<typeof anOffering>[3] = {},
  withDeps: (deps: ModuleDeps) => void = () => {},
): Promise<Market> {
  const trades = (deps: ModuleDeps) => {
    withDeps(deps);
    return tradesModule(deps, money);
  };
  const accounts = (deps: ModuleDeps) => accountsModule(deps);
  const modules = [issuersModule, offeringsModule, partiesModule, accounts, linksModule, trades];
  const api = await startApi(await open(), modules);
  const { db } = api.database;
  const offering = await anOffering(db, 'C1', await anIssuer(db, 'C1'), { min_amount: '0.000001', ...other });
  const offeringId = String(offering.offering_id);
  const { accountId, partyId } = await anInvestor(api);
  const ask: Market['ask'] = async (method, body, verb = 'POST') => fieldsOf(await api.call(verb, method, body));
  const trade: Market['trade'] = async (fields = {}) => {
    const sent = { offeringId, accountId, transactionType: 'ACH', transactionUnits: '10', ...fields };
    const { purchaseDetails } = await ask('createTrade', sent);
    api.fired.length = 0;
    return (purchaseDetails as [boolean, [{ tradeId: string }]])[1][0].tradeId;
  };
  const read: Market['read'] = async (tradeId) => {
    const { tradeDetails } = await ask('getTradeStatus', { tradeId });
    return (tradeDetails as [Fields])[0];
  };
  const remaining = async () => {
    const { offeringDetails } = await ask('getOffering', { offeringId });
    return (offeringDetails as [Fields])[0].remainingShares;
  };
  return { api, offeringId, accountId, partyId, trade, ask, read, remaining };
}

/** An account with a primary party; what fired for it is forgotten. */
export async function anInvestor(api: Api, as = 'C1'): Promise<{ accountId: string; partyId: string }> {
  const accountId = await anAccount(api, as);
  const { partyDetails } = fieldsOf(await api.call('PUT', 'createParty', PARTY, { as }));
  const partyId = (partyDetails as [boolean, [{ partyId: string }]])[1][0].partyId;
  const link = { firstEntryType: 'Account', relatedEntryType: 'IndivACParty', linkType: 'owner', primary_value: 1 };
  fieldsOf(await api.call('PUT', 'createLink', { ...link, firstEntry: accountId, relatedEntry: partyId }, { as }));
  api.fired.length = 0;
  return { accountId, partyId };
}

/** The webhooks that fired since, by name. */
export function firedNames({ fired }: Pick<Api, 'fired'>): string[] {
  return fired.splice(0).map(({ method }) => method);
}
