/** How the venue is: whether it serves, its journal, history, memory and connections. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Desk } from '../../data/index.ts';
import { instantOf, messageOf, quantityText, readerTime, venueDateTime } from '../../data/index.ts';
import { Choice, Empty, type Node, Panel, useLoaded } from '../../parts/index.ts';
import { figureOf, type HealthReport, medianOf, rateOf, WRITE_TIME, writesBetween } from './figures.ts';
import { RANGES, type Range, readHistory } from './history.ts';
import { Plot, type Sample } from './plot.tsx';

const EVERY_MS = 2000;
/** Ten minutes. */
const SAMPLES_MAX = 300;

interface Seen {
  readonly report: HealthReport;
  readonly at: number;
}

export function Health({ desk }: { readonly desk: Desk }): Node {
  const [seen, setSeen] = useState<Seen | undefined>(undefined);
  const [failure, setFailure] = useState('');
  const samples = useRef<Sample[]>([]);
  const before = useRef<Seen | undefined>(undefined);
  useEffect(() => {
    const look = async () => {
      if (document.hidden) return;
      try {
        const report = (await desk.session.api.call('getVenueHealth')).health as HealthReport;
        const now = { report, at: Date.now() };
        samples.current = [...samples.current.slice(1 - SAMPLES_MAX), sampleOf(before.current, now)];
        before.current = now;
        setSeen(now);
        setFailure('');
      } catch (error) {
        setFailure(messageOf(error));
      }
    };
    void look();
    const timer = setInterval(() => void look(), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const stale = failure === '' || seen === undefined ? undefined : `Not live since ${readerTime(seen.at)}: ${failure}.`;
  return (
    <Panel title="Venue" name="health" stale={stale} wide>
      {seen === undefined ? (
        <Empty>{failure || 'Reading …'}</Empty>
      ) : (
        <>
          <Figures report={seen.report} />
          <History desk={desk} live={samples.current} />
        </>
      )}
    </Panel>
  );
}

/** How often the venue keeps its metrics. */
const KEPT_EVERY_MS = 10_000;

interface HistoryProps {
  readonly desk: Desk;
  readonly live: readonly Sample[];
}

/** The lines of before the page was opened, too, where the key may see them. */
function History({ desk, live }: HistoryProps): Node {
  const { session } = desk;
  const [range, setRange] = useState<Range>(session.may('getVenueMetrics') ? 'hour' : 'minutes');
  const read = () => (range === 'minutes' ? Promise.resolve([]) : readHistory(session, range));
  const { value, failure } = useLoaded(read, [range], KEPT_EVERY_MS);
  const samples = range === 'minutes' ? live : (value ?? []);
  return (
    <>
      {session.may('getVenueMetrics') ? (
        <div class="plot-range">
          <Choice label="Time" choices={RANGES} value={range} set={setRange} />
        </div>
      ) : null}
      {failure === undefined ? null : (
        <p class="failed" role="alert">
          {failure}
        </p>
      )}
      <Plot key={range} samples={samples} isLong={range === 'day' || range === 'week'} />
    </>
  );
}

/** The changes between two reports. */
function sampleOf(earlier: Seen | undefined, { report, at }: Seen): Sample {
  const seconds = earlier === undefined ? 0 : (at - earlier.at) / 1000;
  const writes = earlier === undefined ? undefined : writesBetween(earlier.report, report);
  return {
    at: at / 1000,
    commands: earlier === undefined ? null : rateOf(earlier.report, report, 'openats_venue_commands_total', seconds),
    writeMs: writes === undefined ? null : medianOf(writes) * 1000,
    connections: figureOf(report, 'openats_stream_connections'),
  };
}

const MIB = 1024 * 1024;

function Figures({ report }: { readonly report: HealthReport }): Node {
  const figure = (name: string) => figureOf(report, name);
  const all = (report.figures ?? []).filter(({ name }) => name === `${WRITE_TIME}_bucket`);
  const write = medianOf(new Map(all.map(({ labels, value }) => [labels.le ?? '', value])));
  const shown: readonly (readonly [string, string])[] = [
    ['Serves', report.serves === 'Yes' ? '✓ yes' : `✕ no: ${report.reason ?? ''}`],
    ['Last event', quantityText(report.lastEventSeq)],
    ['Last command', quantityText(report.lastCommandSeq)],
    ['Chain verified', venueDateTime(instantOf(report.chainVerifiedDate))],
    ['Verified up to command', verifiedText(report)],
    ['Live orders', quantityText(figure('openats_venue_live_orders'))],
    ['Securities', quantityText(figure('openats_venue_securities'))],
    ['Waiting for the journal', quantityText(figure('openats_venue_commands_waiting'))],
    ['Write and fdatasync, median', write > 0 ? `${(write * 1000).toFixed(1)} ms` : 'none yet'],
    ['History lag, events', quantityText(figure('openats_history_lag_events'))],
    ['Stream connections', quantityText(figure('openats_stream_connections'))],
    ['Subscriptions', quantityText(figure('openats_stream_subscriptions'))],
    ['Memory', `${quantityText(Math.round(figure('process_resident_memory_bytes') / MIB))} MiB`],
    ['Disk free', `${quantityText(Math.round(figure('openats_disk_free_bytes') / MIB / 1024))} GiB`],
    ['Started in', `${figure('openats_venue_recovery_seconds').toFixed(2)} s`],
    ['Version', report.version],
  ];
  return (
    <dl class="figures">
      {shown.map(([words, value]) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The start verifies the journal after its snapshot. */
function verifiedText({ chainVerifiedAfter, chainVerifiedUpTo }: HealthReport): string {
  const from = chainVerifiedUpTo === chainVerifiedAfter ? 'a snapshot' : `from ${quantityText(chainVerifiedAfter + 1)}`;
  return `${quantityText(chainVerifiedUpTo)} (${from})`;
}
