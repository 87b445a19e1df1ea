import type { Frame } from '../wire/index.ts';

/** Of one event, such as that of own streams and that of drop copies. Others are made for each connection. */
const KEPT_MAX = 2;
/** Events of each half: live connections are sent the newest, and late ones are not far apart. */
const EVENTS_MAX = 512;

interface Kept {
  readonly key: string;
  readonly frame: Frame;
}

/**
 * Frames that many connections are sent. Each is encoded once, and the connections that send the same ones share their
 * bytes (batch.ts). Those of older events are dropped: each would be moved by two collections of young objects.
 */
export class SharedFrames<Event extends object> {
  #newer = new Map<Event, Kept[]>();
  #older = new Map<Event, Kept[]>();

  /** @param key distinguishes the frames of an event; the frame is made where it is not kept */
  frame(event: Event, key: string, make: () => Frame): Frame {
    const kept = this.#newer.get(event) ?? this.#older.get(event) ?? this.#add(event);
    for (const known of kept) if (known.key === key) return known.frame;
    const frame = make();
    if (kept.length < KEPT_MAX) kept.push({ key, frame });
    return frame;
  }

  #add(event: Event): Kept[] {
    if (this.#newer.size === EVENTS_MAX) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    const kept: Kept[] = [];
    this.#newer.set(event, kept);
    return kept;
  }
}
