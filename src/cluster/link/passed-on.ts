/** The commands that this node took while another leads the venue (J23). */
import { type Command, type Outcome, VenueUnavailable } from '../../exchange/api/index.ts';
import type { Origin } from '../../exchange/commands/index.ts';
import type { CommandSeq } from '../../exchange/journal/index.ts';
import type { Timers } from '../../time/timers.ts';
import type { LeaderLink } from './leader-link.ts';
import { type Answer, commandsText, lineOf, type NumberedLine, type Welcome } from './messages.ts';

export interface PassedOnDeps {
  readonly process: string;
  readonly link: Pick<LeaderLink, 'isOpen' | 'isKeepingUp' | 'send'>;
  /** Of the last command that the copy of this node has. */
  readonly sequence: () => CommandSeq;
  /** Commands that may wait for the leader. */
  readonly waitingMax: number;
  readonly timers: Pick<Timers, 'nowMs' | 'every' | 'soon'>;
}

/** How long a call is held while no leader answers. */
export const HELD_MS_MAX = 10_000;
const LOOK_MS = 250;
/** Bytes of lines in one frame; a frame takes more than ten times as many. */
const FRAME_LINES_BYTES = 256 * 1024;

interface Waiting extends NumberedLine {
  readonly command: Command;
  readonly sinceMs: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
  /** As the own copy applied it: it is in the journal. */
  outcome?: Outcome;
  /** The leader has answered: its effects are in the journal up to there. */
  doneAt?: CommandSeq;
}

/**
 * Passes commands on in their order, and answers each with the outcome that the own copy of the venue computes when the
 * command comes in the journal. So every read of this node that follows the answer shows the change.
 *
 * A command whose leader fell is either in the journal, where the own copy meets it with its number, or it was never
 * done: once the own copy has all that came before the next leader's epoch, what was not met is sent to that leader.
 * On a new link to the same leader everything is sent again; the leader knows numbers that it has seen.
 */
export class PassedOnCommands {
  readonly #deps: PassedOnDeps;
  /** By number, the oldest first. */
  readonly #waiting = new Map<number, Waiting>();
  /** Done by the leader, but not yet reached by the own copy; in the order of the answers, whose positions rise. */
  readonly #done = new Set<Waiting>();
  #unsent: Waiting[] = [];
  /** Clients and receivers of webhooks that the leader does not know of yet. */
  readonly #webhooks = new Map<string, readonly [clientId: string, receiver: string]>();
  #number = 0;
  #epoch = 0;
  /** Of a new leader: where the journal of those before it ends. Nothing is sent before the own copy is there. */
  #sendsAt: CommandSeq | undefined;
  #isNewEpoch = false;
  #isFlushing = false;
  readonly #endLooking: () => void;

  constructor(deps: PassedOnDeps) {
    this.#deps = deps;
    this.#endLooking = deps.timers.every(LOOK_MS, () => this.#giveUpOld());
  }

  get process(): string {
    return this.#deps.process;
  }

  get size(): number {
    return this.#waiting.size;
  }

  submit(command: Command): Promise<Outcome> {
    const { waitingMax, link, timers } = this.#deps;
    if (this.#waiting.size >= waitingMax || !link.isKeepingUp) {
      return Promise.reject(new VenueUnavailable('more commands wait for the leader than this node takes'));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const number = ++this.#number;
    const waiting = { number, command, line: lineOf(command), sinceMs: timers.nowMs(), resolve, reject };
    this.#waiting.set(number, waiting);
    this.#unsent.push(waiting);
    this.#flushSoon();
    return promise;
  }

  /** The leader is to look for stored webhooks of a client to a receiver. */
  passWebhooksOn(clientId: string, receiver: string): void {
    this.#webhooks.set(`${clientId} ${receiver}`, [clientId, receiver]);
    this.#flushSoon();
  }

  /** A new link: the leader, of whichever epoch, is reached. */
  welcome({ epoch, sequence }: Welcome): void {
    if (epoch !== this.#epoch) {
      this.#epoch = epoch;
      // What the last leader said of them no longer counts.
      this.#done.clear();
      this.#sendsAt = sequence;
      this.#isNewEpoch = true;
    } else if (this.#sendsAt === undefined) {
      this.#sendsAt = 0;
      this.#isNewEpoch = false;
    }
    this.reached();
  }

  /** The own copy of the venue has come further. */
  reached(): void {
    const sequence = this.#deps.sequence();
    for (const waiting of this.#done) {
      if ((waiting.doneAt as CommandSeq) > sequence) break;
      this.#settle(waiting);
    }
    if (this.#sendsAt === undefined || this.#sendsAt > sequence) return;
    this.#sendsAt = undefined;
    if (this.#isNewEpoch) this.#settleMet();
    this.#unsent = [...this.#waiting.values()];
    this.#flushSoon();
  }

  /** A command of this node was met in the journal. */
  applied([process, number]: Origin, outcome: Outcome): void {
    const waiting = process === this.#deps.process ? this.#waiting.get(number) : undefined;
    if (waiting === undefined) return;
    waiting.outcome = outcome;
  }

  answered(answers: readonly Answer[]): void {
    const sequence = this.#deps.sequence();
    for (const [number, result] of answers) {
      const waiting = this.#waiting.get(number);
      if (waiting === undefined) continue;
      if (typeof result === 'string') this.#refuse(waiting, result);
      else {
        waiting.doneAt = result;
        // An answer that comes again has a later position.
        this.#done.delete(waiting);
        if (result <= sequence) this.#settle(waiting);
        else this.#done.add(waiting);
      }
    }
  }

  /** This node leads now, and its copy has all that came before: what was not met was never done. */
  lead(submit: (command: Command, origin: Origin) => Promise<Outcome>): void {
    this.#settleMet();
    for (const { command, number, resolve, reject } of this.#waiting.values()) {
      submit(command, [this.#deps.process, number]).then(resolve, reject);
    }
    this.#waiting.clear();
    this.#webhooks.clear();
    this.#done.clear();
    this.#unsent = [];
  }

  end(): void {
    this.#endLooking();
    for (const waiting of this.#waiting.values()) this.#refuse(waiting, UNKNOWN);
  }

  /** The claim of the new leader made durable what is in the journal before it. */
  #settleMet(): void {
    for (const waiting of this.#waiting.values()) if (waiting.outcome !== undefined) this.#settle(waiting);
  }

  #settle(waiting: Waiting): void {
    const { outcome, resolve } = waiting;
    // The copy is there and did not meet it: it was lost (J18), and is sent again on the next link.
    if (outcome === undefined) return void this.#done.delete(waiting);
    this.#remove(waiting);
    resolve(outcome);
  }

  #refuse(waiting: Waiting, reason: string): void {
    this.#remove(waiting);
    waiting.reject(new VenueUnavailable(reason));
  }

  #remove(waiting: Waiting): void {
    this.#waiting.delete(waiting.number);
    this.#done.delete(waiting);
  }

  #giveUpOld(): void {
    const beforeMs = this.#deps.timers.nowMs() - HELD_MS_MAX;
    for (const waiting of this.#waiting.values()) {
      if (waiting.sinceMs >= beforeMs) return;
      this.#refuse(waiting, UNKNOWN);
    }
  }

  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    this.#deps.timers.soon(() => {
      this.#isFlushing = false;
      this.#flush();
    });
  }

  #flush(): void {
    const { link } = this.#deps;
    if (!link.isOpen || this.#sendsAt !== undefined) return;
    let [bytes, frame] = [0, [] as Waiting[]];
    for (const waiting of this.#unsent) {
      if (!this.#waiting.has(waiting.number)) continue;
      frame.push(waiting);
      bytes += waiting.line.length;
      if (bytes < FRAME_LINES_BYTES) continue;
      link.send('commands', commandsText(frame));
      [bytes, frame] = [0, []];
    }
    if (frame.length > 0) link.send('commands', commandsText(frame));
    this.#unsent = [];
    if (this.#webhooks.size === 0) return;
    link.send('webhooks', JSON.stringify([...this.#webhooks.values()]));
    this.#webhooks.clear();
  }
}

const UNKNOWN = 'no leader answered; the outcome of this call is unknown';
