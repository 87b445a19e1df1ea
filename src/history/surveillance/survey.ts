import type { Db, Finding, SurveillancePosition, Thresholds } from '../../database/schema/index.ts';
import { concentration, dayAfter } from './concentration.ts';
import { lateOrders } from './late-orders.ts';
import { NewEvidence } from './new-evidence.ts';
import { markingTheClose, PriceBand } from './price-rules.ts';
import { QuickOrders } from './quick-orders.ts';
import { type Batch, readBatch, readBefore, type SurveyedEvent, type TradeEvent } from './surveyed-events.ts';
import { washTrades } from './wash-trades.ts';

/** Cancels and trades before the position that a new survey fills its windows with. */
const LOOK_BACK = 20_000;
/** A step with findings ends after this number of events. The main thread reads a whole step in one turn. */
const EVENTS_A_STEP = 200;
/** It also ends once its findings and their pieces of evidence reach this number. */
const PIECES_A_STEP = 1000;

export interface SurveyStep {
  readonly findings: readonly Finding[];
  /** To go on from; the step before it is done once its findings are stored. */
  readonly position: SurveillancePosition;
  readonly hasMore: boolean;
}

/**
 * Searches the history for findings of the rules, from a position on. The same position gives the same findings: a
 * window of time is filled from the events before it.
 */
export class Survey {
  readonly #history: Db;
  readonly #main: Db;
  readonly #thresholds: Thresholds;
  readonly #quick: QuickOrders;
  readonly #band: PriceBand;
  #position: SurveillancePosition;
  /** Of the batch that was read last: the events that no step has checked, and the position after them. */
  #batch: Batch | undefined;

  private constructor(
    databases: { readonly history: Db; readonly main: Db },
    thresholds: Thresholds,
    position: SurveillancePosition,
  ) {
    this.#history = databases.history;
    this.#main = databases.main;
    this.#thresholds = thresholds;
    this.#quick = new QuickOrders(thresholds);
    this.#band = new PriceBand(databases.history, thresholds);
    this.#position = position;
  }

  static async from(
    databases: { readonly history: Db; readonly main: Db },
    thresholds: Thresholds,
    position: SurveillancePosition,
  ): Promise<Survey> {
    const survey = new Survey(databases, thresholds, position);
    for (const event of await readBefore(databases.history, position, LOOK_BACK)) survey.#quick.take(event);
    return survey;
  }

  /** The next events up to the first findings, or the holdings of a day that has ended. */
  async next(): Promise<SurveyStep> {
    const day = await dayAfter(this.#history, this.#position.date, this.#position.seq);
    if (day !== undefined) {
      this.#position = { ...this.#position, date: day.date };
      const findings = await concentration(this.#history, day, this.#thresholds);
      return { findings, position: this.#position, hasMore: true };
    }
    const before = this.#position;
    const findings: Finding[] = [];
    this.#batch ??= await readBatch(this.#history, before);
    while (this.#batch !== undefined && findings.length === 0) findings.push(...(await this.#checkBatch(this.#batch)));
    // The next step may have more events, or a day that these ended.
    return { findings, position: this.#position, hasMore: this.#position.seq > before.seq };
  }

  /** Checks the first events of a batch, and moves the position after them. */
  async #checkBatch({ events, position: end }: Batch): Promise<Finding[]> {
    const findings: Finding[] = [];
    const evidence = new NewEvidence();
    let pieces = 0;
    let at = 0;
    // Events of one number stay together: the position is a number.
    for (; at < events.length; at++) {
      if ((at >= EVENTS_A_STEP || pieces >= PIECES_A_STEP) && events[at]!.seq > events[at - 1]!.seq) break;
      for (const found of await this.#found(events[at]!)) {
        pieces += 1 + evidence.of(found).length;
        findings.push(found);
      }
    }
    const taken = events.slice(0, at);
    const trades = taken.filter((event): event is TradeEvent => event.type === 'trade');
    findings.push(...(await washTrades(this.#main, trades, this.#thresholds)));
    const isWhole = at === events.length;
    this.#batch = isWhole ? undefined : { events: events.slice(at), position: end };
    const matchId = trades.reduce((highest, trade) => Math.max(highest, trade.matchId), this.#position.matchId);
    const { seq } = isWhole ? end : taken.at(-1)!;
    this.#position = { ...this.#position, seq, matchId };
    return findings;
  }

  async #found(event: SurveyedEvent): Promise<Finding[]> {
    const found = this.#quick.take(event);
    if (event.type === 'trade') found.push(...(await this.#band.take(event)));
    if (event.type === 'close') {
      found.push(...(await markingTheClose(this.#history, event, this.#thresholds)));
      found.push(...(await lateOrders(this.#history, event, this.#thresholds)));
    }
    return found;
  }
}
