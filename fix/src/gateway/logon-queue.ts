import type { Logger } from 'pino';
import type { Message } from '../codec/index.ts';
import type { ApplicationSlot } from './application-slot.ts';
import type { SessionContext } from './context.ts';

/** Logons that wait for the check of their key, of all addresses and of one. */
const MOST = 8;
const MOST_OF_ADDRESS = 4;

interface Candidate {
  readonly address: string;
  readonly logon: Message;
  readonly resolve: (refusal: string | undefined) => void;
}

interface QueuedFor {
  readonly name: string;
  /** Of its last connection. */
  readonly address: string | undefined;
}

interface QueueDeps {
  readonly session: QueuedFor;
  readonly slot: ApplicationSlot;
  readonly context: Pick<SessionContext, 'wrongKeys' | 'clocks' | 'metrics'>;
  readonly log: Logger;
}

/**
 * Checks the keys of the Logons that name one session, before any of them has the session. The key that the session
 * has already is right at once; the venue is asked for others one at a time, the session's last address first. An
 * address waits after a wrong key.
 */
export class LogonQueue {
  readonly #deps: QueueDeps;
  #waiting: Candidate[] = [];
  #isChecking = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: QueueDeps) {
    this.#deps = deps;
  }

  /** Resolves with why the Logon is refused, or with undefined. */
  check(address: string, logon: Message): Promise<string | undefined> {
    const { slot, context } = this.#deps;
    if (slot.knows(logon)) {
      context.metrics.logon('accepted');
      return Promise.resolve(undefined);
    }
    return new Promise((resolve) => {
      const candidate = { address, logon, resolve };
      if (!this.#hasRoom(candidate)) {
        resolve('too many Logons of the session wait');
        return;
      }
      this.#waiting.push(candidate);
      this.#next();
    });
  }

  /** The connection of a waiting Logon has ended. */
  remove(logon: Message): void {
    this.#waiting = this.#waiting.filter((one) => one.logon !== logon);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const { resolve } of this.#waiting.splice(0)) resolve('the gateway stops');
  }

  #hasRoom({ address }: Candidate): boolean {
    if (this.#waiting.filter((one) => one.address === address).length >= MOST_OF_ADDRESS) return false;
    if (this.#waiting.length < MOST) return true;
    const stranger = this.#waiting.findIndex((one) => one.address !== this.#deps.session.address);
    if (address !== this.#deps.session.address || stranger < 0) return false;
    const [removed] = this.#waiting.splice(stranger, 1);
    removed?.resolve('a Logon of the last address of the session takes its place');
    return true;
  }

  #next(): void {
    clearTimeout(this.#timer);
    if (this.#isChecking || this.#waiting.length === 0) return;
    const { session, context } = this.#deps;
    const { at } = context.clocks();
    const ready = this.#waiting.filter((one) => this.#waitsUntil(one) <= at);
    const candidate = ready.find((one) => one.address === session.address) ?? ready[0];
    if (candidate === undefined) {
      const next = Math.min(...this.#waiting.map((one) => this.#waitsUntil(one)));
      this.#timer = setTimeout(() => this.#next(), Math.max(1, next - at));
      return;
    }
    this.remove(candidate.logon);
    this.#isChecking = true;
    void this.#decide(candidate).then((refusal) => {
      this.#isChecking = false;
      candidate.resolve(refusal);
      // The Logon is answered first, in this turn.
      queueMicrotask(() => this.#deps.slot.giveUnfinished());
      this.#next();
    });
  }

  async #decide({ address, logon }: Candidate): Promise<string | undefined> {
    const { session, slot, context, log } = this.#deps;
    try {
      if (!slot.knows(logon)) await slot.open(logon);
      context.wrongKeys.clear(session.name, address);
      context.metrics.logon('accepted');
      return undefined;
    } catch (error) {
      const reason = (error as Error).message;
      context.wrongKeys.add(session.name, address);
      context.metrics.logon('refused');
      log.warn({ peer: address, reason }, 'the logon is refused');
      return `the logon is refused: ${reason}`;
    }
  }

  #waitsUntil({ address }: Candidate): number {
    return this.#deps.context.wrongKeys.waitsUntil(this.#deps.session.name, address);
  }
}
