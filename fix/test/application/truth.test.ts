/**
 * Random orders over FIX and HTTP at once, with kills of gateway and venue and cuts of the connection at random
 * moments. At every quiet point the ExecutionReports lead to what getOrder shows: states, cumulative quantities,
 * average prices. Each ClOrdID is one order or one refusal; each ExecID comes once, in the drop copy with the same
 * contents, and in a resend of everything as the same message.
 *
 * KILLS: how often (2 when not set). SEED: the seed of a run that is to be repeated.
 */
import { afterAll, expect, test } from 'vitest';
import { Dice } from '../../../test/e2e/support/dice.ts';
import type { SessionKey } from '../../src/application/index.ts';
import { TAG } from '../../src/application/tags.ts';
import { ApiRefusal, type OpenAts } from '../../src/client.ts';
import { type Field, fieldValue, type Message } from '../../src/codec/index.ts';
import { GatewayProgram } from '../support/gateway-program.ts';
import { isOfApplication, namesIn, ReconnectingSession } from '../support/reconnecting-session.ts';
import { closeAll, Venue } from '../support/venue.ts';

const KILLS = Number(process.env.KILLS ?? 2);
const SEED = Number(process.env.SEED ?? Math.ceil(Math.random() * 2 ** 31));
const TIME: Field = [TAG.TransactTime, '20260302-14:30:00'];
const PRICES = ['9.9', '10', '10.1'];
const LIVE = ['Pending', 'Live', 'Partially Executed'];

afterAll(closeAll);

class Flow {
  readonly #dice: Dice;
  readonly #venue: Venue;
  readonly #session: ReconnectingSession;
  /** Over HTTP: the client of the session, and one to trade with. */
  readonly #own: OpenAts;
  readonly #other: OpenAts;
  readonly #calls: Promise<unknown>[] = [];
  /** Names of orders of the session and of requests, with what they are. */
  readonly requests = new Map<string, 'D' | 'F' | 'G'>();
  readonly #names: string[] = [];

  constructor(dice: Dice, { venue, session, key }: { venue: Venue; session: ReconnectingSession; key: SessionKey }) {
    this.#dice = dice;
    this.#venue = venue;
    this.#session = session;
    this.#own = venue.api(key);
    this.#other = venue.api();
  }

  step(): void {
    const dice = this.#dice;
    const kind = dice.between(1, 20);
    const quantity = dice.between(1, 50);
    const price = dice.pick(PRICES);
    if (kind <= 8 || this.#names.length === 0) this.#enter(quantity, price);
    else if (kind <= 11) this.#change('G', [TAG.OrderQty, String(quantity)], [TAG.OrdType, '2'], [TAG.Price, price]);
    else if (kind <= 13) this.#change('F', [TAG.OrderQty, '1']);
    else if (kind <= 18) this.#http(this.#other, quantity, price);
    else if (kind === 19) this.#http(this.#own, quantity, price);
    else this.#call(this.#own.methods.cancelOrders({ action: dice.pick(['Buy', 'Sell']) }));
  }

  /** All calls over HTTP are answered. */
  async called(): Promise<void> {
    await Promise.all(this.#calls.splice(0));
  }

  #enter(quantity: number, price: string): void {
    const dice = this.#dice;
    const terms: Field[] = dice.pick([
      [[TAG.TimeInForce, '1']],
      [[TAG.TimeInForce, '3']],
      [[TAG.TimeInForce, '4']],
      [[TAG.ExecInst, 'G']],
      [[TAG.MinQty, '1']],
      [[TAG.DisclosePrice, 'N']],
    ] as Field[][]);
    const name = this.#newName('D');
    const order: Field[] = [...this.#order(name, dice.pick(['1', '2'])), [TAG.OrderQty, String(quantity)]];
    this.#session.send('D', ...order, [TAG.OrdType, '2'], [TAG.Price, price], ...terms);
  }

  #change(msgType: 'F' | 'G', ...fields: Field[]): void {
    const of = this.#dice.pick(this.#names.slice(-12));
    const name = this.#newName(msgType);
    this.#session.send(msgType, [TAG.OrigClOrdID, of], ...this.#order(name, '1'), ...fields);
  }

  #newName(msgType: 'D' | 'F' | 'G'): string {
    const name = `${msgType}${this.requests.size + 1}`;
    this.requests.set(name, msgType);
    if (msgType !== 'F') this.#names.push(name);
    return name;
  }

  #order(name: string, side: string): Field[] {
    return [[TAG.ClOrdID, name], [TAG.Symbol, this.#venue.securityId], [TAG.Side, side], TIME];
  }

  #http(api: OpenAts, quantity: number, price: string): void {
    const { issuerId: issuerid, securityId: securityid } = this.#venue;
    const action = this.#dice.pick(['Buy', 'Sell'] as const);
    const order = { memberid: 'M1', issuerid, securityid, type: 'Limit', action, quantity, price } as const;
    this.#call(
      api.methods.createOrder({ ...order, expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' }),
    );
  }

  #call(call: Promise<unknown>): void {
    this.#calls.push(
      call.catch((error) => {
        if (!(error instanceof ApiRefusal)) throw error;
      }),
    );
  }
}

/** All that a resend may not change: without BodyLength, SendingTime, PossDupFlag, OrigSendingTime and CheckSum. */
const contentsOf = (message: Message) => without(message, [9, 52, 43, 122, 10]);
/** What a drop copy has as well: without the header, the names that replacements gave, and the client. */
const executionOf = (message: Message) =>
  without(message, [9, 34, 49, 56, 52, 43, 122, 10, 11, 41, 453, 448, 447, 452]);

function without({ msgType, fields }: Message, tags: readonly number[]): string {
  return [msgType, ...fields.filter(([tag]) => !tags.includes(tag)).map(([tag, text]) => `${tag}=${text}`)].join('|');
}

const value = (message: Message, tag: number) => fieldValue(message, tag);
/** Those of changes, not answers to questions. */
const executionsOf = (session: ReconnectingSession) => session.reports.map((one) => value(one, TAG.ExecID) as string);

type Shown = readonly (string | undefined)[];

/**
 * Of all orders of the client: state, filled and average, as getOrder shows them.
 * @param known what was found before; orders that had ended are not read again
 */
async function ordersOf({ methods }: OpenAts, known: ReadonlyMap<string, Shown>): Promise<Map<string, Shown>> {
  const found = new Map<string, Shown>();
  for (let offset = 0, total = 1; offset < total; offset += 500) {
    const page = await methods.listAtsOrders({ offset, limit: 500, sort: 'orderId:asc' });
    total = page.pagination.totalRecords;
    for (const { orderId } of page.ats_orders) {
      const before = known.get(orderId);
      found.set(orderId, before !== undefined && hasEnded(before) ? before : await orderOf(methods, orderId));
    }
  }
  return found;
}

async function orderOf(methods: OpenAts['methods'], orderid: string): Promise<Shown> {
  const { status, filledShares, averagePrice, shares_remaining } = (await methods.getOrder({ orderid }))
    .orderDetails[0]!;
  const left = LIVE.includes(status) ? Number(shares_remaining) : 0;
  return [STATUS[status], `${Number(filledShares)}`, averagePrice ?? '0', `${left}`];
}

const hasEnded = ([status]: Shown) => status === '2' || status === '4';

const STATUS: Readonly<Record<string, string>> = {
  ...{ Pending: 'A', Live: '0', 'Partially Executed': '1', Executed: '2', Cancelled: '4' },
  'Partially Executed & Cancelled': '4',
};

/** The same by the last report of each order. */
function reportedOrders(session: ReconnectingSession): Map<string, Shown> {
  const orders = new Map<string, Shown>();
  for (const report of session.reports) {
    const orderId = value(report, TAG.OrderID) as string;
    const shown = [TAG.OrdStatus, TAG.CumQty, TAG.AvgPx, TAG.LeavesQty].map((tag) => value(report, tag));
    if (orderId !== 'NONE') orders.set(orderId, shown);
  }
  return new Map([...orders].sort(([one], [other]) => Number(one) - Number(other)));
}

/** How a request was answered: by its reports and rejects. */
function answersIn(messages: readonly Message[]): string[] {
  return messages.flatMap((message) => {
    if (message.msgType === '9') return ['reject'];
    const type = value(message, TAG.ExecType);
    return message.msgType === '8' && ['0', '8', '5', '4'].includes(type ?? '') ? [type as string] : [];
  });
}

function expectAnswered(session: ReconnectingSession, requests: ReadonlyMap<string, 'D' | 'F' | 'G'>): void {
  const answered = namesIn(session.messages);
  for (const [name, msgType] of requests) {
    const answers = answersIn(answered.get(name) ?? []);
    // A replacement is the name of its order afterwards, and so of its cancel by others; a new order is until then.
    const first = answers.filter((one) => (msgType === 'F' ? true : one !== '4'));
    const allowed = { D: ['0', '8'], G: ['5', 'reject'], F: ['4', 'reject'] }[msgType];
    expect([name, first.length, allowed.includes(first[0] ?? '')]).toEqual([name, 1, true]);
  }
}

test(
  `random flow over FIX and HTTP with ${KILLS} kills: reports are the truth (SEED=${SEED})`,
  async () => {
    const dice = new Dice(SEED);
    const venue = await Venue.start();
    await venue.api().methods.cancelOrders({});
    const key = await venue.newClient('trading');
    const copyKey = await venue.newClient('drop-copy', key.clientID);
    const program = await GatewayProgram.start(venue, [
      { compId: 'TRADER', key },
      { compId: 'COPY', key: copyKey, dropCopy: true },
    ]);
    const session = new ReconnectingSession(program, 'TRADER', key);
    const copy = new ReconnectingSession(program, 'COPY', copyKey);
    await session.connect();
    await copy.connect();
    const flow = new Flow(dice, { venue, session, key });
    let orders: Map<string, Shown> = new Map();
    for (let kill = 0; kill <= KILLS; kill++) {
      for (let steps = dice.between(20, 60); steps > 0; steps--) {
        flow.step();
        if (dice.chance(0.3)) await session.next();
      }
      if (kill < KILLS) {
        for (let waits = dice.between(0, 3); waits > 0; waits--) await session.next();
        const what = dice.pick(['gateway', 'gateway', 'venue', 'cut', 'both'] as const);
        if (what === 'venue' || what === 'both') {
          const restarted = venue.restart();
          if (what === 'both') await program.kill();
          else for (let steps = dice.between(0, 20); steps > 0; steps--) flow.step();
          await restarted;
        }
        if (what === 'both') await program.run();
        if (what === 'gateway') await program.restart();
        if (what === 'cut') program.cut();
        if (what !== 'venue') await Promise.all([session.reconnect(), copy.reconnect()]);
      }
      await flow.called();
      await expect.poll(() => expectAnswered(session, flow.requests) ?? true).toBe(true);
      orders = await ordersOf(venue.api(key), orders);
      await expect.poll(() => reportedOrders(session)).toEqual(orders);
      await expect.poll(() => reportedOrders(copy)).toEqual(orders);
    }
    const executions = executionsOf(session);
    expect(new Set(executions).size).toBe(executions.length);
    const ofOrders = session.reports.filter((one) => !value(one, TAG.ExecID)?.startsWith('R'));
    expect(copy.reports.map(executionOf)).toEqual(ofOrders.map(executionOf));
    for (const one of [session, copy]) {
      const received = one.messages.filter(isOfApplication);
      expect((await one.sentAgain()).map(contentsOf)).toEqual(received.map(contentsOf));
    }
  },
  240_000 + KILLS * 20_000,
);
