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
  /** The newest name of this connection. Made when it is asked for: most never do. */
  #session: string | null = null;
  /** Its names that the venue has, or may have, among the sessions that keep watch. */
  readonly #sessions = new Set<string>();
  /** The end of what was submitted last: commands of a session come in its order. */
  #last: Promise<unknown> = NOTHING;
  /** What holds, or may hold. */
  #terms: WatchTerms | undefined;
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

  /** How often the peer is to be pinged, checked once a heartbeat. */
  get pingIntervalMs(): number {
    return this.patienceMs / PINGS - this.#context.settings.heartbeatMs;
  }

  /** Answers once it is durable. Throws StreamError. */
  perform(request: WatchRequest, client: Client): void {
    const { deniedMethods, scopes } = client;
    const { id, enabled, accountId, seconds } = request;
    if (deniedMethods.has('cancelOrders') || !scopes.has(TRADING_SCOPE)) {
      throw new StreamError('malformed-request', 'the key may not call cancelOrders', id);
    }
    if (!this.#asked) this.#stopListening = this.#context.sessions.onLeader(() => this.#askAgain());
    this.#asked = true;
    const done = this.#last.then(() => (enabled ? this.#watch(request, client) : this.#unwatch(client)));
    this.#last = done.then(
      () => {
        this.patienceMs = enabled ? seconds * 1000 : Number.POSITIVE_INFINITY;
        const account = accountId === null ? {} : { accountId };
        const terms = enabled ? { ...account, seconds } : {};
        this.#answer({ type: 'cancelOnDisconnect', id, enabled, ...terms });
      },
      (error: unknown) => {
        const refusal = error instanceof StreamError ? error : new StreamError('venue-unavailable', undefined, id);
        this.#answer(errorMessage(refusal));
      },
    );
  }

  async #watch(request: WatchRequest, client: Client): Promise<void> {
    const { clientId } = client;
    const { accountId, seconds } = request;
    await this.#requireAccount(clientId, request);
    const terms = { clientId, accountId, seconds };
    this.#terms = terms;
    this.#session ??= this.#context.sessions.name();
    await this.#connect(this.#session, terms, callerOf(client));
  }

  async #unwatch(client: Client): Promise<void> {
    this.#terms = undefined;
    await this.#disconnect([...this.#sessions], { lost: false, ...callerOf(client) });
  }

  async #connect(session: string, terms: WatchTerms, caller: ReturnType<typeof callerOf> = {}): Promise<void> {
    this.#sessions.add(session);
    await this.#context.exchange.submit({ type: 'connectSession', session, ...terms, ...caller });
  }

  async #disconnect(sessions: readonly string[], how: { readonly lost: boolean }): Promise<void> {
    for (const session of sessions) {
      await this.#context.exchange.submit({ type: 'disconnectSession', session, ...how });
      this.#sessions.delete(session);
    }
  }

  /** Throws StreamError, the same for an account of another client as for one that does not exist. */
  async #requireAccount(clientId: string, { accountId, id }: WatchRequest): Promise<void> {
    if (accountId === null || (await this.#context.hasAccount(clientId, accountId))) return;
    throw new StreamError('unknown-account', accountId, id);
  }

  /**
   * Another node leads the venue, which took the connections of this one for lost (V58): a new session takes the place
   * of those before.
   */
  #askAgain(session = this.#context.sessions.name()): void {
    const { timers, log } = this.#context;
    this.#last = this.#last
      .then(async () => {
        if (this.#over) return;
        if (this.#terms !== undefined) {
          this.#session = session;
          await this.#connect(session, this.#terms);
        }
        const before = [...this.#sessions].filter((name) => name !== session);
        await this.#disconnect(before, { lost: false });
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'stream: a session could not ask again to watch its orders; tried again');
        timers.after(RETRY_MS, () => this.#askAgain(session));
      });
  }

  /** The connection is lost, for any reason. */
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
    await this.#disconnectAll();
    slot.end();
  }

  async #disconnectAll(): Promise<void> {
    const { timers, log } = this.#context;
    try {
      await this.#disconnect([...this.#sessions], { lost: true });
    } catch (error) {
      log.warn({ err: error }, 'stream: the orders of a lost connection could not be cancelled yet');
      timers.after(RETRY_MS, () => void this.#disconnectAll());
    }
  }
}
