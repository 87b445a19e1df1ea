/** The end of a connection that has not logged on. */
interface Guest {
  readonly address: string;
  /** Ends it, with the reason for the log. */
  readonly cut: (reason: string) => void;
}

/**
 * The places of connections that have not logged on: those from the last addresses of sessions have separate
 * places, so that strangers never take them. Where all are taken the oldest connection makes room.
 */
export class Places {
  readonly #most: number;
  readonly #isKnown: (address: string) => boolean;
  /** By the socket's own key, oldest first. */
  readonly #strangers = new Map<string, Guest>();
  readonly #known = new Map<string, Guest>();

  constructor(most: number, isKnown: (address: string) => boolean) {
    this.#most = most;
    this.#isKnown = isKnown;
  }

  enter(key: string, guest: Guest): void {
    const guests = this.#isKnown(guest.address) ? this.#known : this.#strangers;
    guests.set(key, guest);
    if (guests.size <= this.#most) return;
    const [oldestKey, oldest] = guests.entries().next().value as [string, Guest];
    guests.delete(oldestKey);
    oldest.cut('a newer connection takes its place');
  }

  /** It has logged on, or ended. */
  leave(key: string): void {
    this.#strangers.delete(key);
    this.#known.delete(key);
  }

  get size(): number {
    return this.#strangers.size + this.#known.size;
  }
}
