import type { EventSeq } from '../../exchange/api/index.ts';
import { Frame } from '../wire/index.ts';
import type { OwnEvent } from './history.ts';
import type { SharedFrames } from './shared-frames.ts';
import type { Run, SharedRuns } from './shared-runs.ts';
import type { Tape } from './tape.ts';
import { PART_MAX, type SentRun } from './tape-reader.ts';

/** Messages that are handed to a connection in the time in which one item is read and encoded. */
const SENT_A_LOOK = 8;

/** What a group takes from its channel. */
export interface GroupDeps {
  readonly tape: Tape<OwnEvent>;
  readonly frames: SharedFrames<OwnEvent>;
  readonly runs: SharedRuns;
  readonly cursorAt: (seq: EventSeq) => string;
}

/**
 * The subscriptions that get the same events, such as all streams of one client: what they are sent is chosen, encoded
 * and put together once, however many they are.
 */
export class ReaderGroup<Side> {
  readonly key: string;
  /** Whose events they get; null: those of all. */
  readonly clientIds: ReadonlySet<string> | null;
  readonly sides = new Set<Side>();
  /** Whether the messages name the clients. */
  readonly #isNamed: boolean;
  readonly #deps: GroupDeps;

  constructor(key: string, clientIds: ReadonlySet<string> | null, isNamed: boolean, deps: GroupDeps) {
    this.key = key;
    this.clientIds = clientIds;
    this.#isNamed = isNamed;
    this.#deps = deps;
  }

  concerns({ clientIds }: OwnEvent): boolean {
    const own = this.clientIds;
    return own === null || clientIds === null || clientIds.some((clientId) => own.has(clientId));
  }

  /** The next messages after an event. @param lastSeq of the message before; `cost`: as SentRun has it */
  run(after: EventSeq, lastSeq: EventSeq): Run & Pick<SentRun, 'cost'> {
    const { tape, runs } = this.#deps;
    const key = `${after} ${lastSeq} ${this.key}`;
    const known = runs.get(key, tape.pushed);
    if (known !== undefined) return { ...known, cost: 1 + known.frames.length / SENT_A_LOOK };
    const run = this.#make(after, lastSeq);
    runs.keep(key, run);
    return { ...run, cost: run.items };
  }

  #make(after: EventSeq, lastSeq: EventSeq): Run {
    const { tape } = this.#deps;
    const items = tape.run(after, PART_MAX);
    const frames: Frame[] = [];
    let prevSeq = lastSeq;
    for (const event of items) {
      if (event.seq <= prevSeq || !this.concerns(event)) continue;
      frames.push(this.#encode(event, prevSeq));
      prevSeq = event.seq;
    }
    const upTo = items.at(-1)?.seq ?? after;
    const pushed = upTo < tape.lastSeq ? null : tape.pushed;
    return { frames, lastSeq: prevSeq, upTo, items: items.length, pushed };
  }

  /** The message of a live event. @param prevSeq of the message before */
  frame(event: OwnEvent, prevSeq: EventSeq): Frame {
    return this.#deps.frames.frame(event, `${prevSeq} ${this.key}`, () => this.#encode(event, prevSeq));
  }

  #encode(event: OwnEvent, prevSeq: EventSeq): Frame {
    const { seq, clientIds } = event;
    const place = `"seq":${seq},"prevSeq":${prevSeq},"cursor":"${this.#deps.cursorAt(seq)}"`;
    const isNamed = this.#isNamed;
    const whose = isNamed && clientIds !== null ? `,"clientIds":${JSON.stringify(this.#known(clientIds))}` : '';
    return new Frame(
      `{"type":"event","channel":"orders",${place}${whose},"event":${event.text(isNamed, this.clientIds)}}`,
    );
  }

  /** Of those whom it concerns, the ones that may be known of. */
  #known(clientIds: readonly string[]): string[] {
    return [...new Set(clientIds)].filter((clientId) => this.clientIds?.has(clientId) !== false);
  }
}
