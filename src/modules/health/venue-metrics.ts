import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import { ApiError, type Method } from '../../http/methods/index.ts';
import { list, optional, text, wholeNumber } from '../../http/parameters/index.ts';
import { HOUR_US, SECOND_US } from '../../time/units.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { instant } from '../shared/values/index.ts';
import { type MetricHistory, SAMPLE_US } from './metric-history.ts';

export interface VenueMetricsDeps {
  nowUs(): number;
  readonly metrics: Pick<MetricHistory, 'seriesOf' | 'read'>;
}

const NAMES_MAX = 20;
const SERIES_MAX = 40;
const POINTS_MAX = 1000;
/** Points of an answer whose call names no step. */
const POINTS_DEFAULT = 360;
const DAY_SECONDS = 86_400;

/** What the console's page Health draws. */
const NAMES_DEFAULT = [
  'openats_venue_commands_total',
  'openats_venue_commands_waiting',
  'openats_venue_live_orders',
  'openats_journal_groups_total',
  'openats_journal_write_seconds_count',
  'openats_journal_write_seconds_sum',
  'openats_history_lag_events',
  'openats_stream_connections',
  'openats_webhook_outbox_waiting',
  'openats_disk_free_bytes',
  'openats_cluster_lag_seconds',
  'nodejs_eventloop_lag_p99_seconds',
  'process_resident_memory_bytes',
  'process_cpu_seconds_total',
] as const;

/** O1, O2. */
export function getVenueMetrics({ nowUs, metrics }: VenueMetricsDeps): Method {
  return operatorMethod({
    name: 'getVenueMetrics',
    summary: 'The metrics of the venue over time, of the last seven days',
    description:
      'An extension (O1, O2). The figures of getVenueHealth as they were every 10 seconds, from before the caller ' +
      `looked; of each step the last sample. At most ${POINTS_MAX} steps and ${SERIES_MAX} series. A counter begins ` +
      'at 0 with each start of the process.',
    parameters: {
      names: optional(
        list(text({ maxLength: 100 }), {
          maxItems: NAMES_MAX,
          description: 'Names of metrics; those of the page Health when absent. Histograms have _sum and _count.',
        }),
      ),
      from: optional(instant('The first moment; an hour before the end when absent.')),
      to: optional(instant('The end, not included; now when absent.')),
      step: optional(
        wholeNumber({
          minimum: 10,
          maximum: DAY_SECONDS,
          description: `Seconds from one point to the next; when absent, as many as give ${POINTS_DEFAULT} points.`,
        }),
      ),
    },
    response: Type.Object({
      metrics: Type.Object({
        from: Type.String({ description: 'RFC 3339, UTC.' }),
        to: Type.String(),
        step: Type.Integer({ description: 'Seconds.' }),
        times: Type.Array(Type.String({ description: 'When the samples were taken, oldest first: RFC 3339, UTC.' })),
        series: Type.Array(
          Type.Object({
            name: Type.String(),
            labels: Type.Record(Type.String(), Type.String()),
            values: Type.Array(Type.Union([Type.Number(), Type.Null()]), {
              description: 'By times; null where there was no such metric.',
            }),
          }),
        ),
      }),
    }),
    handler: async ({ values }) => {
      const span = spanOf(values, nowUs());
      const series = await metrics.seriesOf(values.names ?? NAMES_DEFAULT, SERIES_MAX);
      const { times, values: found } = await metrics.read(series, span);
      return {
        fields: {
          metrics: {
            from: formatInstant(span.from),
            to: formatInstant(span.to),
            step: span.step / SECOND_US,
            times: times.map(formatInstant),
            series: series.map(({ name, labels }, index) => ({ name, labels, values: found[index]! })),
          },
        },
      };
    },
  });
}

/** Throws 106. */
function spanOf(
  { from, to, step }: { readonly [Name in 'from' | 'to' | 'step']: number | undefined },
  nowUs: number,
): { readonly from: number; readonly to: number; readonly step: number } {
  const end = to ?? nowUs;
  const begin = from ?? end - HOUR_US;
  if (begin >= end) throw new ApiError(106, 'from must be before to');
  const least = Math.ceil((end - begin) / POINTS_DEFAULT / SAMPLE_US) * SAMPLE_US;
  const step_us = step === undefined ? least : step * SECOND_US;
  if ((end - begin) / step_us > POINTS_MAX) {
    throw new ApiError(106, `step must be larger: from to to has more than ${POINTS_MAX} steps`);
  }
  return { from: begin, to: end, step: step_us };
}
