/** State that changes often and is drawn once a frame at most. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { drawSoon } from './drawing.ts';
import { nextDrawing } from './drawing-times.ts';

type Listener = () => void;

/** The shortest time between two drawings of a topic; the frames between are free for input. */
const DRAWN_EVERY_MS = 50;

/** Notifies its listeners once of all changes before the next drawing. */
export class Topic {
  readonly #listeners = new Set<Listener>();
  readonly #everyMs: number;
  #isDue = false;
  /** When it was drawn last, or is to be drawn. */
  #drawnAt = 0;

  constructor(everyMs = DRAWN_EVERY_MS) {
    this.#everyMs = everyMs;
  }

  changed(): void {
    if (this.#isDue || this.#listeners.size === 0) return;
    this.#isDue = true;
    const now = performance.now();
    const next = nextDrawing(this.#drawnAt, this.#everyMs);
    this.#drawnAt = Math.max(next, now);
    const wait = next - now;
    if (wait <= 0) drawSoon(this.#publish);
    else setTimeout(drawSoon, wait, this.#publish);
  }

  /** Publishes a change by the user before the next key or click. */
  changedByReader(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  readonly #publish = (): void => {
    this.#isDue = false;
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

/** Draws the component again each second, for times relative to now. */
export function useEachSecond(): void {
  const [, drawAgain] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => drawAgain((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
}
