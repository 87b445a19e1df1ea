/** The queue of all that needs a decision of this reader, and its counts: read again now and then. */
import { messageOf } from './api.ts';
import { type Deps, KINDS, type Kind, type Need } from './need-lists.ts';
import { Topic } from './topic.ts';

const EVERY_MS = 15_000;

export class Needs {
  readonly changed = new Topic();
  /** Undefined: not read yet. */
  all: readonly Need[] | undefined;
  /** Why some kinds are not there; undefined: all are. */
  failure: string | undefined;
  readonly #deps: Deps;
  readonly #kinds: readonly Kind[];

  constructor(deps: Deps) {
    const { capabilities, may } = deps.session;
    const who = capabilities.operator ? 'operator' : 'client';
    this.#deps = deps;
    this.#kinds = KINDS.filter((kind) => kind.who === who && may(...kind.needs));
  }

  /** Of a place; of the queue all. */
  countOf(place: string): number {
    const all = this.all ?? [];
    return place === 'approvals' ? all.length : all.filter((need) => need.place === place).length;
  }

  readonly read = async (): Promise<void> => {
    const lists = await Promise.allSettled(this.#kinds.map(({ read }) => read(this.#deps)));
    const failed = lists.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    this.failure = failed && messageOf(failed.reason);
    this.all = lists.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    this.changed.changed();
  };

  /** Reads again and again while the page is looked at; returns a function that ends it. */
  keepReading(everyMs = EVERY_MS): () => void {
    if (this.#deps.securities.isRead) void this.read();
    // The securities come first: some kinds are asked for by security.
    const end = this.#deps.securities.changed.subscribe(() => this.all ?? this.read());
    const timer = setInterval(() => document.hidden || void this.read(), everyMs);
    return () => {
      end();
      clearInterval(timer);
    };
  }
}
