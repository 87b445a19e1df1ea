/** The price chart: each trade of today, or candles of any days, with own fills. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Desk, OwnTrade } from '../../data/index.ts';
import { prefer, preferences, useTopic, venueToday } from '../../data/index.ts';
import { Choice, type Node } from '../../parts/index.ts';
import {
  ADJUSTMENTS,
  type Adjustment,
  type Bar,
  barAt,
  FRAMES,
  type Frame,
  pointsOf,
  type ReadBars,
  readBars,
  readOwnFills,
  secondsOf,
} from './chart-data.ts';
import { type Drawn, draw, type Mark, paint, show } from './chart-drawing.ts';
import { ChartOrders } from './chart-orders.tsx';

/** A chart of bars is read again this long after a trade. */
const READ_AGAIN_MS = { '1m': 5000, '5m': 5000, '1h': 15_000, '1d': 60_000 } as const;

/** The bars that are shown; undefined: they are being read. */
interface Shown {
  readonly bars: readonly Bar[] | undefined;
  readonly fills: readonly OwnTrade[];
  readonly failed: boolean;
}

/** How the reader wants to see it; kept by the browser. */
interface Look {
  readonly frame: Frame;
  readonly adjusted: Adjustment;
}

const NOTHING: Shown = { bars: undefined, fills: [], failed: false };

function useShown(desk: Desk, { frame, adjusted }: Look, day: string): Shown {
  const { market, selection, orders } = desk;
  useTopic(market.charted, selection, orders.tradesChanged);
  const [read, setRead] = useState<Shown>(NOTHING);
  const securityId = desk.selected;
  useEffect(() => {
    setRead(NOTHING);
    if (frame === 'ticks' || securityId === '') return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      timer = undefined;
      try {
        const { bars, from }: ReadBars = await readBars(desk, { securityId, frame, adjusted }, day);
        const fills = await readOwnFills(desk, securityId, from);
        if (!isOver) setRead({ bars, fills, failed: false });
      } catch {
        if (!isOver) setRead((before) => ({ ...before, failed: true }));
      }
    };
    void load();
    const soon = () => {
      if (day === venueToday()) timer ??= setTimeout(() => void load(), READ_AGAIN_MS[frame]);
    };
    const end = market.charted.subscribe(soon);
    return () => {
      isOver = true;
      end();
      clearTimeout(timer);
    };
  }, [securityId, frame, adjusted, day]);
  if (frame !== 'ticks') return read;
  const own = desk.session.capabilities.operator ? [] : orders.trades;
  return {
    bars: pointsOf(market.tradesOf(securityId)),
    fills: own.filter((one) => one.securityId === securityId),
    failed: false,
  };
}

/** As it was left; without the right to bars only the trades of today. */
function keptLook(mayRead: boolean): Look {
  const [frame = 'ticks'] = FRAMES.find(([name]) => mayRead && name === preferences.frame) ?? [];
  const [adjusted = 'No'] = ADJUSTMENTS.find(([name]) => name === preferences.adjusted) ?? [];
  return { frame, adjusted };
}

export function Chart({ desk }: { readonly desk: Desk }): Node | null {
  const mayRead = desk.session.may('getBars');
  const [look, setLook] = useState<Look>(() => keptLook(mayRead));
  const { frame, adjusted } = look;
  const [day, setDay] = useState(venueToday);
  const { bars: found, fills, failed } = useShown(desk, look, day);
  const bars = found ?? [];
  const choose = (changes: Partial<Look>) => {
    prefer(changes);
    setLook({ ...look, ...changes });
  };
  const frames = (
    <span class="tabs" role="group" aria-label="Time frame">
      {FRAMES.map(([name, title]) => (
        <button key={name} type="button" aria-pressed={frame === name} onClick={() => choose({ frame: name })}>
          {title}
        </button>
      ))}
    </span>
  );
  const since = desk.market.hasEarlierTrades ? "today's trades" : 'trades since this page was opened';
  return (
    <section class="panel chart" aria-labelledby="chart-title">
      <header>
        <h2 id="chart-title">Price</h2>
        {mayRead ? frames : null}
        {frame === 'ticks' ? (
          <small>{since}</small>
        ) : (
          <>
            <label>
              To
              <input
                type="date"
                aria-label="Last day"
                max={venueToday()}
                value={day}
                onChange={(event: Event) => setDay((event.target as HTMLInputElement).value || venueToday())}
              />
            </label>
            <Choice
              label="Bars"
              choices={ADJUSTMENTS}
              value={adjusted}
              set={(next: Adjustment) => choose({ adjusted: next })}
            />
          </>
        )}
        <small>
          <a href="https://www.tradingview.com/" rel="noopener noreferrer" target="_blank">
            Charts by TradingView
          </a>
        </small>
      </header>
      {bars.length === 0 ? (
        <p class="empty">{emptyWords(frame, found !== undefined, failed)}</p>
      ) : (
        <Drawing key={frame} desk={desk} frame={frame} bars={bars} fills={fills} />
      )}
    </section>
  );
}

function emptyWords(frame: Frame, isRead: boolean, failed: boolean): string {
  if (failed) return 'The bars cannot be read now. Choose the time frame again to retry.';
  if (!isRead) return 'Reading …';
  if (frame === 'ticks') return 'No trade today. Choose another time frame for earlier days.';
  return 'No trade on these days. Choose an earlier day.';
}

/** One mark for each bar and side. */
function marksOf(frame: Frame, bars: readonly Bar[], fills: readonly OwnTrade[]): readonly Mark[] {
  const marks = new Map<string, Mark>();
  for (const { side, quantity, ...fill } of fills) {
    const bar = barAt(bars, fill.date, secondsOf(frame));
    if (bar === undefined) continue;
    const key = `${bar.time}${side}`;
    const { shares = 0, fills: count = 0 } = marks.get(key) ?? {};
    marks.set(key, { time: bar.time, isBuy: side === 'Buy', shares: shares + Number(quantity), fills: count + 1 });
  }
  return [...marks.values()].sort((one, other) => one.time - other.time);
}

interface DrawingProps {
  readonly desk: Desk;
  readonly frame: Frame;
  readonly bars: readonly Bar[];
  readonly fills: readonly OwnTrade[];
}

function Drawing({ desk, frame, bars, fills }: DrawingProps): Node {
  const place = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn | undefined>(undefined);
  useEffect(() => {
    if (place.current === null) return undefined;
    let made: Drawn | undefined;
    let isOver = false;
    const repaint = () => made !== undefined && paint(made);
    draw(place.current, frame).then(
      (one) => {
        made = one;
        if (isOver) one.chart.remove();
        else setDrawn(one);
      },
      // The venue became unavailable. Browsers do not load a failed module again: the next page has a chart.
      () => {},
    );
    const dark = matchMedia('(prefers-color-scheme: dark)');
    document.documentElement.addEventListener('themechange', repaint);
    dark.addEventListener('change', repaint);
    return () => {
      isOver = true;
      document.documentElement.removeEventListener('themechange', repaint);
      dark.removeEventListener('change', repaint);
      made?.chart.remove();
    };
  }, []);
  const marked = marksOf(frame, bars, fills);
  useEffect(() => {
    if (drawn !== undefined) show(drawn, bars, marked);
  });
  const last = bars.at(-1)?.close;
  const what = frame === 'ticks' ? 'seconds with trades' : 'bars';
  const shown = marked.reduce((sum, { fills: count }) => sum + count, 0);
  const own = shown === 0 ? '' : `; ${shown} own ${shown === 1 ? 'fill' : 'fills'}`;
  return (
    <>
      <div
        class="chart-place"
        ref={place}
        role="img"
        aria-label={`Chart of ${bars.length} ${what}; last ${last}${own}`}
      ></div>
      <ChartOrders desk={desk} drawn={drawn} place={place.current} />
    </>
  );
}
