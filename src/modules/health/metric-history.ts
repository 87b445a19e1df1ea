import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { DAY_US, SECOND_US } from '../../time/units.ts';
import type { Figure } from './venue-health.ts';

/** From one sample to the next (O1). */
export const SAMPLE_US = 10 * SECOND_US;
const KEPT_US = 7 * DAY_US;
/** A part may have its own labels; more series than these are not kept. */
const SERIES_MAX = 300;
/** Samples that one run removes, which is more than are added meanwhile. */
const REMOVED_AT_ONCE = 500;

export interface Series {
  readonly seriesId: number;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Values of series, each with the time of its samples. */
export interface Samples {
  readonly times: readonly number[];
  /** By series, in their order: a value for each time; null where the series had none. */
  readonly values: readonly (readonly (number | null)[])[];
}

/** The figures of getVenueHealth in the history database, for seven days (O1). */
export class MetricHistory {
  readonly #database: Pick<Database, 'background' | 'pages' | 'dialect'>;
  readonly #known = new Map<string, number>();

  constructor(database: Pick<Database, 'background' | 'pages' | 'dialect'>) {
    this.#database = database;
  }

  /** Keeps the figures of a moment, buckets of histograms apart, and removes samples of more than seven days ago. */
  async record(figures: readonly Figure[], nowUs: number): Promise<void> {
    const db = this.#database.background;
    const values: Record<number, number> = {};
    for (const { name, labels, value } of figures) {
      if (name.endsWith('_bucket')) continue;
      const seriesId = await this.#idOf(name, labels);
      if (seriesId !== undefined) values[seriesId] = value;
    }
    const row = { taken_at: nowUs, figures: JSON.stringify(values) };
    await db
      .insertInto('metric_samples')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const old = db
      .selectFrom('metric_samples')
      .select('taken_at')
      .where('taken_at', '<', nowUs - KEPT_US);
    await db
      .deleteFrom('metric_samples')
      .where('taken_at', 'in', old.orderBy('taken_at').limit(REMOVED_AT_ONCE))
      .execute();
  }

  async #idOf(name: string, labels: Series['labels']): Promise<number | undefined> {
    const key = { name, labels: JSON.stringify(Object.fromEntries(Object.entries(labels).sort())) };
    const known = this.#known.get(`${key.name} ${key.labels}`);
    if (known !== undefined || this.#known.size >= SERIES_MAX) return known;
    const db = this.#database.background;
    const insert = db.insertInto('metric_series').values(key);
    await insert.onConflict((conflict) => conflict.doNothing()).execute();
    const { series_id } = await db
      .selectFrom('metric_series')
      .select('series_id')
      .where('name', '=', key.name)
      .where('labels', '=', key.labels)
      .executeTakeFirstOrThrow();
    this.#known.set(`${key.name} ${key.labels}`, series_id);
    return series_id;
  }

  /** The first `limit` series of these metrics, by name and labels. */
  async seriesOf(names: readonly string[], limit: number): Promise<Series[]> {
    const rows = await this.#database.pages
      .selectFrom('metric_series')
      .selectAll()
      .where('name', 'in', names)
      .orderBy('name')
      .orderBy('labels')
      .limit(limit)
      .execute();
    return rows.map(({ series_id, name, labels }) => ({ seriesId: series_id, name, labels: JSON.parse(labels) }));
  }

  /** The last sample of each step, from one time up to another (microseconds, the end not included). */
  async read(series: readonly Series[], span: { from: number; to: number; step: number }): Promise<Samples> {
    const { pages, dialect } = this.#database;
    const { from, to, step } = span;
    const value = ({ seriesId }: Series) =>
      dialect === 'sqlite'
        ? sql`json_extract(s.figures, ${`$."${seriesId}"`})`
        : sql`cast(cast(s.figures as json) ->> ${String(seriesId)} as double precision)`;
    const columns = series.map((one, index) => sql`, ${value(one)} as ${sql.ref(`v${index}`)}`);
    const { rows } = await sql<{ taken_at: number } & Record<string, number | null>>`
      select s.taken_at${sql.join(columns, sql``)} from metric_samples as s
      where s.taken_at in (
        select max(taken_at) from metric_samples where taken_at >= ${from} and taken_at < ${to}
        group by taken_at / cast(${step} as bigint)
      )
      order by s.taken_at`.execute(pages);
    return {
      times: rows.map(({ taken_at }) => taken_at),
      values: series.map((_, index) => rows.map((row) => row[`v${index}`] ?? null)),
    };
  }
}
