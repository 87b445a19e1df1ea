/** State that changes often and is drawn once a frame at most. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { drawSoon } from './drawing.ts';

type Listener = () => void;

/** Between two drawings of what a topic tells of: nobody reads faster, and the frames between are for the reader. */
const DRAWN_EVERY_MS = 50;

/** Tells its listeners that something changed, together with all that changes before the next drawing. */
export class Topic {
  readonly #listeners = new Set<Listener>();
  readonly #everyMs: number;
  #isDue = false;
  #toldAt = 0;

  constructor(everyMs = DRAWN_EVERY_MS) {
    this.#everyMs = everyMs;
  }

  changed(): void {
    if (this.#isDue || this.#listeners.size === 0) return;
    this.#isDue = true;
    const wait = this.#toldAt + this.#everyMs - performance.now();
    if (wait <= 0) drawSoon(this.#tell);
    else setTimeout(drawSoon, wait, this.#tell);
  }

  /** Tells of what the reader did, before the next key or click comes. */
  changedByReader(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  readonly #tell = (): void => {
    this.#isDue = false;
    this.#toldAt = performance.now();
    for (const listener of [...this.#listeners]) listener();
  };

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Draws the component again when one of the topics changes. */
export function useTopic(...topics: readonly Topic[]): void {
  const [, drawAgain] = useState(0);
  // Before anything else can happen: what changed in between would be missed.
  useLayoutEffect(() => {
    const ends = topics.map((topic) => topic.subscribe(() => drawAgain((count) => count + 1)));
    return () => {
      for (const end of ends) end();
    };
  }, topics);
}

/** Draws the component again each second: for what is told relative to now. */
export function useEachSecond(): void {
  const [, drawAgain] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => drawAgain((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
}
