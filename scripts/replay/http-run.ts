/** A replay over HTTP, as a broker would do it: one connection for the calls, one for the stream. */
import { randomUUID } from 'node:crypto';
import { Api } from './api.ts';
import { readAuthorization } from './credentials.ts';
import {
  executionResults,
  isSameExecution,
  type OrderedExecution,
  restoredExecution,
  storedExecution,
} from './executions.ts';
import { ReplayFailure } from './failure.ts';
import { HttpDesk } from './http-desk.ts';
import type { RunResult, RunSettings } from './in-process-run.ts';
import { readMessages } from './message.ts';
import { OrderedConnection } from './ordered-connection.ts';
import { OwnOrders } from './own-orders.ts';
import type { Progress } from './progress.ts';
import { Replayer } from './replayer.ts';
import { type ReplayState, readState, writeState } from './state-file.ts';
import { Tally } from './tally.ts';
import { type StoredTopCheck, TopCheck } from './top-check.ts';
import { TopStream } from './top-stream.ts';
import { tradesOverHttp } from './trades-over-http.ts';
import { createSecurity, requireOpenMarket, type Security } from './venue-setup.ts';

const MESSAGES_PER_STATE = 1000;
const RETRY_DELAY_MS = 200;
const ANSWER_MS_MAX = 30_000;
const SILENCE_MS_MAX = 10_000;

export interface HttpSettings extends RunSettings {
  /** http://host:port */
  readonly url: string;
  /** Files with {"clientID","developerAPIKey"}. */
  readonly clientFile: string;
  readonly operatorFile: string;
  /** null: a new one. */
  readonly security: Security | null;
  /** Requests in flight at most. */
  readonly window: number;
  readonly retryMsMax: number;
  /** Where the state is kept, and gone on from when it is there; null: not kept. */
  readonly stateFile: string | null;
}

export interface HttpResult extends RunResult {
  /** Messages of this run; less than those of the tally when it went on from a state file. */
  readonly played: number;
  readonly losses: number;
  readonly replayedCalls: number;
  /** Tops that the stream delivered, and what is wrong with them; null when they are not verified. */
  readonly stream: { readonly tops: number; readonly difference: string | null } | null;
}

/** expectedTops: the tops that the stream must deliver, or null not to look at the stream. */
export async function runOverHttp(
  settings: HttpSettings,
  expectedTops: readonly string[] | null,
  progress: Progress,
): Promise<HttpResult> {
  const { url, window, retryMsMax } = settings;
  const connection = new OrderedConnection({
    url,
    window,
    retryMsMax,
    retryDelayMs: RETRY_DELAY_MS,
    answerMsMax: ANSWER_MS_MAX,
    note: (line) => progress.note(line),
  });
  try {
    return await new HttpRun(settings, connection, progress).run(expectedTops);
  } finally {
    await connection.close();
  }
}

class HttpRun {
  readonly #settings: HttpSettings;
  readonly #connection: OrderedConnection;
  readonly #progress: Progress;
  readonly #api: Api;
  readonly #client: string;
  readonly #orders = new OwnOrders();
  readonly #tally = new Tally();
  readonly #executions: OrderedExecution[] = [];

  constructor(settings: HttpSettings, connection: OrderedConnection, progress: Progress) {
    this.#settings = settings;
    this.#connection = connection;
    this.#progress = progress;
    this.#client = readAuthorization(settings.clientFile);
    this.#api = new Api(connection, this.#client);
  }

  async run(expectedTops: readonly string[] | null): Promise<HttpResult> {
    const { file, stateFile } = this.#settings;
    const state = stateFile === null ? undefined : readState(stateFile, file);
    const security = state?.security ?? (await this.#openSecurity());
    if (state !== undefined) this.#restore(state);
    const check = expectedTops === null ? null : new TopCheck(expectedTops);
    if (check !== null && state !== undefined) check.restore(topsOf(state));
    const stream = check === null ? null : this.#openStream(security, check, state !== undefined);
    try {
      await stream?.begun();
      return await this.#playAndAsk(security, state?.runId ?? randomUUID(), check, stream);
    } finally {
      stream?.close();
    }
  }

  async #openSecurity(): Promise<Security> {
    const security = this.#settings.security ?? (await createSecurity(this.#api));
    await requireOpenMarket(this.#api, security);
    return security;
  }

  #restore({ tally, orders, executions }: ReplayState): void {
    this.#tally.restore(tally);
    this.#orders.restore(orders);
    this.#executions.push(...executions.map(restoredExecution));
    this.#progress.note(`going on after ${tally.messages} messages`);
  }

  #openStream({ securityId }: Security, check: TopCheck, resume: boolean): TopStream {
    const { url, retryMsMax } = this.#settings;
    return new TopStream(
      {
        url: `${url.replace(/^http/, 'ws')}/v3/stream`,
        authorization: this.#client,
        securityId,
        resume,
        retryMsMax,
        retryDelayMs: RETRY_DELAY_MS,
        silenceMsMax: SILENCE_MS_MAX,
        note: (line) => this.#progress.note(line),
      },
      check,
    );
  }

  async #playAndAsk(
    security: Security,
    runId: string,
    check: TopCheck | null,
    stream: TopStream | null,
  ): Promise<HttpResult> {
    const before = this.#tally.messages;
    const desk = new HttpDesk(this.#connection, {
      security,
      client: this.#client,
      operator: () => readAuthorization(this.#settings.operatorFile),
      runId,
    });
    // From the first call on: who goes on must do so with the same keys, on the same security.
    this.#keepState(runId, security, check);
    const started = performance.now();
    await this.#play(desk, () => this.#keepState(runId, security, check));
    const durationMs = performance.now() - started;
    this.#keepState(runId, security, check);
    const trades = await tradesOverHttp(this.#api, this.#executions);
    await stream?.settled();
    return {
      tally: this.#tally,
      played: this.#tally.messages - before,
      durationMs,
      executions: executionResults(trades, this.#orders),
      sameExecutions: this.#executions.filter((execution, index) => isSameExecution(execution, trades[index]!)).length,
      losses: this.#connection.losses,
      replayedCalls: desk.replayed,
      stream: check === null ? null : { tops: check.received, difference: check.finalDifference },
    };
  }

  async #play(desk: HttpDesk, keepState: () => void): Promise<void> {
    const replayer = new Replayer({ desk, orders: this.#orders, tally: this.#tally, executions: this.#executions });
    const { file, limit, stateFile } = this.#settings;
    let toSkip = this.#tally.messages;
    for await (const messages of readMessages(file, limit)) {
      const rest = messages.slice(toSkip);
      toSkip -= messages.length - rest.length;
      for (const message of rest) {
        await replayer.play(message, this.#tally.messages);
        this.#progress.played(this.#tally.messages);
        if (stateFile !== null && this.#tally.messages % MESSAGES_PER_STATE === 0) {
          await desk.drained();
          keepState();
        }
      }
    }
    await desk.drained();
  }

  /** To be called when every call is answered. */
  #keepState(runId: string, security: Security, check: TopCheck | null): void {
    const { file, stateFile } = this.#settings;
    if (stateFile === null) return;
    writeState(stateFile, file, {
      runId,
      security,
      tally: this.#tally.stored(),
      orders: this.#orders.stored(),
      executions: this.#executions.map(storedExecution),
      tops: check?.stored() ?? null,
    });
  }
}

function topsOf({ tops }: ReplayState): StoredTopCheck {
  if (tops === null)
    throw new ReplayFailure('the state was kept without --verify-stream: it does not know the tops so far');
  return tops;
}
