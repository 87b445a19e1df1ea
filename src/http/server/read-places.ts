import type { ServerResponse } from 'node:http';
import { type Method, RefusalWithHeaders } from '../methods/index.ts';

/** Reads of a client that wait, for each that it may have under way. */
const WAITING_FOR_EACH = 50;

interface ClientReads {
  underWay: number;
  /** Each begins one, the oldest first. */
  readonly waiting: (() => void)[];
}

/** Whether a method changes nothing and answers a list, by the names and the answers that methods are declared with. */
export function isListRead({ name, response }: Pick<Method, 'name' | 'response'>): boolean {
  const lists = Object.values(response.properties).some((property) => 'type' in property && property.type === 'array');
  return lists && /^(get|list|search|fetch)[A-Z]/.test(name);
}

/**
 * The reads of lists that each client has under way: a few at once, further ones in their order. A read is under way
 * until its caller has taken the answer, so that unread answers are bounded too.
 */
export class ReadPlaces {
  readonly #perClientMax: number;
  readonly #clients = new Map<string, ClientReads>();

  constructor(perClientMax: number) {
    this.#perClientMax = perClientMax;
  }

  /** What the work gives, done once the client has a place. Throws 429 where too many of its reads wait. */
  run<T>(clientId: string, response: ServerResponse, work: () => T | Promise<T>): T | Promise<T> {
    const reads = this.#clients.get(clientId) ?? { underWay: 0, waiting: [] };
    if (reads.underWay < this.#perClientMax) {
      this.#clients.set(clientId, reads);
      reads.underWay++;
      return this.#work(clientId, reads, response, work);
    }
    if (reads.waiting.length >= this.#perClientMax * WAITING_FOR_EACH) throw tooMany();
    return new Promise<void>((resolve) => {
      reads.waiting.push(resolve);
    }).then(() => this.#work(clientId, reads, response, work));
  }

  /** The place is given back when both the work and its answer have ended: a caller may leave before either. */
  async #work<T>(
    clientId: string,
    reads: ClientReads,
    response: ServerResponse,
    work: () => T | Promise<T>,
  ): Promise<T> {
    let left = 2;
    const end = (): void => {
      if (--left === 0) this.#giveBack(clientId, reads);
    };
    if (response.destroyed) end();
    else response.once('close', end);
    try {
      // Nobody takes the answer of a caller that has left while it waited.
      if (response.destroyed) throw tooMany();
      return await work();
    } finally {
      end();
    }
  }

  #giveBack(clientId: string, reads: ClientReads): void {
    const next = reads.waiting.shift();
    if (next !== undefined) next();
    else if (--reads.underWay === 0) this.#clients.delete(clientId);
  }
}

function tooMany(): RefusalWithHeaders {
  return new RefusalWithHeaders(429, { 'retry-after': '1' }, { statusDesc: 'Too many reads of lists are under way' });
}
