/** The metrics of before the page was opened (getVenueMetrics). */
import type { Session } from '../../data/index.ts';
import type { Sample } from './plot.tsx';

export const RANGES = [
  ['minutes', 'Since this page was opened'],
  ['hour', 'Last hour'],
  ['day', 'Last day'],
  ['week', 'Last seven days'],
] as const;
export type Range = (typeof RANGES)[number][0];

const HOUR_MS = 3_600_000;
const LENGTH_MS: Readonly<Record<Range, number>> = {
  minutes: 0,
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 168 * HOUR_MS,
};

const COMMANDS = 'openats_venue_commands_total';
const WRITES = 'openats_journal_write_seconds_count';
const WRITE_SECONDS = 'openats_journal_write_seconds_sum';
const CONNECTIONS = 'openats_stream_connections';

interface Metrics {
  readonly times: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

export async function readHistory({ api }: Session, range: Range): Promise<readonly Sample[]> {
  const from = new Date(Date.now() - LENGTH_MS[range]).toISOString();
  const answer = await api.call('getVenueMetrics', { names: [COMMANDS, WRITES, WRITE_SECONDS, CONNECTIONS], from });
  return samplesOf(answer.metrics as Metrics);
}

function samplesOf({ times, series }: Metrics): readonly Sample[] {
  const at = times.map((time) => Date.parse(time) / 1000);
  const rise = (name: string, index: number) => {
    const values = series.find((one) => one.name === name)?.values ?? [];
    const [before, now] = [values[index - 1] ?? null, values[index] ?? null];
    // A counter begins again with the process.
    return before === null || now === null || now < before ? null : now - before;
  };
  const connections = series.find(({ name }) => name === CONNECTIONS)?.values ?? [];
  return at.map((seconds, index) => {
    const [commands, writes, took] = [rise(COMMANDS, index), rise(WRITES, index), rise(WRITE_SECONDS, index)];
    return {
      at: seconds,
      commands: commands === null ? null : commands / (seconds - (at[index - 1] ?? seconds)),
      writeMs: writes === null || writes === 0 || took === null ? null : (1000 * took) / writes,
      connections: connections[index] ?? 0,
    };
  });
}
