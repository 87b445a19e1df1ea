/** Metrics of the process and of Node, under the names that Prometheus and prom-client give them. */
import { readFileSync, statSync } from 'node:fs';
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics, type HeapInfo } from 'node:v8';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** What one scrape reads; each source is read once. */
interface Sample {
  readonly cpu: NodeJS.CpuUsage;
  readonly heap: HeapInfo;
  /** Kilobytes by the name of a line of /proc/self/status; empty where there is no such file. */
  readonly status: ReadonlyMap<string, number>;
  readonly lag: Readonly<Record<'min' | 'max' | 'mean' | 'stddev' | 'p50' | 'p90' | 'p99', number>>;
}

interface Reading {
  readonly name: string;
  readonly help: string;
  readonly isCounter?: true;
  /** Undefined: this system does not have it. */
  readonly of: (sample: Sample) => number | undefined;
}

const LAG = 'nodejs_eventloop_lag';
const MICROS = 1e6;
const NANOS = 1e9;

const READINGS: readonly Reading[] = [
  {
    ...{ name: 'process_cpu_user_seconds_total', help: 'User CPU time of the process, seconds.', isCounter: true },
    of: ({ cpu }) => cpu.user / MICROS,
  },
  {
    ...{ name: 'process_cpu_system_seconds_total', help: 'System CPU time of the process, seconds.', isCounter: true },
    of: ({ cpu }) => cpu.system / MICROS,
  },
  {
    ...{ name: 'process_cpu_seconds_total', help: 'CPU time of the process, seconds.', isCounter: true },
    of: ({ cpu }) => (cpu.user + cpu.system) / MICROS,
  },
  {
    name: 'process_resident_memory_bytes',
    help: 'Resident memory.',
    of: ({ status }) => bytesOf(status, 'VmRSS') ?? process.memoryUsage.rss(),
  },
  { name: 'process_virtual_memory_bytes', help: 'Virtual memory.', of: ({ status }) => bytesOf(status, 'VmSize') },
  { name: 'process_heap_bytes', help: 'Memory of data.', of: ({ status }) => bytesOf(status, 'VmData') },
  { name: 'nodejs_heap_size_total_bytes', help: 'Size of the heap.', of: ({ heap }) => heap.total_heap_size },
  { name: 'nodejs_heap_size_used_bytes', help: 'Used part of the heap.', of: ({ heap }) => heap.used_heap_size },
  {
    name: 'nodejs_external_memory_bytes',
    help: 'Memory of Node outside the heap.',
    of: ({ heap }) => heap.external_memory,
  },
  {
    ...{ name: 'openats_allocated_bytes_total', isCounter: true },
    help: 'Bytes that the main thread has allocated on its heap since the start',
    of: ({ heap }) => heap.total_allocated_bytes,
  },
  ...(['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'] as const).map((kind) => ({
    name: `${LAG}_${kind}_seconds`,
    help: `Delays of the event loop since the last scrape: ${kind}.`,
    of: ({ lag }: Sample) => lag[kind],
  })),
];

/** The open files of this process, on Linux. */
const OPEN_FILES = '/proc/self/fd';
const GC_BUCKETS = [0.001, 0.01, 0.1, 1, 2, 5];
const GC_KINDS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
};

/**
 * Left out is what prom-client collects by a list of all open files or connections: with 2,500 connections that took
 * 0.3 to 5 ms of the main thread at each scrape.
 */
export function addProcessMetrics(register: Registry): void {
  const registers = [register];
  addReadings(register);
  addOpenFiles(register);
  addHeapSpaces(register);
  addCollections(register);
  const started = new Gauge({ name: 'process_start_time_seconds', help: 'Start since 1970.', registers });
  started.set(Math.round(performance.timeOrigin / 1000));
  const [major = '', minor = '', patch = ''] = process.versions.node.split('.');
  new Gauge({
    ...{ name: 'nodejs_version_info', help: 'Version of Node.', registers },
    labelNames: ['version', 'major', 'minor', 'patch'],
  }).set({ version: process.version, major, minor, patch }, 1);
}

/** The first metric that a scrape asks for takes the sample, and sets the others, which come after it. */
function addReadings(register: Registry): void {
  const histogram = monitorEventLoopDelay();
  histogram.enable();
  let lagSeconds = 0;
  const collect = () => {
    const sample = takeSample(histogram);
    for (const { metric, of } of readings) {
      const value = of(sample);
      metric.reset();
      if (value === undefined) continue;
      if (metric instanceof Counter) metric.inc(value);
      else metric.set(value);
    }
  };
  new Gauge({
    ...{
      name: `${LAG}_seconds`,
      help: 'Delay of a turn of the event loop at the scrape before.',
      registers: [register],
    },
    collect() {
      collect();
      this.set(lagSeconds);
      const askedMs = performance.now();
      setImmediate(() => {
        lagSeconds = (performance.now() - askedMs) / 1000;
      });
    },
  });
  const readings = READINGS.map(({ name, help, isCounter, of }) => {
    const options = { name, help, registers: [register] };
    return { of, metric: isCounter ? new Counter(options) : new Gauge(options) };
  });
}

function takeSample(histogram: ReturnType<typeof monitorEventLoopDelay>): Sample {
  const { min, max, mean, stddev } = histogram;
  const lag = {
    ...{ min: min / NANOS, max: max / NANOS, mean: mean / NANOS, stddev: stddev / NANOS },
    p50: histogram.percentile(50) / NANOS,
    p90: histogram.percentile(90) / NANOS,
    p99: histogram.percentile(99) / NANOS,
  };
  histogram.reset();
  return { cpu: process.cpuUsage(), heap: getHeapStatistics(), status: readStatus(), lag };
}

function readStatus(): ReadonlyMap<string, number> {
  try {
    const lines = readFileSync('/proc/self/status', 'latin1').matchAll(/^(Vm\w+):\s*(\d+) kB$/gm);
    return new Map([...lines].map(([, name, kilobytes]) => [name!, Number(kilobytes)]));
  } catch {
    return new Map();
  }
}

function bytesOf(status: ReadonlyMap<string, number>, name: string): number | undefined {
  const kilobytes = status.get(name);
  return kilobytes === undefined ? undefined : kilobytes * 1024;
}

/** Linux has the number of open files as the size of their folder since 6.2; before that it is 0, and not shown. */
function addOpenFiles(register: Registry): void {
  const registers = [register];
  const size = () => statSync(OPEN_FILES, { throwIfNoEntry: false })?.size ?? 0;
  if (size() === 0) return;
  new Gauge({
    ...{ name: 'process_open_fds', help: 'Number of open file descriptors.', registers },
    collect() {
      this.set(size());
    },
  });
  const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
  if (most === undefined) return;
  new Gauge({ name: 'process_max_fds', help: 'Maximum number of open file descriptors.', registers }).set(Number(most));
}

function addHeapSpaces(register: Registry): void {
  const gauge = (kind: string) =>
    new Gauge({
      ...{ name: `nodejs_heap_space_size_${kind}_bytes`, help: `Spaces of the heap: ${kind}.`, labelNames: ['space'] },
      ...{ registers: [register], ...(kind === 'total' ? { collect: () => collect() } : {}) },
    });
  const [total, used, available] = [gauge('total'), gauge('used'), gauge('available')];
  const collect = () => {
    for (const { space_name, space_size, space_used_size, space_available_size } of getHeapSpaceStatistics()) {
      const space = space_name.replace(/_space$/, '');
      total.set({ space }, space_size);
      used.set({ space }, space_used_size);
      available.set({ space }, space_available_size);
    }
  };
}

/** As Node reports a garbage collection. */
interface Collection {
  readonly duration: number;
  readonly detail: { readonly kind: number };
}

function addCollections(register: Registry): void {
  const histogram = new Histogram({
    ...{ name: 'nodejs_gc_duration_seconds', help: 'Garbage collections by kind.', labelNames: ['kind'] },
    ...{ buckets: GC_BUCKETS, registers: [register] },
  });
  new PerformanceObserver((list) => {
    for (const { detail, duration } of list.getEntries() as unknown as readonly Collection[]) {
      const kind = GC_KINDS[detail.kind] ?? 'other';
      histogram.observe({ kind }, duration / 1000);
    }
  }).observe({ entryTypes: ['gc'] });
}
