import type { OpenAts } from '../client.ts';
import { quoteKey } from './kept-routes.ts';

export type ShownQuote = Awaited<ReturnType<OpenAts['methods']['getQuotes']>>['quotes'][number];

/** A quote of the session's client, as far as events and answers share it. */
export type OwnQuote = Pick<
  ShownQuote,
  'quoteId' | 'orderId' | 'quoteStatus' | 'price' | 'quantity' | 'version' | 'token' | 'expiresDate'
>;

/** Quotes of one page. */
const PAGE = 100;

/** The open quotes of the session's client by their order and the QuoteID that the peer gave them (its token). */
export class OwnQuotes {
  readonly #methods: Pick<OpenAts['methods'], 'getQuotes'>;
  readonly #open = new Map<string, OwnQuote>();
  /** Quotes that ended while the open ones are read: a page may still have them. */
  #endedMeanwhile: Set<string> | undefined;
  #read: Promise<void> | undefined;

  constructor(methods: Pick<OpenAts['methods'], 'getQuotes'>) {
    this.#methods = methods;
  }

  /** Resolves when the quotes of before the session are known. Rejects as getQuotes does; the next call reads again. */
  known(): Promise<void> {
    this.#read ??= this.#readAll().catch((error) => {
      this.#read = undefined;
      throw error;
    });
    return this.#read;
  }

  async #readAll(): Promise<void> {
    const ended = new Set<string>();
    this.#endedMeanwhile = ended;
    try {
      for await (const quote of this.read()) if (!ended.has(quote.quoteId)) this.take(quote);
    } finally {
      this.#endedMeanwhile = undefined;
    }
  }

  /** The open ones as the venue has them. Rejects as getQuotes does. */
  async *read(): AsyncGenerator<ShownQuote, void, undefined> {
    for (let after: string | undefined, more = 'Yes'; more === 'Yes'; ) {
      const { quotes, moreQuotes } = await this.#methods.getQuotes({ after, limit: PAGE });
      yield* quotes;
      after = quotes.at(-1)?.quoteId;
      more = moreQuotes;
    }
  }

  of(orderId: string, token: string): OwnQuote | undefined {
    return this.#open.get(quoteKey(orderId, token));
  }

  /** As an event, an answer or a page shows it; the older of two is left out. */
  take(quote: OwnQuote): void {
    const { quoteId, orderId, quoteStatus, token, version } = quote;
    if (token === undefined || token === null) return;
    const key = quoteKey(orderId, token);
    const known = this.#open.get(key);
    if (quoteStatus !== 'Open') {
      this.#endedMeanwhile?.add(quoteId);
      if (known?.quoteId === quoteId) this.#open.delete(key);
    } else if (known === undefined || known.quoteId !== quoteId || known.version < version) this.#open.set(key, quote);
  }
}
