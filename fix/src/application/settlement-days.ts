/** SettlDate (64): some business days after a trade, by the calendar of the venue. */
import type { OpenAts } from '../client.ts';
import { readable } from './readable.ts';
import { easternDate } from './values.ts';

/** How long the days of a year hold: the operator may change them. */
const KEPT_MS = 3_600_000;
const DAY_MS = 86_400_000;

interface Year {
  /** undefined: the key may not read them. */
  readonly closed: ReadonlySet<string> | undefined;
  readonly readAtMs: number;
}

export interface SettlementDeps {
  readonly ats: OpenAts;
  /** Business days from the trade to its settlement; undefined: it is not known. */
  readonly days: number | undefined;
  readonly nowMs: () => number;
  readonly isClosed: () => boolean;
}

export class SettlementDays {
  readonly #deps: SettlementDeps;
  readonly #years = new Map<number, Year>();

  constructor(deps: SettlementDeps) {
    this.#deps = deps;
  }

  /** What `of` needs to know of these moments; undefined: nothing that it does not know. */
  prepared(times: readonly string[]): Promise<unknown> | undefined {
    if (this.#deps.days === undefined) return undefined;
    const oldest = this.#deps.nowMs() - KEPT_MS;
    const years = new Set(
      times.map((time) => Number(easternDate(time).slice(0, 4))).flatMap((year) => [year, year + 1]),
    );
    const missing = [...years].filter((year) => (this.#years.get(year)?.readAtMs ?? oldest - 1) < oldest);
    return missing.length === 0 ? undefined : Promise.all(missing.map((year) => this.#read(year)));
  }

  async #read(year: number): Promise<void> {
    const { ats, nowMs, isClosed } = this.#deps;
    const answer = await readable(() => ats.methods.getMarketCalendar({ year }), { isClosed });
    const closed = answer?.marketCalendar.flatMap(({ date, closed }) => (closed === 'Yes' ? [date] : []));
    // A refusal holds as long: each report would wait for another one.
    this.#years.set(year, { closed: closed && new Set(closed), readAtMs: nowMs() });
  }

  /** The date of settlement of a trade at that moment, as FIX writes dates; undefined where it is not known. */
  of(time: string): string | undefined {
    const { days } = this.#deps;
    if (days === undefined) return undefined;
    const traded = easternDate(time);
    let atMs = Date.parse(`${traded.slice(0, 4)}-${traded.slice(4, 6)}-${traded.slice(6)}`);
    for (let left = days; left > 0; ) {
      atMs += DAY_MS;
      const isOpen = this.#isBusinessDay(atMs);
      if (isOpen === undefined) return undefined;
      if (isOpen) left -= 1;
    }
    return dateOf(atMs).replaceAll('-', '');
  }

  /** Monday to Friday without full holidays; undefined: the year is not known. */
  #isBusinessDay(atMs: number): boolean | undefined {
    const date = dateOf(atMs);
    const closed = this.#years.get(Number(date.slice(0, 4)))?.closed;
    if (closed === undefined) return undefined;
    const weekday = new Date(atMs).getUTCDay();
    return weekday !== 0 && weekday !== 6 && !closed.has(date);
  }
}

function dateOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
