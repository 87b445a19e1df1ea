/** The last minutes or days of the venue, as lines (uPlot, loaded when it is first drawn). */
import { useEffect, useRef } from 'preact/hooks';
import type UPlot from 'uplot';
import { venueDateTime, venueTime } from '../../data/index.ts';
import { colour, type Node } from '../../parts/index.ts';

export interface Sample {
  /** Seconds since 1970. */
  readonly at: number;
  /** Commands a second; null before the second sample. */
  readonly commands: number | null;
  /** Median of a write and fdatasync; null where nothing was written. */
  readonly writeMs: number | null;
  readonly connections: number;
}

const HEIGHT = 190;
/** Seconds that are shown at least. */
const SPAN = 120;

function dataOf(samples: readonly Sample[]): UPlot.AlignedData {
  return [
    samples.map(({ at }) => at),
    samples.map(({ commands }) => commands),
    samples.map(({ writeMs }) => writeMs),
    samples.map(({ connections }) => connections),
  ];
}

function optionsOf(width: number, isLong: boolean): UPlot.Options {
  const timeText = isLong ? venueDateTime : venueTime;
  const axis = {
    stroke: colour('muted'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { stroke: colour('line') },
  };
  return {
    width,
    height: HEIGHT,
    series: [
      {},
      { label: 'commands a second', stroke: colour('accent'), width: 2, scale: 'rate', points: { show: false } },
      {
        label: 'write and fdatasync, ms',
        stroke: colour('bid'),
        width: 2,
        dash: [6, 3],
        points: { show: false },
        scale: 'ms',
      },
      {
        label: 'stream connections',
        stroke: colour('muted'),
        width: 1,
        dash: [2, 3],
        scale: 'rate',
        points: { show: false },
      },
    ],
    axes: [
      {
        ...axis,
        space: isLong ? 150 : 70,
        values: (_plot, splits) => splits.map((seconds) => timeText(seconds * 1000)),
      },
      { ...axis, scale: 'rate', size: 60 },
      { ...axis, scale: 'ms', side: 1, size: 50, grid: { show: false } },
    ],
    scales: {
      x: { range: (_plot, low, high) => [Math.min(low, high - SPAN), high] },
      rate: { range: (_plot, _low, high) => [0, Math.max(5, high * 1.1)] },
      ms: { range: (_p, _l, high) => [0, Math.max(2, high * 1.1)] },
    },
    cursor: { drag: { x: false, y: false } },
    legend: { live: false },
  };
}

interface PlotProps {
  readonly samples: readonly Sample[];
  /** Of more than a day: with dates. */
  readonly isLong?: boolean;
}

export function Plot({ samples, isLong = false }: PlotProps): Node {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | undefined>(undefined);
  const newest = useRef(samples);
  newest.current = samples;
  useEffect(() => {
    let isOver = false;
    const make = async () => {
      const { default: Drawing } = await import('uplot');
      if (isOver || place.current === null) return;
      plot.current?.destroy();
      plot.current = new Drawing(
        optionsOf(place.current.clientWidth - 16, isLong),
        dataOf(newest.current),
        place.current,
      );
    };
    // The venue may become unavailable while the module loads: then only the figures are shown.
    const again = () => void make().catch(() => {});
    const watch = new ResizeObserver(() => {
      plot.current?.setSize({ width: (place.current?.clientWidth ?? 300) - 16, height: HEIGHT });
    });
    if (place.current !== null) watch.observe(place.current);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', again);
    document.documentElement.addEventListener('themechange', again);
    again();
    return () => {
      isOver = true;
      watch.disconnect();
      dark.removeEventListener('change', again);
      document.documentElement.removeEventListener('themechange', again);
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, []);
  useEffect(() => plot.current?.setData(dataOf(samples)), [samples]);
  const last = samples.at(-1);
  const words = `Commands a second: ${last?.commands?.toFixed(1) ?? 'not known yet'}`;
  return <div class="plot" ref={place} role="img" aria-label={words}></div>;
}
