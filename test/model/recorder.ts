import type { BookListener } from '../../src/matching/index.ts';
import type { BookEvent } from './book-model.ts';

/** A listener that keeps every event, so that no extra event goes unnoticed. */
export class Recorder implements BookListener {
  events: BookEvent[] = [];

  accepted(...values: Parameters<BookListener['accepted']>): void {
    this.events.push(['accepted', ...values]);
  }
  matched(...values: Parameters<BookListener['matched']>): void {
    this.events.push(['matched', ...values] as BookEvent);
  }
  cancelled(...values: Parameters<BookListener['cancelled']>): void {
    this.events.push(['cancelled', ...values]);
  }
  replaced(...values: Parameters<BookListener['replaced']>): void {
    this.events.push(['replaced', ...values]);
  }
  rejected(...values: Parameters<BookListener['rejected']>): void {
    this.events.push(['rejected', ...values]);
  }
  topOfBookChanged(...values: Parameters<BookListener['topOfBookChanged']>): void {
    this.events.push(['topOfBookChanged', ...values]);
  }

  /** The events since the last call. */
  take(): BookEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }
}
