import type { CommandSeq } from '../../exchange/journal/index.ts';
import type { Timers } from '../../time/timers.ts';
import { MINUTE_MS } from '../../time/units.ts';

/** A node sends nothing again for longer. */
const KEPT_MS = MINUTE_MS;
/** Of one node; more than a leader has in progress. */
const UNFINISHED_MAX = 100_000;

interface Received {
  /** The number of the last command; a link keeps the order, so all commands before it have arrived too. */
  last: number;
  atMs: number;
  /** By number: not yet done, or refused. */
  readonly unfinished: Map<number, Promise<CommandSeq>>;
}

/** The commands that this leader received from other nodes: one that comes again on another link is done once. */
export class ReceivedCommands {
  readonly #timers: Pick<Timers, 'nowMs'>;
  readonly #sequence: () => CommandSeq;
  readonly #processes = new Map<string, Received>();

  /** @param sequence of the last command that the copy of the leader has */
  constructor(timers: Pick<Timers, 'nowMs'>, sequence: () => CommandSeq) {
    this.#timers = timers;
    this.#sequence = sequence;
  }

  /** Submits a command that comes for the first time. Resolves with a position at which the journal has it. */
  take(process: string, number: number, submit: () => Promise<CommandSeq>): Promise<CommandSeq> {
    const nowMs = this.#timers.nowMs();
    const received = this.#processes.get(process) ?? this.#first(process, nowMs);
    received.atMs = nowMs;
    const { unfinished } = received;
    if (number <= received.last) return unfinished.get(number) ?? Promise.resolve(this.#sequence());
    received.last = number;
    const result = submit();
    unfinished.set(number, result);
    result.then(
      () => unfinished.delete(number),
      () => {},
    );
    // What is forgotten is answered late, from the copy of the node.
    if (unfinished.size > UNFINISHED_MAX) unfinished.delete(unfinished.keys().next().value as number);
    return result;
  }

  #first(process: string, nowMs: number): Received {
    for (const [name, { atMs }] of this.#processes) if (nowMs - atMs > KEPT_MS) this.#processes.delete(name);
    const received = { last: 0, atMs: nowMs, unfinished: new Map() };
    this.#processes.set(process, received);
    return received;
  }
}
