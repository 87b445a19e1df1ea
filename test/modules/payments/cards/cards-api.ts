/** The API of this module with the sandbox's processor, an account, and the form as a browser sends it. */
import pino from 'pino';
import type { Database } from '../../../../src/database/database.ts';
import type { CardFundMoveRow, TradeRow } from '../../../../src/database/schema/index.ts';
import { accountsModule } from '../../../../src/modules/accounts/index.ts';
import { linksModule } from '../../../../src/modules/links/index.ts';
import { partiesModule } from '../../../../src/modules/parties/index.ts';
import {
  type CardDeps,
  CardPayments,
  cardCallback,
  cardPage,
  cardsModule,
} from '../../../../src/modules/payments/cards/index.ts';
import type { ModuleDeps } from '../../../../src/modules/shared/deps.ts';
import { type CardProcessor, SandboxProcessor } from '../../../../src/providers/cards/index.ts';
import { anAccount } from '../../shared/accounts.ts';
import { type Api, fieldsOf, startApi } from '../../shared/api.ts';
import { anIssuer, anOffering, aTrade } from '../../shared/records.ts';
import { link as linkParty } from '../ach/fixture.ts';

const GOOD = '4242424242424242';

export interface CardsApi extends Api {
  readonly accountId: string;
  readonly payments: CardPayments;
  readonly deps: CardDeps;
  /** A trade of the account, of 100 dollars. */
  trade(other?: Partial<TradeRow>): Promise<TradeRow>;
  /** Links a card to the account, through the form. */
  link(number?: string): Promise<void>;
  /** Links a card and orders a payment of a new trade. */
  pay(number?: string): Promise<{ readonly refNum: string; readonly tradeId: number }>;
  move(refNum: string): Promise<CardFundMoveRow>;
  tradeState(tradeId: number): Promise<string>;
}

export async function startCards(
  database: Database,
  { cards = new SandboxProcessor() }: { readonly cards?: CardProcessor | null } = {},
): Promise<CardsApi> {
  let deps: CardDeps | undefined;
  let payments: CardPayments | undefined;
  const servicesOf = (given: ModuleDeps): CardDeps => {
    deps ??= { ...given, cards: cards ?? undefined, cardAmountMax: 5000 };
    return deps;
  };
  const paymentsOf = (given: ModuleDeps): CardPayments => {
    payments ??= new CardPayments(servicesOf(given), pino({ level: 'silent' }));
    return payments;
  };
  const modules = [
    partiesModule,
    (given: ModuleDeps) => accountsModule(given),
    linksModule,
    (given: ModuleDeps) => cardsModule(servicesOf(given)),
  ];
  const routes = (given: ModuleDeps) => [cardCallback(servicesOf(given), paymentsOf(given))];
  const pages = (given: ModuleDeps) => [cardPage(servicesOf(given))];
  const api = await startApi(database, modules, { pages, routes });
  const { db } = database;
  const accountId = await anAccount(api);
  await linkParty(api, accountId);
  api.fired.length = 0;
  const { offering_id } = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
  const trade = (other: Partial<TradeRow> = {}) => aTrade(db, 'C1', offering_id, { account_id: accountId, ...other });
  const call = async (name: string, body: Record<string, unknown>) => fieldsOf(await api.call('POST', name, body));
  const link = async (number = GOOD) => {
    const { accountDetails } = await call('linkCreditCard', { accountId });
    const response = await send(String(accountDetails), { number });
    if (response.status !== 200) throw new Error(`the form answers ${response.status}: ${await response.text()}`);
  };
  return Object.assign(api, {
    accountId,
    deps: deps!,
    payments: payments!,
    trade,
    link,
    pay: async (number = GOOD) => {
      await link(number);
      const { trade_id: tradeId } = await trade();
      const { transactionDetails } = await call('ccFundMove', { accountId, tradeId, createdIpAddress: '192.0.2.1' });
      api.fired.length = 0;
      return { refNum: (transactionDetails as { ccreferencenumber: string }[])[0]!.ccreferencenumber, tradeId };
    },
    move: (refNum: string) =>
      db.selectFrom('card_fund_moves').selectAll().where('ref_num', '=', Number(refNum)).executeTakeFirstOrThrow(),
    tradeState: async (tradeId: number) => {
      const query = db.selectFrom('trades').select('order_status').where('trade_id', '=', tradeId);
      return (await query.executeTakeFirstOrThrow()).order_status;
    },
  });
}

/** What a well-meaning investor types. */
export const TYPED = { name: 'First Last', number: GOOD, expiry: '12/35', code: '123', zip: '10001' };

/** Sends the form at an address. */
export function send(address: string, typed: Partial<typeof TYPED> = {}): Promise<Response> {
  return fetch(address, { method: 'POST', body: new URLSearchParams({ ...TYPED, ...typed }) });
}

/** What the page posts to the page around it. */
export function messageOf(page: string): unknown {
  const [, text] = /data-message="([^"]*)"/.exec(page) ?? [];
  return text === undefined
    ? undefined
    : JSON.parse(text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code)));
}
