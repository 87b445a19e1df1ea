import type { AuctionOutcome, BookListener } from '../../src/matching/index.ts';
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

/** Keeps what an auction reports, too. */
export class AuctionRecorder extends Recorder {
  readonly outcomes: AuctionOutcome[] = [];
  /** Events before the last outcome. */
  before = 0;

  suspended(bookId: number): void {
    this.events.push(['suspended', bookId]);
  }

  uncrossed(_bookId: number, outcome: AuctionOutcome): void {
    this.outcomes.push(outcome);
    this.before = this.events.length;
  }
}
