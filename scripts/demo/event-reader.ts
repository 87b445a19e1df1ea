import { type ApiSession, Refused } from './api-session.ts';

/** What the demo looks at of an event. */
export interface VenueEvent {
  readonly eventSeq: number;
  readonly eventType: string;
  readonly order?: { readonly orderId: string; readonly orderStatus: string };
  readonly match?: { readonly matchId: string; readonly price: string };
  readonly bust?: { readonly tradeID: string };
}

const WAIT_SECONDS = 5;
const READS_MAX = 20;

/** A client's events after a cursor, which is all that it keeps. */
export class EventReader {
  readonly #api: ApiSession;
  readonly #read: VenueEvent[] = [];
  #cursor: string | undefined;

  constructor(api: ApiSession) {
    this.#api = api;
  }

  /** All that there is after the cursor. */
  async read(wait = 0): Promise<readonly VenueEvent[]> {
    const from = this.#read.length;
    for (let isMore = true; isMore; wait = 0) {
      const answer = await this.#api.read('getEvents', this.#fields(wait));
      this.#take(answer.events as VenueEvent[]);
      this.#cursor = answer.cursor as string;
      isMore = answer.moreEvents === 'Yes';
    }
    return this.#read.slice(from);
  }

  /** Reads on until there is an event of which this holds. */
  async until(holds: (event: VenueEvent) => boolean): Promise<VenueEvent> {
    for (let reads = 0; reads < READS_MAX; reads++) {
      const found = (await this.read(WAIT_SECONDS)).find(holds);
      if (found !== undefined) return found;
    }
    throw new Refused('an event that must come did not come');
  }

  /** A call that waits for events, and is cut off before there are any. */
  async cutOff(): Promise<void> {
    const abort = new AbortController();
    const call = this.#api.read('getEvents', this.#fields(WAIT_SECONDS), abort.signal);
    abort.abort();
    await call.catch(() => {});
  }

  show(): void {
    const counts = Map.groupBy(this.#read, ({ eventType }) => eventType);
    for (const [type, events] of counts) console.log(`  ${type.padEnd(34)} ${events.length}`);
  }

  #fields(wait: number) {
    return { limit: 20, wait, after: this.#cursor };
  }

  #take(events: readonly VenueEvent[]): void {
    for (const event of events) {
      const last = this.#read.at(-1)?.eventSeq ?? 0;
      if (event.eventSeq <= last) throw new Refused(`event ${event.eventSeq} came after ${last}`);
      this.#read.push(event);
    }
  }
}
