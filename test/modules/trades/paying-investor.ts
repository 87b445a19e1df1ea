/** An account that could pay for its trades in every way. */
import type { Database } from '../../../src/database/database.ts';
import { Secrets } from '../../../src/database/secrets/index.ts';
import { accountsModule } from '../../../src/modules/accounts/index.ts';
import { linksModule } from '../../../src/modules/links/index.ts';
import { partiesModule } from '../../../src/modules/parties/index.ts';
import { achModule } from '../../../src/modules/payments/ach/index.ts';
import { insertCard } from '../../../src/modules/payments/cards/card-records.ts';
import { cardsModule } from '../../../src/modules/payments/cards/index.ts';
import { receiptsModule } from '../../../src/modules/payments/receipts/index.ts';
import { refundsModule } from '../../../src/modules/payments/refunds/index.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { tradesModule } from '../../../src/modules/trades/index.ts';
import { SandboxProcessor } from '../../../src/providers/cards/index.ts';
import { TEST_ACH } from '../payments/ach/ach-settings.ts';
import { bankAccount, link } from '../payments/ach/fixture.ts';
import { aRequest, custodyModule, decide } from '../payments/custody/custody-api.ts';
import { anAccount } from '../shared/accounts.ts';
import { type Api, fieldsOf, startApi } from '../shared/api.ts';
import { anIssuer, anOffering, NOW } from '../shared/records.ts';
import { ACCOUNT_MONEY, EVERY_RAIL } from './money.ts';

export interface PayingInvestor {
  readonly api: Api;
  readonly deps: ModuleDeps;
  readonly accountId: string;
  readonly offeringId: number;
}

export async function aPayingInvestor(
  database: Database,
  more: Parameters<typeof startApi>[1] = [],
  { waitDays = 0 }: { readonly waitDays?: number } = {},
): Promise<PayingInvestor> {
  const { db } = database;
  let deps: ModuleDeps | undefined;
  const api = await startApi(database, [
    (given) => {
      deps = given;
      return accountsModule(given, undefined, ACCOUNT_MONEY);
    },
    partiesModule,
    linksModule,
    (deps) => achModule({ ...deps, ach: TEST_ACH }),
    (deps) => cardsModule({ ...deps, cards: new SandboxProcessor(), cardAmountMax: 5000 }),
    custodyModule,
    (deps: ModuleDeps) => tradesModule(deps, EVERY_RAIL),
    receiptsModule,
    (deps) =>
      refundsModule({
        ...deps,
        ach: { ...TEST_ACH, refundWaitDays: waitDays },
        cards: new SandboxProcessor(),
        cardAmountMax: 5000,
      }),
    ...more,
  ]);
  const accountId = await aPayingAccount(api, 1);
  const { offering_id: offeringId } = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
  return { api, deps: deps!, accountId, offeringId };
}

/** An account with a bank account, a custody account and a card that pays. */
export async function aPayingAccount(api: Api, cardId: number): Promise<string> {
  const accountId = await anAccount(api);
  await link(api, accountId);
  await bankAccount(api, accountId);
  fieldsOf(await decide(api, await aRequest(api, accountId), 'Approved'));
  const card = { card_holder: 'First Last', card_type: 'Visa', last_four: '4242', expiration: '1235' };
  const kept = { ...card, billing_zip: '10001', token: 'sandbox_accepted_1' };
  const sealed = { db: api.database.db, secrets: new Secrets([Buffer.alloc(32, 7)]) };
  await insertCard(sealed, { clientId: 'C1', accountId, cardId }, kept, NOW);
  return accountId;
}
