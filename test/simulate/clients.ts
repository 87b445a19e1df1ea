import type { RunRecord } from '../../scripts/cluster/linear-check.ts';
import { limitTicket } from '../../scripts/limit-ticket.ts';
import type { CancelCommand, EnterCommand, ReplaceCommand } from '../../src/exchange/api/commands.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import type { Address, Change, Request, Response } from './calls.ts';
import type { World } from './world.ts';

export const SECURITY_IDS = [7, 8] as SecurityId[];
const PRICES = [9_900_000, 9_950_000, 10_000_000, 10_050_000, 10_100_000];
const CONTINGENCIES = ['None', 'None', 'None', 'All or None', 'Minimum Quantity'] as const;
const LIVE_MAX = 12;
/** Reads choose among this many of the newest orders. */
const READ_OF = 12;
const ELSEWHERE_CHANCE = 0.25;
const LOST_CHANCE = 0.01;
const DOUBLED_CHANCE = 0.02;
const LATE_CHANCE = 0.01;
const LATE_US_MAX = 3_000_000;
const ANSWER_US_MIN = 800_000;
const ANSWER_US_MAX = 3_000_000;

export interface ClientDeps {
  readonly world: World;
  readonly servers: readonly Address[];
  readonly record: RunRecord;
  /** Ids of orders of all clients, the newest last. */
  readonly orders: number[];
  /** No new call is made any more. */
  readonly isOver: () => boolean;
}

/** A client that trades, retries until it is answered, and records each answer. */
export class Client {
  readonly #deps: ClientDeps;
  readonly #name: string;
  #at: number;
  #count = 0;
  #live: number[] = [];
  /** What it waits for. */
  waitsFor = '';

  constructor(deps: ClientDeps, name: string) {
    this.#deps = deps;
    this.#name = name;
    this.#at = deps.world.dice.between(0, 1);
  }

  /** Resolves when its last call is answered. */
  async trade(): Promise<void> {
    const { world, isOver } = this.#deps;
    const { dice } = world;
    while (!isOver()) {
      const orderId = this.#live.length > 0 ? dice.pick(this.#live) : undefined;
      const roll = dice.between(1, 100);
      if (orderId === undefined || (roll <= 50 && this.#live.length < LIVE_MAX)) await this.#enter();
      else if (roll <= 65) await this.#changeThenRead(this.#cancel(orderId as OrderId), orderId as OrderId);
      else if (roll <= 80) await this.#changeThenRead(this.#replace(orderId as OrderId), orderId as OrderId);
      else await this.#read(dice.pick(this.#deps.orders.slice(-READ_OF)) as OrderId);
      await world.sleep(dice.between(200, 60_000));
    }
  }

  async #enter(): Promise<void> {
    const { dice } = this.#deps.world;
    const quantity = dice.between(1, 20) * 10;
    const contingency = dice.pick(CONTINGENCIES);
    const command: EnterCommand = {
      type: 'enter',
      ticket: limitTicket({
        clientId: this.#name,
        securityId: dice.pick(SECURITY_IDS),
        side: dice.chance(0.5) ? 'buy' : 'sell',
        expiration: dice.pick(['GTC', 'GTC', 'Day', 'IOC']),
      }),
      quantity,
      price: dice.pick(PRICES),
      contingency,
      minimum: contingency === 'Minimum Quantity' ? dice.between(1, quantity) : 0,
    };
    const orderId = await this.#change(command);
    if (orderId === undefined) return;
    this.#live.push(orderId);
    this.#deps.orders.push(orderId);
    if (dice.chance(0.3)) await this.#read(orderId as OrderId);
  }

  #cancel(orderId: OrderId): CancelCommand {
    this.#live = this.#live.filter((one) => one !== orderId);
    return { type: 'cancel', clientId: this.#name, orderId };
  }

  #replace(orderId: OrderId): ReplaceCommand {
    const { dice } = this.#deps.world;
    const change = dice.chance(0.5) ? { price: dice.pick(PRICES) } : { quantity: dice.between(1, 250) };
    return { type: 'replace', clientId: this.#name, orderId, ...change };
  }

  async #changeThenRead(command: CancelCommand | ReplaceCommand, orderId: OrderId): Promise<void> {
    await this.#change(command);
    if (this.#deps.world.dice.chance(0.6)) await this.#read(orderId);
  }

  /** The id of its order, where it was accepted. */
  async #change(command: EnterCommand | CancelCommand | ReplaceCommand): Promise<number | undefined> {
    const { world, record } = this.#deps;
    const key = `${this.#name}-${++this.#count}`;
    const bodyHash = `${key} ${command.type}`;
    const change: Change = { ...command, idempotency: { key, bodyHash } };
    const askedUs = world.nowUs;
    const { response, isOnce } = await this.#ask({ kind: 'change', command: change }, key);
    if (response.kind !== 'outcome') return undefined;
    const { outcome } = response;
    const orderId = outcome.ok ? outcome.order?.orderId : undefined;
    record.changes.push({
      what: `${command.type} ${key}`,
      key,
      isAccepted: outcome.ok,
      refusal: outcome.ok ? '' : outcome.refusal,
      orderId: command.type === 'enter' ? String(orderId) : undefined,
      outcome: comparable(outcome),
      askedUs,
      answeredUs: world.nowUs,
      isOnce,
      isReplayed: outcome.replayed,
    });
    world.note(`${key} is answered: ${outcome.ok ? 'accepted' : outcome.refusal}`);
    return orderId;
  }

  async #read(orderId: OrderId): Promise<void> {
    const { world, record } = this.#deps;
    const { response, askedUs } = await this.#ask({ kind: 'read', orderId }, `order ${orderId}`);
    if (response.kind !== 'order') return;
    record.reads.push({
      orderId: String(orderId),
      shown: response.order,
      problem: response.order === undefined ? 'the order is not known' : undefined,
      askedUs,
      answeredUs: world.nowUs,
    });
  }

  /** What was answered, when the attempt that was answered was made, and whether it was the only one. */
  async #ask(request: Request, what: string): Promise<{ response: Response; askedUs: number; isOnce: boolean }> {
    const { world, servers } = this.#deps;
    const { dice } = world;
    this.waitsFor = what;
    if (request.kind === 'read' && dice.chance(ELSEWHERE_CHANCE)) this.#at++;
    for (let attempts = 1; ; attempts++) {
      const askedUs = world.nowUs;
      const server = servers[this.#at % servers.length] as Address;
      const isDoubled = dice.chance(DOUBLED_CHANCE);
      const response = await this.#send(server, request, isDoubled);
      if (response !== undefined && response.kind !== 'unavailable') {
        this.waitsFor = '';
        return { response, askedUs, isOnce: attempts === 1 && !isDoubled };
      }
      this.#at++;
      await world.sleep(dice.between(5000, 60_000));
    }
  }

  /** undefined: no answer came. */
  #send(server: Address, request: Request, isDoubled: boolean): Promise<Response | undefined> {
    const { world } = this.#deps;
    const { dice } = world;
    return new Promise((resolve) => {
      const cancel = world.after(dice.between(ANSWER_US_MIN, ANSWER_US_MAX), () => resolve(undefined));
      const arrive = () =>
        server.ask(request, (response) => {
          if (dice.chance(LOST_CHANCE)) return;
          world.after(this.#delayUs(), () => {
            cancel();
            resolve(response);
          });
        });
      if (!dice.chance(LOST_CHANCE)) world.after(this.#delayUs(), arrive);
      if (isDoubled) world.after(this.#delayUs() + dice.between(0, LATE_US_MAX), arrive);
    });
  }

  #delayUs(): number {
    const { dice } = this.#deps.world;
    return dice.chance(LATE_CHANCE) ? dice.between(1000, LATE_US_MAX) : dice.between(50, 500);
  }
}

/** Of an outcome, what its repetition gives again. */
export function comparable(outcome: object): string {
  return JSON.stringify({ ...outcome, replayed: false, at: undefined });
}
