import { type EventFeed, type ExchangeEvent, isTerminal, NO_ORDER, type OrderId } from '../../exchange/api/index.ts';
import { endQuotes, matchOfAccepting, settleAccepting } from './end-quotes.ts';
import type { QuoteServices } from './quote-services.ts';

const AGAIN_MS = 5000;

export interface QuoteEndingJobOptions {
  readonly services: Pick<QuoteServices, 'db' | 'outbox' | 'nowUs' | 'exchange' | 'history' | 'notices'>;
  readonly feed: Pick<EventFeed, 'subscribe'>;
  /** Calls back once after the delay in milliseconds; the returned function cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  readonly log: { error(fields: object, message: string): void };
}

/** Ends quotes with their orders: those of orders that end from now on, and at the start those that were missed. */
export class QuoteEndingJob {
  readonly #options: QuoteEndingJobOptions;
  /** Orders that have ended; their quotes have yet to. */
  readonly #ended = new Set<OrderId>();
  #unsubscribe: () => void = () => {};
  #cancelTimer: () => void = () => {};
  #stopped = false;
  #isFirst = true;
  #underWay: Promise<void> | undefined;

  constructor(options: QuoteEndingJobOptions) {
    this.#options = options;
  }

  start(): void {
    this.#unsubscribe = this.#options.feed.subscribe((event) => this.#take(event));
    this.#begin();
  }

  /** Resolves when nothing is under way any more. What is left is done at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    this.#cancelTimer();
    await this.#underWay;
  }

  /** Resolves when what is known by now is done, or has failed and waits. */
  async idle(): Promise<void> {
    while (this.#underWay !== undefined) await this.#underWay;
  }

  #take(event: ExchangeEvent): void {
    if (event.type !== 'order' || event.order.ticket.type !== 'RFQ' || !isTerminal(event.order.status)) return;
    this.#ended.add(event.order.orderId);
    this.#begin();
  }

  #begin(): void {
    if (this.#underWay !== undefined || this.#stopped) return;
    this.#underWay = this.#run().finally(() => {
      this.#underWay = undefined;
    });
  }

  async #run(): Promise<void> {
    const { services, after, log } = this.#options;
    try {
      if (this.#isFirst) await catchUp(services);
      this.#isFirst = false;
      for (const orderId of this.#ended) {
        if (this.#stopped) return;
        await endQuotes(services, orderId);
        this.#ended.delete(orderId);
      }
    } catch (error) {
      log.error({ err: error }, 'quotes could not be ended with their orders; tried again shortly');
      if (!this.#stopped) this.#cancelTimer = after(AGAIN_MS, () => this.#begin());
    }
  }
}

/** What a crash left: quotes that were being accepted, and open ones of orders that have ended. */
async function catchUp(services: QuoteEndingJobOptions['services']): Promise<void> {
  const { db } = services;
  const accepting = await db.selectFrom('quotes').selectAll().where('status', '=', 'Accepting').execute();
  for (const quote of accepting) await settleAccepting(services, quote, await matchOfAccepting(services, quote));
  for (let last = NO_ORDER; ; ) {
    const open = await db
      .selectFrom('quotes')
      .select('order_id')
      .distinct()
      .where('status', '=', 'Open')
      .where('order_id', '>', last)
      .orderBy('order_id')
      .limit(500)
      .execute();
    for (const { order_id } of open) await endQuotes(services, order_id);
    const end = open.at(-1);
    if (end === undefined) return;
    last = end.order_id;
  }
}
