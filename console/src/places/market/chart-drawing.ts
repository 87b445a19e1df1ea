/** The chart as the library draws it. */
import type {
  IChartApi,
  ISeriesApi,
  ISeriesMarkersPluginApi,
  SeriesMarker,
  Time,
  UTCTimestamp,
} from 'lightweight-charts';
import { quantityText, venueDateTime, venueTime } from '../../data/index.ts';
import { colour } from '../../parts/index.ts';
import type { Bar, Frame } from './chart-data.ts';

/** As long as there are no more points, all of them are shown. */
const FITTED_MAX = 120;

export interface Drawn {
  readonly frame: Frame;
  readonly chart: IChartApi;
  readonly prices: ISeriesApi<'Area'> | ISeriesApi<'Candlestick'>;
  readonly volumes: ISeriesApi<'Histogram'>;
  readonly marks: ISeriesMarkersPluginApi<Time>;
  shown: readonly Mark[];
  /** Of the marks: to work one out takes a computation of styles, too long for each mark. */
  colours: Readonly<Record<'bid' | 'offer', string>>;
  /** The first bar of the last drawing: others are shown from their end. */
  fitted: number | undefined;
}

/** Own fills of one side at a bar. */
export interface Mark {
  readonly time: number;
  readonly isBuy: boolean;
  readonly shares: number;
  readonly fills: number;
}

function timeOf(frame: Frame, seconds: number): string {
  const text = venueDateTime(seconds * 1000);
  if (frame === '1d') return text.slice(0, 10);
  return frame === 'ticks' ? venueTime(seconds * 1000) : text.slice(5, 16);
}

function optionsOf(frame: Frame) {
  return {
    // The links and the notice that its licence asks for stand in the help and above the chart.
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
      timeVisible: frame !== '1d',
      secondsVisible: frame === 'ticks',
      // A few trades are not drawn as if they were the whole day.
      maxBarSpacing: 24,
      // The time of the last bar is whole.
      rightOffset: 2,
      tickMarkFormatter: (seconds: number) => timeOf(frame, seconds),
    },
    localization: { timeFormatter: (seconds: number) => timeOf(frame, seconds) },
  };
}

export async function draw(place: HTMLElement, frame: Frame): Promise<Drawn> {
  const library = await import('lightweight-charts');
  const chart = library.createChart(place, { autoSize: true, ...optionsOf(frame) });
  const prices =
    frame === 'ticks'
      ? chart.addSeries(library.AreaSeries, { lineWidth: 2, priceLineVisible: true })
      : chart.addSeries(library.CandlestickSeries, { borderVisible: true });
  const volumes = chart.addSeries(library.HistogramSeries, {
    priceFormat: { type: 'volume' },
    priceScaleId: '',
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.8, bottom: 0 } });
  const marks = library.createSeriesMarkers(prices as ISeriesApi<'Area'>, []);
  const colours = { bid: '', offer: '' };
  const drawn: Drawn = { frame, chart, prices, volumes, marks, colours, shown: [], fitted: undefined };
  paint(drawn);
  return drawn;
}

/** In the colours of the present theme. */
export function paint(drawn: Drawn): void {
  const { frame, chart, prices, volumes } = drawn;
  chart.applyOptions(optionsOf(frame));
  const [up, down] = [colour('bid'), colour('offer')];
  drawn.colours = { bid: up, offer: down };
  prices.applyOptions(
    frame === 'ticks'
      ? { lineColor: colour('accent'), topColor: colour('accent-pale'), bottomColor: 'transparent' }
      : // Candles that rose are hollow: colour alone says nothing to some.
        {
          ...{ upColor: 'transparent', downColor: down, borderUpColor: up, borderDownColor: down },
          ...{ wickUpColor: up, wickDownColor: down },
        },
  );
  volumes.applyOptions({ color: colour('volume') });
  mark(drawn);
}

export function show(drawn: Drawn, bars: readonly Bar[], marks: readonly Mark[]): void {
  const { frame, chart, prices, volumes } = drawn;
  const at = (seconds: number) => seconds as UTCTimestamp;
  if (frame === 'ticks') {
    (prices as ISeriesApi<'Area'>).setData(bars.map(({ time, close }) => ({ time: at(time), value: close })));
  } else {
    const candles = bars.map(({ time, open, high, low, close }) => ({ time: at(time), open, high, low, close }));
    (prices as ISeriesApi<'Candlestick'>).setData(candles);
  }
  volumes.setData(bars.map(({ time, shares }) => ({ time: at(time), value: shares })));
  drawn.shown = marks;
  mark(drawn);
  const first = bars[0]?.time;
  if (bars.length < FITTED_MAX && (frame === 'ticks' || drawn.fitted !== first)) chart.timeScale().fitContent();
  drawn.fitted = first;
}

function mark({ marks, shown, colours }: Drawn): void {
  const markers = shown.map(
    ({ time, isBuy, shares }): SeriesMarker<Time> => ({
      time: time as UTCTimestamp,
      position: isBuy ? 'belowBar' : 'aboveBar',
      shape: isBuy ? 'arrowUp' : 'arrowDown',
      color: isBuy ? colours.bid : colours.offer,
      text: quantityText(shares),
    }),
  );
  marks.setMarkers(markers);
}
