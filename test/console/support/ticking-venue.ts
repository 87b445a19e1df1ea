/** A sandbox in its own process whose securities change so often a second, for measuring pages that show them. */
import { setTimeout as delay } from 'node:timers/promises';
import { OpenAts, type Stream } from '../../../src/client/index.ts';
import { DEMO_ISSUER, demoOffering } from '../../../src/modules/examples/index.ts';
import { LIVE_MAX, TickerScript } from '../../../src/service/sandbox/ticker-script.ts';
import { ServerProcess } from '../../e2e/support/server-process.ts';

type Fields = Readonly<Record<string, unknown>>;

const TURN_MS = 50;

/** One security, its script, and the orders of it that rest. */
interface Ticking {
  readonly securityId: string;
  readonly script: TickerScript;
  /** Each takes its order back. */
  readonly live: (() => Promise<void>)[];
}

export class TickingVenue {
  readonly server: ServerProcess;
  readonly #stream: Stream;
  /** Of the reader of the page: what it sends is the reader's own there. */
  readonly #readers: Stream;
  readonly #issuerId: string;
  readonly #ticking: readonly Ticking[];
  readonly #failures: string[] = [];
  #changes = 0;
  #isOver = false;
  #underWay: Promise<unknown> = Promise.resolve();

  private constructor(
    server: ServerProcess,
    { others, readers }: Readonly<Record<'others' | 'readers', Stream>>,
    issuerId: string,
    securityIds: readonly string[],
  ) {
    this.server = server;
    this.#stream = others;
    this.#readers = readers;
    this.#issuerId = issuerId;
    this.#ticking = securityIds.map((securityId, seed) => ({ securityId, script: new TickerScript(seed), live: [] }));
  }

  static async start(securities: number): Promise<TickingVenue> {
    const settings = { MARKET_ALWAYS_OPEN: 'true', ORDERS_PER_CLIENT_MAX: '100000', RATE_LIMIT_PER_KEY: '0' };
    const server = await ServerProcess.start({ settings });
    await server.welcome();
    const baseUrls = server.addresses.api;
    const ats = new OpenAts({ baseUrls, ...server.client });
    const call = async (name: Parameters<OpenAts['call']>[0], fields: Fields) =>
      (await ats.call(name, fields)) as unknown as Fields;
    const issuerId = idIn((await call('createIssuer', DEMO_ISSUER)).issuerDetails, 'issuerId');
    const ids: string[] = [];
    for (let made = 1; made <= securities; made++) {
      const offering = demoOffering(issuerId, `Ticking Shares ${made}`);
      const offeringId = idIn((await call('createOffering', offering)).offeringDetails, 'offeringId');
      await call('updateOffering', { offeringId, offeringStatus: 'Approved' });
      ids.push(offeringId);
    }
    const trader = await otherClient(server);
    const streams = { others: new OpenAts({ baseUrls, ...trader }).stream(), readers: ats.stream() };
    const venue = new TickingVenue(server, streams, issuerId, ids);
    await venue.#watch();
    return venue;
  }

  /** The one that half of the changes are in. */
  get busiest(): string {
    return (this.#ticking[0] as Ticking).securityId;
  }

  /** Orders that were refused or got no answer, why. */
  get failures(): readonly string[] {
    return this.#failures;
  }

  /** The changes that a subscriber of all tops, all trades and the busiest depth gets from now on. */
  takeChanges(): number {
    const changes = this.#changes;
    this.#changes = 0;
    return changes;
  }

  /**
   * Sends `perSecond` orders and cancels a second, half of them in the busiest security, until it is stopped. Every
   * `ownEvery`th order is the user's own; 0: none.
   */
  tick(perSecond: number, ownEvery = 0): void {
    this.#underWay = this.#run(perSecond, ownEvery);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#underWay;
    this.#stream.close();
    this.#readers.close();
    await this.server.stop();
  }

  async #watch(): Promise<void> {
    const count = () => {
      this.#changes += 1;
    };
    const feeds = [
      this.#stream.topOfBook('*'),
      this.#stream.depth(this.busiest, { levels: 20 }),
      this.#stream.trades('*'),
    ];
    for (const feed of feeds) feed.on(count);
    await Promise.all(feeds.map(({ ready }) => ready));
  }

  async #run(perSecond: number, ownEvery: number): Promise<void> {
    const began = performance.now();
    for (let done = 0; !this.#isOver; ) {
      const due = Math.floor(((performance.now() - began) / 1000) * perSecond);
      const steps: Promise<unknown>[] = [];
      // What could not be sent in time is left out.
      for (done = Math.max(done, due - perSecond); done < due; done++) {
        const isOwn = ownEvery > 0 && done % ownEvery === 0;
        steps.push(this.#step(this.#pick(done), isOwn ? this.#readers : this.#stream));
      }
      await Promise.all(steps);
      await delay(TURN_MS);
    }
  }

  #pick(step: number): Ticking {
    const [busiest, ...others] = this.#ticking;
    const at = step % 2 === 0 ? undefined : others[((step - 1) / 2) % others.length];
    return at ?? (busiest as Ticking);
  }

  /** A line that breaks, or an order that ended meanwhile, ends nothing here. */
  async #step({ securityId, script, live }: Ticking, stream: Stream): Promise<void> {
    const oldest = live.length > LIVE_MAX ? live.shift() : undefined;
    if (oldest !== undefined) return oldest().catch(() => {});
    const order = script.next();
    const fields = { memberid: '1', issuerid: this.#issuerId, securityid: securityId, type: 'Limit' as const };
    const answer = await stream
      .createOrder({ ...fields, solicited: 'Unsolicited', ...order })
      .catch((error: Error) => this.#failures.push(error.message));
    if (typeof answer === 'number' || order.expiration === 'IOC') return;
    live.push(async () => void (await stream.cancelOrder({ orderid: answer.orderDetails.orderId })));
  }
}

/** Somebody else than the reader of the page: the orders are nobody's own there. */
async function otherClient({ addresses, operator }: ServerProcess) {
  const ats = new OpenAts({ baseUrls: addresses.api, ...operator });
  const { client } = (await ats.call('createClient', { name: 'Ticking client' })) as {
    client: { clientId: string };
  };
  const { developerAPIKey } = await ats.call('createApiKey', { clientId: client.clientId });
  return { clientID: client.clientId, developerAPIKey: String(developerAPIKey) };
}

/** Of what was created: the details are a list of pairs of a status and a list of records, or the like. */
function idIn(details: unknown, name: string): string {
  const found = new RegExp(`"${name}":"?(\\w+)`).exec(JSON.stringify(details))?.[1];
  if (found === undefined) throw new Error(`no ${name} in ${JSON.stringify(details)}`);
  return found;
}
