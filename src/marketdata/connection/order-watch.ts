import { type Client, callerOf, type PipelineSlot, TRADING_SCOPE, takeSlot } from '../../http/methods/index.ts';
import { errorMessage, StreamError, type WatchRequest } from '../requests/index.ts';
import type { PendingCalls } from './pending-calls.ts';
import type { StreamContext } from './stream-context.ts';

interface WatchTerms {
  readonly clientId: string;
  readonly accountId: string | null;
  readonly seconds: number;
}

/** Until the next try, while the venue takes no commands. */
const RETRY_MS = 1_000;
/** A silent peer is pinged so often within its time. */
const PINGS = 3;
const NOTHING = Promise.resolve();

/** Cancels the orders of a client when its connection is lost, if it asked for that (V57). */
export class OrderWatch {
  readonly #context: StreamContext;
  readonly #calls: PendingCalls;
  readonly #reply: (message: object) => void;
  /** Made when it is asked for: most connections never do. */
  #session: string | null = null;
  /** The end of what was submitted last: commands of a session come in its order. */
  #last: Promise<unknown> = NOTHING;
  /** Whether the venue has, or may have, this session among those that keep watch. */
  #watches = false;
  /** What it asked for last. */
  #asks: WatchTerms | undefined;
  #stopListening = () => {};
  #asked = false;
  #over = false;
  /** How long the peer may be silent; Infinity while it did not ask for anything. */
  patienceMs = Number.POSITIVE_INFINITY;

  /** @param calls whose turns are those of the connection: an order that is on its way comes first */
  constructor(context: StreamContext, calls: PendingCalls, reply: (message: object) => void) {
    this.#context = context;
    this.#calls = calls;
    this.#reply = reply;
  }

  /** How often the peer is to be pinged, looked at once a heartbeat. */
  get pingIntervalMs(): number {
    return this.patienceMs / PINGS - this.#context.settings.heartbeatMs;
  }

  /** Answers once it is durable. Throws StreamError. */
  perform(request: WatchRequest, client: Client): void {
    const { clientId, deniedMethods, scopes } = client;
    const { id, enabled, accountId, seconds } = request;
    if (deniedMethods.has('cancelOrders') || !scopes.has(TRADING_SCOPE)) {
      throw new StreamError('malformed-request', 'the key may not call cancelOrders', id);
    }
    if (!this.#asked) this.#stopListening = this.#context.sessions.onLeader(() => this.#askAgain());
    this.#asked = true;
    this.#session ??= this.#context.sessions.name();
    const session = this.#session;
    this.#asks = enabled ? { clientId, accountId, seconds } : undefined;
    const done = this.#last.then(async () => {
      if (enabled) await this.#requireAccount(clientId, request);
      return this.#context.exchange.submit(
        enabled
          ? { type: 'connectSession', session, clientId, accountId, seconds, ...callerOf(client) }
          : { type: 'disconnectSession', session, lost: false, ...callerOf(client) },
      );
    });
    this.#last = done.then(
      () => {
        this.#watches = enabled;
        this.patienceMs = enabled ? seconds * 1000 : Number.POSITIVE_INFINITY;
        const account = accountId === null ? {} : { accountId };
        const terms = enabled ? { ...account, seconds } : {};
        this.#answer({ type: 'cancelOnDisconnect', id, enabled, ...terms });
      },
      (error: unknown) => {
        if (!(error instanceof StreamError)) this.#watches ||= enabled;
        const refusal = error instanceof StreamError ? error : new StreamError('venue-unavailable', undefined, id);
        this.#answer(errorMessage(refusal));
      },
    );
  }

  /** Throws StreamError, the same for an account of another client as for one that does not exist. */
  async #requireAccount(clientId: string, { accountId, id }: WatchRequest): Promise<void> {
    if (accountId === null || (await this.#context.hasAccount(clientId, accountId))) return;
    throw new StreamError('unknown-account', accountId, id);
  }

  /**
   * Another node leads the venue, which took the connections of this one for lost (V58): a new session takes the place
   * of the one before.
   */
  #askAgain(): void {
    const asks = this.#asks;
    const before = this.#session;
    if (asks === undefined || before === null || this.#over) return;
    const { sessions, exchange, timers, log } = this.#context;
    const session = sessions.name();
    this.#session = session;
    this.#last = this.#last
      .then(async () => {
        await exchange.submit({ type: 'connectSession', session, ...asks });
        await exchange.submit({ type: 'disconnectSession', session: before, lost: false });
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'stream: a session could not ask again to watch its orders; tried again');
        timers.after(RETRY_MS, () => this.#askAgain());
      });
  }

  /** The connection is lost, for whatever reason. */
  lost(): void {
    if (this.#over) return;
    this.#over = true;
    this.#stopListening();
    if (this.#asked) void this.#disconnectInTurn(takeSlot(this.#calls));
  }

  /** The venue stops: whoever comes back in time keeps its orders (V58). */
  keep(): void {
    this.#over = true;
    this.#stopListening();
  }

  #answer(message: object): void {
    if (!this.#over) this.#reply(message);
  }

  async #disconnectInTurn(slot: PipelineSlot): Promise<void> {
    await this.#last;
    await slot.granted();
    if (this.#watches) await this.#disconnect();
    slot.end();
  }

  async #disconnect(): Promise<void> {
    const { exchange, timers, log } = this.#context;
    if (this.#session === null) return;
    try {
      await exchange.submit({ type: 'disconnectSession', session: this.#session, lost: true });
    } catch (error) {
      log.warn({ err: error }, 'stream: the orders of a lost connection could not be cancelled yet');
      timers.after(RETRY_MS, () => void this.#disconnect());
    }
  }
}
