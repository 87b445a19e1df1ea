/** The receivers of webhooks: what came, under which id, and what should have come. */
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { Post } from '../../src/webhooks/delivery/sender.ts';
import { webhooksOf } from '../../src/webhooks/events/index.ts';
import type { SimulatedProcess } from './machine.ts';
import type { ReferenceServer } from './reference.ts';
import type { World } from './world.ts';

/** A registration: a client of the world, for one method, at one URL. */
interface Registered {
  readonly id: string;
  readonly clientId: string;
  readonly method: string;
  readonly url: string;
  readonly retries: boolean;
  readonly ordered: boolean;
}

/** Few, because each delivery is several statements; with attempts that are made again and with one alone. */
const REGISTERED: readonly Registered[] = [
  { clientId: 'client0', method: 'updateOrder', retries: true, ordered: true },
  { clientId: 'client1', method: 'createOrder', retries: false, ordered: false },
].map((one, index) => ({ ...one, id: `W${index}`, url: `https://receiver-${index}.example/webhooks` }));
/** That a response does not arrive, so that the attempt is made again: once for each delivery. */
const LOST_CHANCE = 0.01;
const ADDRESS = '93.184.216.34';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export class Receivers {
  readonly #world: World;
  /** By registration and event: the ids under which its webhook came. */
  readonly #came = new Map<string, Set<string>>();
  readonly #withoutResponse = new Set<string>();
  readonly resolve = async (): Promise<readonly string[]> => [ADDRESS];

  constructor(world: World) {
    this.#world = world;
  }

  /** The network of a process to the receivers. */
  postOf(process: SimulatedProcess): Post {
    const { dice } = this.#world;
    const delayUs = () => (dice.chance(0.02) ? dice.between(1000, 400_000) : dice.between(200, 5000));
    return (url, _addresses, { headers, body }, deadline) => {
      const { promise, resolve } = Promise.withResolvers<number>();
      if (!process.mayAct()) return promise;
      deadline.connected();
      this.#world.after(delayUs(), () => {
        if (!this.#take(url.hostname, headers, new URLSearchParams(body))) return;
        this.#world.after(delayUs(), () => process.deliver(() => resolve(200)));
      });
      return promise;
    };
  }

  /** Whether it responds. */
  #take(host: string, headers: Readonly<Record<string, string>>, fields: URLSearchParams): boolean {
    const registered = REGISTERED.find(({ url }) => url.includes(host)) as Registered;
    const id = headers['X-Delivery-Id'] as string;
    const key = keyOf(registered, Number(fields.get('eventSeq')));
    const ids = this.#came.get(key) ?? new Set();
    this.#came.set(key, ids.add(id));
    this.#world.note(`${key} comes as ${id}`);
    const loses = registered.retries && !this.#withoutResponse.has(id) && this.#world.dice.chance(LOST_CHANCE);
    if (loses) this.#withoutResponse.add(id);
    return !loses;
  }

  /** What of the events of the venue has not come. */
  missing(events: readonly ExchangeEvent[]): string[] {
    return expectedOf(events).filter((key) => !this.#came.has(key));
  }

  /** What is wrong with what came. */
  faults(events: readonly ExchangeEvent[], reference: ReferenceServer): string[] {
    const expected = new Set(expectedOf(events));
    const faults = this.missing(events).map((key) => `the webhook of ${key} did not come`);
    for (const [key, ids] of this.#came) {
      if (ids.size > 1) faults.push(`the webhook of ${key} came under ${ids.size} delivery ids`);
      if (!expected.has(key)) faults.push(`a webhook came of ${key}, which did not happen`);
    }
    type Logged = { readonly delivery_id: string; readonly detail: string };
    const dropped = reference.rows<Logged>(`select * from webhook_deliveries where outcome = 'dropped'`);
    for (const { delivery_id, detail } of dropped) faults.push(`the webhook ${delivery_id} was dropped: ${detail}`);
    return faults;
  }
}

function keyOf({ id, method }: Registered, eventSeq: number): string {
  return `${method} of event ${eventSeq} for ${id}`;
}

function expectedOf(events: readonly ExchangeEvent[]): string[] {
  return events.flatMap((event) =>
    webhooksOf(event, () => undefined).flatMap(({ clientId, method }) =>
      REGISTERED.filter((one) => one.clientId === clientId && one.method === method).map((one) =>
        keyOf(one, event.seq),
      ),
    ),
  );
}

/** The rows of the registrations; the secrets seal what signs them. */
export function registrationRows(seal: (text: string, context: string) => string, nowUs: number) {
  return {
    token: {
      token_id: 'T0',
      parent_id: 'client1',
      token_sealed: seal('token', 'webhook_tokens:T0'),
      masked: 'toke*',
      created_at: nowUs,
    },
    clients: [...new Set(REGISTERED.map(({ clientId }) => clientId))],
    webhooks: REGISTERED.map(({ id, clientId, method, url, retries, ordered }) => ({
      webhook_id: id,
      client_id: clientId,
      method,
      url,
      created_at: nowUs,
      secret_sealed: seal(SECRET, `webhooks.secret:${id}`),
      retries: Number(retries),
      ordered: Number(ordered),
    })),
  };
}
