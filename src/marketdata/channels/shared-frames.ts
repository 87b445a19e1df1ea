import type { Frame } from '../wire/index.ts';

/** Of one event, such as that of own streams and that of drop copies. Others are made for each connection. */
const KEPT_MAX = 2;

/**
 * Frames that many connections are sent. Each is encoded once, and the connections that send the same ones share their
 * bytes (batch.ts).
 */
export class SharedFrames<Event extends object> {
  readonly #ofEvent = new WeakMap<Event, Map<string, Frame>>();

  /** @param key distinguishes the frames of an event; the frame is made where it is not kept */
  frame(event: Event, key: string, make: () => Frame): Frame {
    let kept = this.#ofEvent.get(event);
    if (kept === undefined) {
      kept = new Map();
      this.#ofEvent.set(event, kept);
    }
    const known = kept.get(key);
    if (known !== undefined) return known;
    const frame = make();
    if (kept.size < KEPT_MAX) kept.set(key, frame);
    return frame;
  }
}
