/** A sandbox in this process whose clock is moved, and what it did: its events and its files for the bank. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { type Config, readConfig } from '../../../src/config.ts';
import type { ExchangeEvent } from '../../../src/exchange/api/index.ts';
import { DEMO_ISSUER, DEMO_PARTY, demoAccount, demoOffering } from '../../../src/modules/examples/demo.ts';
import type { OwnCalls } from '../../../src/service/sandbox/own-calls.ts';
import { created } from '../../../src/service/sandbox/records.ts';
import { Service } from '../../../src/service/service.ts';
import { closeAfterTest } from '../../support/cleanup.ts';
import { microsOf } from '../../support/manual-time.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A Monday before the market opens, far from holidays. */
export const START = '2026-11-02T13:00:00.000000Z';

export interface Investor {
  readonly issuerId: string;
  /** Approved: it trades. */
  readonly securityId: string;
  /** Pending: it is being sold. */
  readonly offeringId: string;
  readonly accountId: string;
  readonly partyId: string;
}

type Fields = Record<string, unknown>;

export interface AdvanceAnswer {
  readonly advanceId: string;
  readonly state: string;
  readonly reason: string | null;
  readonly now: string;
  readonly progress: number;
  readonly moments: number;
  readonly tookMs: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly events: readonly { readonly time: string; readonly name: string; readonly records: readonly string[] }[];
  readonly next: number | null;
}

export class Sandbox {
  readonly service: Service;
  readonly config: Config;
  readonly calls: OwnCalls;
  /** Since it was opened. */
  readonly events: ExchangeEvent[] = [];

  private constructor(service: Service, calls: OwnCalls) {
    this.service = service;
    this.config = service.config;
    this.calls = calls;
    service.exchange.subscribe((event) => this.events.push(event));
  }

  /** @param systemUs what the clock of the system says; START, for good, when absent */
  static async open(
    settings: Readonly<Record<string, string>> = {},
    systemUs: () => number = () => microsOf(START),
  ): Promise<Sandbox> {
    const config = readConfig({
      DATA_DIR: temporaryFolder(),
      ...{ PORT: '0', LEGACY_PORT: '0', METRICS_PORT: '0', SANDBOX_TICKER: 'off', SURVEILLANCE: 'off' },
      ...{ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_LOOPBACK: 'true' },
      ...settings,
    });
    const service = await Service.open(config, pino({ level: 'silent' }), undefined, { nowUs: systemUs });
    closeAfterTest(() => service.stop());
    return new Sandbox(service, (await service.openSandbox()).calls);
  }

  call(method: string, fields: Fields = {}): Promise<Fields> {
    return this.calls.call(method, fields) as Promise<Fields>;
  }

  async freeze(): Promise<void> {
    await this.call('setClock', { mode: 'frozen' });
  }

  /** Until it has ended. */
  async advance(how: { readonly by: string } | { readonly to: string }): Promise<AdvanceAnswer> {
    let { advance } = (await this.call('advanceClock', { ...how, wait: 60 })) as { advance: AdvanceAnswer };
    while (advance.state === 'Under way') advance = await this.read(advance.advanceId, { wait: 60 });
    return advance;
  }

  /** Resolves when no advance is under way. */
  async rest(): Promise<void> {
    for (;;) {
      const { clock } = (await this.call('getClock')) as { clock: { advanceId: string | null } };
      if (clock.advanceId === null) return;
      await this.read(clock.advanceId, { wait: 60 });
    }
  }

  async read(advanceId: string, page: Fields = {}): Promise<AdvanceAnswer> {
    return ((await this.call('getClockAdvance', { advanceId, ...page })) as { advance: AdvanceAnswer }).advance;
  }

  get now(): string {
    return new Date(this.service.exchange.nowUs() / 1000).toISOString();
  }

  /** An investor who is approved, with a bank account whose debits wait for the batch, and what there is to buy. */
  async invest(): Promise<Investor> {
    const { issuerDetails } = await this.call('createIssuer', DEMO_ISSUER);
    const { issuerId } = created(issuerDetails) as { issuerId: string };
    const offering = async (name: string) => {
      const { offeringDetails } = await this.call('createOffering', demoOffering(issuerId, name));
      return created(offeringDetails).offeringId as string;
    };
    const securityId = await offering('Example Security');
    await this.call('updateOffering', { offeringId: securityId, offeringStatus: 'Approved' });
    const { partyDetails } = await this.call('createParty', DEMO_PARTY);
    const { accountDetails } = await this.call('createAccount', demoAccount('Example Investor'));
    const [{ accountId }] = accountDetails as [{ accountId: string }];
    await this.call('createLink', {
      ...{ firstEntryType: 'Account', firstEntry: accountId, relatedEntryType: 'IndivACParty' },
      ...{ relatedEntry: created(partyDetails).partyId, linkType: 'owner', primary_value: '1' },
    });
    await this.call('createExternalAccount', {
      ...{ types: 'Account', accountId, ExtAccountfullname: 'Example Investor', Extnickname: 'Example bank' },
      ...{ ExtRoutingnumber: '123456780', ExtAccountnumber: '4000500060', accountType: 'Checking' },
    });
    const partyId = created(partyDetails).partyId as string;
    return { issuerId, securityId, offeringId: await offering('Example Shares'), accountId, partyId };
  }

  /** An order; the id. */
  async order({ issuerId, securityId, accountId }: Investor, terms: Fields = {}): Promise<string> {
    const { orderDetails } = await this.call('createOrder', {
      ...{ memberid: '1', issuerid: issuerId, accountid: accountId, securityid: securityId, type: 'Limit' },
      ...{
        action: 'Buy',
        quantity: 10,
        price: '10',
        expiration: 'GTC',
        disclosePrice: 'Yes',
        solicited: 'Unsolicited',
      },
      ...terms,
    });
    return (orderDetails as { id: string }).id;
  }

  /** A debit that waits for the batch; the ids of its trade and of itself. */
  async debit({ offeringId, accountId }: Investor, units = 1): Promise<{ tradeId: string; refNum: string }> {
    const { purchaseDetails } = await this.call('createTrade', {
      ...{ offeringId, accountId, transactionType: 'ACH', transactionUnits: units },
    });
    const { tradeId = '', transactionAmount } = created(purchaseDetails);
    const { TradeFinancialDetails: moves } = await this.call('externalFundMove', {
      ...{ accountId, offeringId, tradeId, amount: Number(transactionAmount).toFixed(2) },
      ...{ description: 'Example Shares', checkNumber: tradeId },
    });
    const [{ RefNum: refNum }] = moves as [{ RefNum: string }];
    return { tradeId, refNum };
  }

  /** The state of a trade. */
  async stateOf(tradeId: string): Promise<string> {
    const { tradeDetails } = await this.call('getTradeStatus', { tradeId });
    const [{ orderStatus }] = tradeDetails as [{ orderStatus: string }];
    return orderStatus;
  }

  /** When the market of a security opened, of all its history. */
  async openings(securityId: string): Promise<string[]> {
    const opened: string[] = [];
    for (let after: Fields = {}, more = 'Yes'; more === 'Yes'; ) {
      const page = await this.call('getEvents', { limit: 1000, ...after });
      for (const { eventTime, market } of page.events as readonly { eventTime: string; market?: Fields }[]) {
        if (market?.securityId === securityId && market.market === 'open') opened.push(eventTime);
      }
      [after, more] = [{ after: page.cursor }, page.moreEvents as string];
    }
    return opened;
  }

  /** The files for the bank, with what is in them. */
  files(): Readonly<Record<string, string>> {
    const folder = join(this.config.DATA_DIR, 'ach', 'outgoing');
    if (!existsSync(folder)) return {};
    const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    return Object.fromEntries(names.map(({ name }) => [name, readFileSync(join(folder, name), 'utf8')]).sort());
  }
}
