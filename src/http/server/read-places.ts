import type { ServerResponse } from 'node:http';
import { type Method, RefusalWithHeaders } from '../methods/index.ts';
import { limitSilence } from './intake.ts';

/** Reads of a client that wait, for each that it may have under way. */
const WAITING_FOR_EACH = 50;
/** Answers that a client has not taken, for each read that it may have under way. */
const UNTAKEN_FOR_EACH = 16;

/** Whether a method changes nothing and answers a list, by the names and the answers that methods are declared with. */
export function isListRead({ name, response }: Pick<Method, 'name' | 'response'>): boolean {
  const lists = Object.values(response.properties).some((property) => 'type' in property && property.type === 'array');
  return lists && /^(get|list|search|fetch)[A-Z]/.test(name);
}

/** A number of places; who finds none free waits in line. */
class Places {
  readonly #max: number;
  #taken = 0;
  /** Each takes a place, the oldest first. */
  readonly #line: (() => void)[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  get waiting(): number {
    return this.#line.length;
  }

  take(): Promise<void> | undefined {
    if (this.#taken < this.#max) {
      this.#taken++;
      return undefined;
    }
    return new Promise((resolve) => {
      this.#line.push(resolve);
    });
  }

  giveBack(): void {
    const next = this.#line.shift();
    if (next === undefined) this.#taken--;
    else next();
  }
}

interface ClientReads {
  /** Those that have come and whose answers are not taken. */
  calls: number;
  /** Of the reads whose answers are not taken: what they hold in memory is bounded. */
  readonly untaken: Places;
  /** Of the reads whose work is under way. */
  readonly underWay: Places;
}

/**
 * The reads of lists that each client has under way: a few at once, further ones in their order. Of one connection as
 * many have begun and not been taken by its caller; further ones wait for that connection alone, so that a connection
 * that does not read its answers takes the places of no other one of its client.
 */
export class ReadPlaces {
  readonly #perClientMax: number;
  readonly #silenceMs: number;
  readonly #clients = new Map<string, ClientReads>();
  readonly #connections = new WeakMap<object, Places>();

  /** @param silenceMs after which a connection is cut that takes nothing of an answer */
  constructor(perClientMax: number, silenceMs: number) {
    this.#perClientMax = perClientMax;
    this.#silenceMs = silenceMs;
  }

  /** What the work gives, done once its connection and its client have a place. Throws 429 where too many wait. */
  async run<T>(clientId: string, response: ServerResponse, work: () => T | Promise<T>): Promise<T> {
    const client = this.#clientOf(clientId);
    const connection = this.#placesOf(response.req.socket);
    client.calls++;
    const end = (): void => {
      connection.giveBack();
      if (--client.calls === 0) this.#clients.delete(clientId);
    };
    await connection.take();
    if (client.untaken.waiting + client.underWay.waiting >= this.#perClientMax * WAITING_FOR_EACH) {
      end();
      throw tooMany();
    }
    await client.untaken.take();
    return this.#work(client, { response, end }, work);
  }

  /** A caller may leave before the work ends, and takes the answer after it. */
  async #work<T>(
    { untaken, underWay }: ClientReads,
    { response, end }: { readonly response: ServerResponse; readonly end: () => void },
    work: () => T | Promise<T>,
  ): Promise<T> {
    let left = 2;
    const oneEnds = (): void => {
      if (--left > 0) return;
      untaken.giveBack();
      end();
    };
    if (response.destroyed) oneEnds();
    else response.once('close', oneEnds);
    await underWay.take();
    try {
      // Nobody takes the answer of a caller that has left while it waited.
      if (response.destroyed) throw tooMany();
      return await work();
    } finally {
      underWay.giveBack();
      if (!response.destroyed) limitSilence(response.req.socket, this.#silenceMs);
      oneEnds();
    }
  }

  #clientOf(clientId: string): ClientReads {
    let client = this.#clients.get(clientId);
    if (client === undefined) {
      const [untaken, underWay] = [this.#perClientMax * UNTAKEN_FOR_EACH, this.#perClientMax];
      client = { calls: 0, untaken: new Places(untaken), underWay: new Places(underWay) };
      this.#clients.set(clientId, client);
    }
    return client;
  }

  #placesOf(socket: object): Places {
    let places = this.#connections.get(socket);
    if (places === undefined) {
      places = new Places(this.#perClientMax);
      this.#connections.set(socket, places);
    }
    return places;
  }
}

function tooMany(): RefusalWithHeaders {
  return new RefusalWithHeaders(429, { 'retry-after': '1' }, { statusDesc: 'Too many reads of lists are under way' });
}
