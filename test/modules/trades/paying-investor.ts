/** An account that could pay for its trades in every way. */
import type { Database } from '../../../src/database/database.ts';
import { Secrets } from '../../../src/database/secrets.ts';
import { accountsModule } from '../../../src/modules/accounts/index.ts';
import { achModule } from '../../../src/modules/ach/index.ts';
import { insertCard } from '../../../src/modules/cards/card-records.ts';
import { cardsModule } from '../../../src/modules/cards/index.ts';
import { linksModule } from '../../../src/modules/links/index.ts';
import { partiesModule } from '../../../src/modules/parties/index.ts';
import type { ModuleServices } from '../../../src/modules/shared/services.ts';
import { tradesModule } from '../../../src/modules/trades/index.ts';
import { SandboxProcessor } from '../../../src/providers/cards/index.ts';
import { bankAccount, link } from '../ach/fixture.ts';
import { TEST_ACH } from '../ach/means.ts';
import { aRequest, custodyModule, decide } from '../custody/custody-api.ts';
import { anAccount } from '../shared/accounts.ts';
import { type Api, fieldsOf, startApi } from '../shared/api.ts';
import { anIssuer, anOffering, NOW } from '../shared/records.ts';
import { MONEY } from './money.ts';

export interface PayingInvestor {
  readonly api: Api;
  readonly accountId: string;
  readonly offeringId: number;
}

export async function aPayingInvestor(database: Database): Promise<PayingInvestor> {
  const { db } = database;
  const api = await startApi(database, [
    (services) => accountsModule(services),
    partiesModule,
    linksModule,
    (services) => achModule({ ...services, ach: TEST_ACH }, MONEY),
    (services) => cardsModule({ ...services, cards: new SandboxProcessor(), cardAmountMax: 5000 }, MONEY),
    custodyModule,
    (services: ModuleServices) => tradesModule(services, MONEY),
  ]);
  const accountId = await anAccount(api);
  await link(api, accountId);
  await bankAccount(api, accountId);
  fieldsOf(await decide(api, await aRequest(api, accountId), 'Approved'));
  const card = { card_holder: 'First Last', card_type: 'Visa', last_four: '4242', expiration: '1235' };
  const kept = { ...card, billing_zip: '10001', token: 'sandbox_accepted_1' };
  await insertCard(
    { db, secrets: new Secrets([Buffer.alloc(32, 7)]) },
    { clientId: 'C1', accountId, cardId: 1 },
    kept,
    NOW,
  );
  const { offering_id: offeringId } = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
  return { api, accountId, offeringId };
}
