/**
 * The linear check of a run with faults: the journal is the order of all things. It is replayed, and every answer that
 * clients got is compared with it (docs/operate/cluster.md, J1).
 */
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import { commandsIn } from '../../src/exchange/commands/command-text.ts';
import type { JournaledCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { decodeGroup, hashOf, NO_HASH } from '../../src/exchange/journal/format.ts';

/** What a read shows of an order. */
interface ShownOrder {
  readonly status: string;
  readonly remaining: number;
  /** Millionths of a dollar. */
  readonly price: number;
  readonly quantity: number;
}

interface Asked {
  /** When it was asked first, and when its answer was there; microseconds, by the clock of the journal's times. */
  readonly askedUs: number;
  readonly answeredUs: number;
}

/** A change that was answered, however often it had to be asked. */
export interface AnsweredChange extends Asked {
  readonly what: string;
  readonly key: string;
  readonly isAccepted: boolean;
  /** Why not. */
  readonly refusal: string;
  /** Of an order that was made; absent for other changes. */
  readonly orderId?: string | undefined;
  /** The whole outcome as text, where it is known. */
  readonly outcome?: string;
  /** It was asked once, and nothing of it can arrive any more. */
  readonly isOnce: boolean;
  readonly isReplayed: boolean;
}

export interface AnsweredRead extends Asked {
  readonly orderId: string;
  readonly shown: ShownOrder | undefined;
  /** Why no order was shown. */
  readonly problem?: string | undefined;
}

/** A message of a stream: what was said at a place in it. */
export interface Published {
  readonly place: string;
  readonly content: string;
}

/** What the clients of a run saw. */
export interface RunRecord {
  readonly changes: AnsweredChange[];
  readonly reads: AnsweredRead[];
  readonly published: Published[];
}

export interface JournalGroup {
  readonly bytes: Buffer;
  /** When it was committed, where that is known better than by the times of its commands. */
  readonly committedUs?: number;
}

export interface CheckOptions {
  /** How far times of the journal and of the record may be apart. */
  readonly clockUs: number;
  /** Whether a key is that of a client of the run. */
  readonly isOfRun: (key: string) => boolean;
  /** As AnsweredChange.outcome. */
  readonly textOf?: (outcome: Outcome) => string;
  /** Called with each event of the journal. */
  readonly onEvent?: (event: ExchangeEvent) => void;
}

export interface Findings {
  readonly faults: readonly string[];
  readonly commands: number;
  readonly acknowledged: number;
  readonly reads: number;
  readonly repeated: number;
}

/** An order as a command left it. */
interface Version extends ShownOrder {
  readonly command: number;
  readonly timeUs: number;
}

interface Effect {
  readonly command: number;
  readonly timeUs: number;
  readonly outcome: Outcome;
}

export class LinearCheck {
  readonly state = new VenueState(0);
  readonly #options: CheckOptions;
  readonly #effects = new Map<string, Effect[]>();
  readonly #versions = new Map<string, Version[]>();
  readonly #keyOf = new Map<number, string>();
  readonly #faults: string[] = [];
  #hash = NO_HASH;
  #command = 0;
  #timeUs = 0;

  constructor(options: CheckOptions) {
    this.#options = options;
    this.state.sink = (event) => {
      options.onEvent?.(event);
      this.#note(event);
    };
  }

  /** The next group of the journal. Throws when it is not one. */
  take({ bytes, committedUs }: JournalGroup): void {
    const group = decodeGroup(bytes, 0);
    if (typeof group === 'string') throw new Error(`the journal is damaged: ${group}`);
    if (!group.previousHash.equals(this.#hash) || group.firstSequence !== this.#command + 1) {
      throw new Error(`the group at command ${group.firstSequence} does not follow on command ${this.#command}`);
    }
    this.#hash = hashOf(group.bytes);
    for (const command of commandsIn(group.payload)) this.#apply(command, committedUs ?? command.time);
  }

  #apply(command: JournaledCommand, timeUs: number): void {
    this.#command++;
    this.#timeUs = timeUs;
    const outcome = this.state.apply(command);
    const { idempotency } = command as { idempotency?: { key: string } };
    if (idempotency === undefined) return;
    this.#keyOf.set(this.#command, idempotency.key);
    const effects = this.#effects.get(idempotency.key) ?? [];
    effects.push({ command: this.#command, timeUs, outcome });
    this.#effects.set(idempotency.key, effects);
  }

  #note(event: ExchangeEvent): void {
    if (event.type !== 'order') return;
    const { orderId, status, remaining, price, quantity } = event.order;
    const versions = this.#versions.get(String(orderId)) ?? [];
    versions.push({ command: this.#command, timeUs: this.#timeUs, status, remaining, price, quantity });
    this.#versions.set(String(orderId), versions);
  }

  /** What is wrong with a run; nothing where all is well. */
  compare({ changes, reads, published }: RunRecord): Findings {
    for (const change of changes) this.#compareChange(change);
    this.#compareReads(reads, changes);
    const asked = new Set(changes.map(({ key }) => key));
    for (const [key, effects] of this.#effects) {
      const took = effects.filter(({ outcome }) => outcome.ok && !outcome.replayed);
      if (took.length > 1) this.#faults.push(`${key} took effect ${took.length} times`);
      if (took.length > 0 && this.#options.isOfRun(key) && !asked.has(key))
        this.#faults.push(`nobody asked for ${key}`);
    }
    this.#comparePublished(published);
    const acknowledged = changes.filter(({ isAccepted }) => isAccepted).length;
    const repeated = changes.filter(({ isReplayed }) => isReplayed).length;
    return { faults: this.#faults, commands: this.#command, acknowledged, reads: reads.length, repeated };
  }

  #compareChange(change: AnsweredChange): void {
    const { what, key, isAccepted, refusal, orderId, outcome, askedUs, answeredUs, isOnce } = change;
    const effects = this.#effects.get(key) ?? [];
    const took = effects.find((effect) => effect.outcome.ok && !effect.outcome.replayed);
    if (!isAccepted) {
      if (took !== undefined && isOnce) this.#faults.push(`${what} was refused with ${refusal} and took effect`);
      if (outcome !== undefined && !effects.some((effect) => this.#textOf(effect) === outcome)) {
        this.#faults.push(`${what} was refused with ${refusal}, and the journal has no such refusal`);
      }
      return;
    }
    if (took === undefined) {
      this.#faults.push(`${what} was acknowledged and is not in the journal`);
      return;
    }
    const { clockUs } = this.#options;
    if (took.timeUs < askedUs - clockUs) this.#faults.push(`${what} took effect before it was asked`);
    if (took.timeUs > answeredUs + clockUs) this.#faults.push(`${what} took effect after it was answered`);
    const { order } = took.outcome as { order?: { orderId: number } | null };
    if (orderId !== undefined && String(order?.orderId) !== orderId) {
      this.#faults.push(`${what} was answered with order ${orderId}, the journal has ${order?.orderId}`);
    } else if (outcome !== undefined && this.#textOf(took) !== outcome) {
      this.#faults.push(`${what} was answered with ${outcome}, the journal has ${this.#textOf(took)}`);
    }
  }

  #textOf({ outcome }: Effect): string | undefined {
    return this.#options.textOf?.(outcome);
  }

  /**
   * A read shows a version that was not over before it was asked, by what had been acknowledged or read by then, nor
   * began after it was answered.
   */
  #compareReads(reads: readonly AnsweredRead[], changes: readonly AnsweredChange[]): void {
    const answeredAt = new Map(changes.map(({ key, answeredUs }) => [key, answeredUs]));
    const seen = new Map<string, { readonly answeredUs: number; readonly version: number }[]>();
    for (const read of [...reads].sort((a, b) => a.answeredUs - b.answeredUs)) {
      const { orderId, shown, problem, askedUs, answeredUs } = read;
      if (shown === undefined) {
        this.#faults.push(`a read of order ${orderId} failed: ${problem}`);
        continue;
      }
      const versions = this.#versions.get(orderId) ?? [];
      const before = seen.get(orderId) ?? [];
      seen.set(orderId, before);
      const isAcknowledged = ({ command }: Version) =>
        (answeredAt.get(this.#keyOf.get(command) ?? '') ?? Number.POSITIVE_INFINITY) < askedUs;
      const readBefore = before.filter((one) => one.answeredUs < askedUs).map(({ version }) => version);
      const oldest = Math.max(0, versions.findLastIndex(isAcknowledged), ...readBefore);
      const end = versions.findLastIndex(({ timeUs }) => timeUs <= answeredUs + this.#options.clockUs) + 1;
      // The oldest that it can be: another read must not be older than that one.
      const at = versions.findIndex((version, index) => index >= oldest && index < end && isSame(version, shown));
      if (at >= 0) before.push({ answeredUs, version: at });
      else this.#faults.push(`order ${orderId} was read as ${shownText(shown)}: ${whatIsWrong(versions, shown)}`);
    }
  }

  #comparePublished(published: readonly Published[]): void {
    const known = new Map<string, string>();
    for (const { place, content } of published) {
      const before = known.get(place) ?? content;
      known.set(place, before);
      if (before !== content) this.#faults.push(`${place} was sent as ${before} and as ${content}`);
    }
  }
}

function isSame(version: Version, { status, remaining, price, quantity }: ShownOrder): boolean {
  return (
    version.status === status &&
    version.remaining === remaining &&
    version.price === price &&
    version.quantity === quantity
  );
}

function shownText({ status, remaining, price, quantity }: ShownOrder): string {
  return [status, remaining, price, quantity].join(' ');
}

function whatIsWrong(versions: readonly Version[], shown: ShownOrder): string {
  return versions.some((version) => isSame(version, shown)) ? 'not as it was then' : 'never so';
}
