/**
 * What the threads of a browser do for a page, from its own trace (the categories of its performance panel): processor
 * time, which other work on the machine does not add to.
 */
import type { Page } from 'playwright-core';

/** Milliseconds of the whole time, by what they went to. */
export interface FrameCosts {
  readonly script: number;
  readonly style: number;
  readonly layout: number;
  readonly paint: number;
  readonly other: number;
  /** Raster, on other threads than the page's. */
  readonly raster: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', 'cc', '__metadata'];

type Kind = 'script' | 'style' | 'layout' | 'paint';

const KINDS: Readonly<Record<string, Kind>> = {
  FunctionCall: 'script',
  FireAnimationFrame: 'script',
  TimerFire: 'script',
  RunMicrotasks: 'script',
  EventDispatch: 'script',
  WebSocketReceive: 'script',
  'v8.callFunction': 'script',
  MinorGC: 'script',
  MajorGC: 'script',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
};
const TASK = /^RunTask$/;
const RASTER_TASKS = /^(RasterTask|ImageDecodeTask|RasterizerTaskImpl::RunOnWorkerThread)$/;

export async function traced(page: Page, work: () => Promise<unknown>): Promise<FrameCosts> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: [...CATEGORIES] },
    transferMode: 'ReportEvents',
  });
  await work();
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  return costsOf(events);
}

/** In microseconds. */
const timeOf = ({ tdur, dur = 0 }: TraceEvent): number => tdur ?? dur;

/** The page's own thread is the one that draws most frames. */
function costsOf(events: readonly TraceEvent[]): FrameCosts {
  const thread = (event: TraceEvent) => `${event.pid}/${event.tid}`;
  const frames = new Map<string, number>();
  for (const event of events) {
    if (event.name === 'FireAnimationFrame') frames.set(thread(event), (frames.get(thread(event)) ?? 0) + 1);
  }
  const [own] = [...frames].sort(([, one], [, other]) => other - one)[0] ?? [''];
  const costs: Record<Kind, number> = { script: 0, style: 0, layout: 0, paint: 0 };
  let tasks = 0;
  let raster = 0;
  const mine = events.filter((event) => thread(event) === own && event.ph === 'X');
  for (const event of mine) if (TASK.test(event.name)) tasks += timeOf(event) / 1000;
  for (const [kind, ms] of exclusive(mine)) costs[kind] += ms;
  for (const event of events) {
    if (event.ph === 'X' && thread(event) !== own && RASTER_TASKS.test(event.name)) {
      raster += timeOf(event) / 1000;
    }
  }
  const named = costs.script + costs.style + costs.layout + costs.paint;
  return { ...costs, other: Math.max(0, tasks - named), raster };
}

/** Time in events of a kind without that in events within them. */
function* exclusive(events: readonly TraceEvent[]): Generator<[Kind, number]> {
  const known = events
    .filter(({ name }) => name in KINDS)
    .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  const open: { readonly event: TraceEvent; within: number }[] = [];
  const close = (): [Kind, number] => {
    const { event, within } = open.pop() as { event: TraceEvent; within: number };
    const parent = open.at(-1);
    if (parent !== undefined) parent.within += timeOf(event);
    return [KINDS[event.name] as Kind, (timeOf(event) - within) / 1000];
  };
  for (const event of known) {
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      if (last.event.ts + (last.event.dur ?? 0) > event.ts) break;
      yield close();
    }
    open.push({ event, within: 0 });
  }
  while (open.length > 0) yield close();
}
