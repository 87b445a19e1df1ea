/** The price chart: each trade of the day, and its shares. */
import type { IChartApi, ISeriesApi, UTCTimestamp } from 'lightweight-charts';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Desk, Trade } from '../../data/index.ts';
import { useTopic, venueTime } from '../../data/index.ts';
import { colour, html, type Node } from '../../parts/index.ts';

/** As long as there are no more points, all of them are shown. */
const FITTED_MAX = 120;

interface Drawn {
  readonly chart: IChartApi;
  readonly prices: ISeriesApi<'Area'>;
  readonly volumes: ISeriesApi<'Histogram'>;
}

function optionsNow() {
  return {
    // The links and the notice that its licence asks for stand in the help and below the chart.
    layout: {
      attributionLogo: false,
      background: { color: 'transparent' },
      textColor: colour('muted'),
      fontFamily: 'system-ui, sans-serif',
    },
    grid: { vertLines: { color: colour('line') }, horzLines: { color: colour('line') } },
    rightPriceScale: { borderColor: colour('line') },
    timeScale: {
      borderColor: colour('line'),
      timeVisible: true,
      secondsVisible: true,
      // A few trades are not drawn as if they were the whole day.
      maxBarSpacing: 24,
      tickMarkFormatter: (seconds: number) => venueTime(seconds * 1000),
    },
    localization: { timeFormatter: (seconds: number) => venueTime(seconds * 1000) },
  };
}

async function draw(place: HTMLElement): Promise<Drawn> {
  const { createChart, AreaSeries, HistogramSeries } = await import('lightweight-charts');
  const chart = createChart(place, { autoSize: true, ...optionsNow() });
  const prices = chart.addSeries(AreaSeries, { lineWidth: 2, priceLineVisible: true });
  const volumes = chart.addSeries(HistogramSeries, {
    priceFormat: { type: 'volume' },
    priceScaleId: '',
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.8, bottom: 0 } });
  paint({ chart, prices, volumes });
  return { chart, prices, volumes };
}

function paint({ chart, prices, volumes }: Drawn): void {
  chart.applyOptions(optionsNow());
  const accent = colour('accent');
  prices.applyOptions({ lineColor: accent, topColor: colour('accent-pale'), bottomColor: 'transparent' });
  volumes.applyOptions({ color: colour('volume') });
}

/** One point a second, as the library takes them: the last price, and the shares of all. Oldest first. */
function pointsOf(trades: readonly Trade[]) {
  const points = new Map<UTCTimestamp, { price: number; shares: number }>();
  for (const { at, price, quantity, busted } of trades.toReversed()) {
    if (busted) continue;
    const time = Math.floor(at / 1000) as UTCTimestamp;
    points.set(time, { price: Number(price), shares: (points.get(time)?.shares ?? 0) + quantity });
  }
  return [...points].sort(([one], [other]) => one - other);
}

export function Chart({ desk }: { readonly desk: Desk }): Node | null {
  const { market, selection } = desk;
  useTopic(market.charted, selection);
  const place = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn | undefined>(undefined);
  const points = pointsOf(market.tradesOf(desk.selected));
  const isShown = points.length > 0;
  useEffect(() => {
    if (!isShown || place.current === null) return undefined;
    let made: Drawn | undefined;
    let isOver = false;
    const repaint = () => made !== undefined && paint(made);
    draw(place.current).then(
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
      setDrawn(undefined);
    };
  }, [isShown]);
  useEffect(() => {
    // Without trades the chart is being removed.
    if (!isShown) return;
    drawn?.prices.setData(points.map(([time, { price }]) => ({ time, value: price })));
    drawn?.volumes.setData(points.map(([time, { shares }]) => ({ time, value: shares })));
    if (points.length < FITTED_MAX) drawn?.chart.timeScale().fitContent();
  });
  if (!isShown) return null;
  const last = points.at(-1)?.[1].price;
  const since = market.hasEarlierTrades ? "today's trades" : 'trades since this page was opened';
  return html`<section class="panel chart" aria-labelledby="chart-title">
    <header><h2 id="chart-title">Price</h2><small>${since} ·${' '}
      <a href="https://www.tradingview.com/" rel="noopener noreferrer"
        target="_blank">Charts by TradingView</a></small></header>
    <div class="chart-place" ref=${place} role="img"
      aria-label=${`Chart of ${points.length} seconds with trades; last ${last}`}></div>
  </section>`;
}
