import type { Message } from '../wire/index.ts';

/** Where one security is: the seq of its last event, or that of the answer that began it, and where to go on. */
export interface Place {
  readonly seq: number;
  readonly cursor: string | undefined;
}

/** Something before a message is missing: what is asked for again, and from where. */
export interface Missing {
  readonly key: string;
  readonly from: Place;
}

/** Before the security that notices are about. */
const NOTICES = 'notice ';

/** How far a channel of events is with each security: an event is news once, and none before it is missing (S22). */
export class EventPlaces {
  /** By security; '' where the channel has none. Notices about a security have a separate key. */
  readonly #places = new Map<string, Place>();
  /** Of those that had no event yet, while everything is followed. */
  #floor: Place | undefined;
  /** Securities with lost events, which are asked for again: messages until the answer are passed over. */
  readonly #asking = new Set<string>();

  take({ type, seq = 0, prevSeq, securityId, cursor }: Message): 'news' | 'passed over' | Missing {
    // A notice may be about a security, but it is not of its sequence. Those about one come in order.
    const key = type === 'notice' ? `${NOTICES}${securityId ?? ''}` : (securityId ?? '');
    const last = this.#places.get(key) ?? (type === 'notice' ? undefined : this.#floor);
    if (this.#asking.has(key) || (last !== undefined && seq <= last.seq)) return 'passed over';
    if (last !== undefined && prevSeq !== undefined && prevSeq > last.seq) {
      this.#asking.add(key);
      return { key, from: last };
    }
    this.#places.set(key, { seq, cursor: cursor as string | undefined });
    return 'news';
  }

  /** A new connection asks for everything, lost events included. */
  opened(): void {
    this.#asking.clear();
  }

  /** The next events follow this place, or the known one where that is further. @param keys null: of all */
  begin(keys: readonly string[] | null, place: Place): void {
    if (keys === null) this.#floor = place;
    for (const key of keys ?? [...this.#places.keys()]) {
      this.#asking.delete(key);
      const known = this.#places.get(key);
      if (!key.startsWith(NOTICES) && (known === undefined || known.seq < place.seq)) this.#places.set(key, place);
    }
  }

  /** All of them go on from here. */
  move(cursor: string): void {
    for (const [key, { seq }] of this.#places) this.#places.set(key, { seq, cursor });
  }

  leave(securityId: string): void {
    this.#places.delete(securityId);
    this.#places.delete(`${NOTICES}${securityId}`);
  }

  forget(): void {
    this.#floor = undefined;
    this.#places.clear();
    this.#asking.clear();
  }
}
