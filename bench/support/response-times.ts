import { build, type Histogram } from 'hdr-histogram-js';

/** An hour. What takes longer is no measurement. */
const HIGHEST_US = 3600e6;

/** Quantiles in milliseconds, to three digits. */
export interface Quantiles {
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly p999_ms: number;
  readonly max_ms: number;
  /** Share of the times above LONG_MS. */
  readonly long: number;
}

/** Longer than one fdatasync and one turn of the event loop. */
const LONG_MS = 2;

/** Times in a histogram of whole microseconds and three digits: the same cost and space for any number of them. */
export class ResponseTimes {
  readonly #histogram: Histogram = build({
    bitBucketSize: 32,
    autoResize: false,
    highestTrackableValue: HIGHEST_US,
    numberOfSignificantValueDigits: 3,
  });

  #long = 0;

  get count(): number {
    return this.#histogram.totalCount;
  }

  record(time_ms: number): void {
    this.#histogram.recordValue(Math.round(time_ms * 1000));
    if (time_ms > LONG_MS) this.#long++;
  }

  quantiles(): Quantiles {
    const at = (percentile: number) => this.#histogram.getValueAtPercentile(percentile) / 1000;
    const long = this.#long / Math.max(1, this.count);
    return { p50_ms: at(50), p99_ms: at(99), p999_ms: at(99.9), max_ms: this.#histogram.maxValue / 1000, long };
  }
}
