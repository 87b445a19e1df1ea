import type { Kysely } from 'kysely';
import type { Finding, Schema, SurveillancePosition } from '../../database/schema/index.ts';
import { concentration, dayAfter } from './concentration.ts';
import { markingTheClose, PriceBand } from './price-rules.ts';
import { QuickOrders } from './quick-orders.ts';
import { readBatch, readBefore, type TradeEvent } from './surveyed-events.ts';
import type { Thresholds } from './thresholds.ts';
import { washTrades } from './wash-trades.ts';

/** Cancels and trades before the position that a new survey fills its windows with. */
const LOOK_BACK = 20_000;

export interface SurveyStep {
  readonly findings: readonly Finding[];
  /** To go on from; the step before it is done once its findings are stored. */
  readonly position: SurveillancePosition;
  readonly hasMore: boolean;
}

/**
 * Looks through the history for what the rules notice, from a position on. The same position gives the same findings: a
 * window of time is filled from the events before it.
 */
export class Survey {
  readonly #history: Kysely<Schema>;
  readonly #main: Kysely<Schema>;
  readonly #thresholds: Thresholds;
  readonly #quick: QuickOrders;
  readonly #band: PriceBand;
  #position: SurveillancePosition;

  private constructor(
    databases: { readonly history: Kysely<Schema>; readonly main: Kysely<Schema> },
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
    databases: { readonly history: Kysely<Schema>; readonly main: Kysely<Schema> },
    thresholds: Thresholds,
    position: SurveillancePosition,
  ): Promise<Survey> {
    const survey = new Survey(databases, thresholds, position);
    for (const event of await readBefore(databases.history, position, LOOK_BACK)) survey.#quick.take(event);
    return survey;
  }

  /** The next events, or the holdings of a day that has ended. */
  async next(): Promise<SurveyStep> {
    const day = await dayAfter(this.#history, this.#position.date, this.#position.seq);
    if (day !== undefined) {
      this.#position = { ...this.#position, date: day.date };
      const findings = await concentration(this.#history, day, this.#thresholds);
      return { findings, position: this.#position, hasMore: true };
    }
    const { events, position } = await readBatch(this.#history, this.#position);
    const findings: Finding[] = [];
    for (const event of events) {
      findings.push(...this.#quick.take(event));
      if (event.type === 'trade') findings.push(...(await this.#band.take(event)));
      if (event.type === 'close') findings.push(...(await markingTheClose(this.#history, event, this.#thresholds)));
    }
    const trades = events.filter((event): event is TradeEvent => event.type === 'trade');
    findings.push(...(await washTrades(this.#main, trades, this.#thresholds)));
    // What follows may be more events, or a day that they ended.
    const hasMore = position.seq > this.#position.seq;
    this.#position = position;
    return { findings, position, hasMore };
  }
}
