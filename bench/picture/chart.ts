/**
 * Bar charts as SVG text: what bench/picture/run.ts draws from recorded results. Pure; the same panels give the same
 * text.
 */

export interface Bar {
  readonly value: number;
  /** Lowest and highest of the repetitions, drawn as a whisker. */
  readonly lowest: number;
  readonly highest: number;
}

/** Bars that are compared with each other: one of each series, in the panel's order. */
export interface Group {
  readonly label: string;
  readonly bars: readonly (Bar | undefined)[];
}

export interface Panel {
  readonly title: string;
  /** What the bars are in, and which way is better. */
  readonly subtitle: string;
  readonly series: readonly string[];
  readonly groups: readonly Group[];
  readonly text: (value: number) => string;
  /** Bars start at this value and grow by its powers of ten; absent: they start at 0 and are linear. */
  readonly logFrom?: number;
  /** A line across the panel, for an aim. */
  readonly line?: { readonly at: number; readonly label: string };
}

const COLUMNS = 2;
const PANEL_WIDTH = 470;
const LABEL_WIDTH = 96;
const VALUE_WIDTH = 74;
const MARGIN = 20;
const HEAD = 62;
const BAR = 13;
const GROUP_GAP = 11;
const COLOURS = ['#1f5fa8', '#b8c4d0', '#dd8a2d', '#6b8f5e'] as const;
const INK = '#1b2733';
const FAINT = '#66727f';

/** Draws the panels in two columns. @returns a whole SVG document */
export function chart(title: string, panels: readonly Panel[]): string {
  const rows: Panel[][] = [];
  for (let at = 0; at < panels.length; at += COLUMNS) rows.push(panels.slice(at, at + COLUMNS));
  const parts: string[] = [];
  let y = MARGIN;
  for (const row of rows) {
    row.forEach((panel, column) => {
      parts.push(
        `<g transform="translate(${MARGIN + column * (PANEL_WIDTH + MARGIN)} ${y})">${drawPanel(panel).join('\n')}</g>`,
      );
    });
    y += Math.max(...row.map(heightOf)) + MARGIN;
  }
  const width = COLUMNS * (PANEL_WIDTH + MARGIN) + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img"`,
    ` font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${y}" fill="#ffffff"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

function groupHeight(panel: Panel): number {
  return panel.series.length * BAR + GROUP_GAP;
}

function heightOf(panel: Panel): number {
  return HEAD + panel.groups.length * groupHeight(panel);
}

function drawPanel(panel: Panel): string[] {
  const scale = scaleOf(panel);
  const parts = [
    `<text y="14" font-size="15" font-weight="600" fill="${INK}">${escaped(panel.title)}</text>`,
    `<text y="31" fill="${FAINT}">${escaped(panel.subtitle)}</text>`,
  ];
  let x = 0;
  panel.series.forEach((name, index) => {
    parts.push(`<rect x="${x}" y="40" width="10" height="10" fill="${COLOURS[index % COLOURS.length]}"/>`);
    parts.push(`<text x="${x + 14}" y="49" font-size="11" fill="${INK}">${escaped(name)}</text>`);
    x += 24 + name.length * (name.length > 12 ? 5.4 : 7);
  });
  panel.groups.forEach((group, index) => {
    parts.push(...drawGroup(panel, group, HEAD + index * groupHeight(panel), scale));
  });
  if (panel.line !== undefined) parts.push(...drawLine(panel, panel.line, scale));
  return parts;
}

function drawGroup(panel: Panel, group: Group, y: number, scale: (value: number) => number): string[] {
  const middle = y + (panel.series.length * BAR) / 2 + 4;
  const parts = [
    `<text x="${LABEL_WIDTH - 8}" y="${middle}" text-anchor="end" fill="${INK}">${escaped(group.label)}</text>`,
  ];
  group.bars.forEach((bar, index) => {
    if (bar === undefined) return;
    const top = y + index * BAR;
    const [end, low, high] = [scale(bar.value), scale(bar.lowest), scale(bar.highest)];
    const centre = top + BAR / 2;
    parts.push(
      `<rect x="${LABEL_WIDTH}" y="${top + 1}" width="${number(end)}" height="${BAR - 2}" ` +
        `fill="${COLOURS[index % COLOURS.length]}"/>`,
      `<path d="M${number(LABEL_WIDTH + low)} ${centre}H${number(LABEL_WIDTH + high)}" stroke="${INK}" ` +
        'stroke-width="1"/>',
      `<text x="${number(LABEL_WIDTH + Math.max(end, high) + 5)}" y="${centre + 4}" fill="${FAINT}" ` +
        `font-size="11">${escaped(panel.text(bar.value))}</text>`,
    );
  });
  return parts;
}

function drawLine(panel: Panel, line: { at: number; label: string }, scale: (value: number) => number): string[] {
  const x = number(LABEL_WIDTH + scale(line.at));
  return [
    `<path d="M${x} ${HEAD - 4}V${heightOf(panel)}" stroke="${FAINT}" stroke-dasharray="3 3"/>`,
    `<text x="${x}" y="${heightOf(panel) + 11}" text-anchor="middle" fill="${FAINT}" ` +
      `font-size="11">${escaped(line.label)}</text>`,
  ];
}

/** Pixels of a value from the left end of the bars. */
function scaleOf(panel: Panel): (value: number) => number {
  const values = panel.groups.flatMap(({ bars }) => bars.flatMap((bar) => (bar === undefined ? [] : [bar.highest])));
  const largest = Math.max(...values, panel.line?.at ?? 0);
  const width = PANEL_WIDTH - LABEL_WIDTH - VALUE_WIDTH;
  const { logFrom } = panel;
  if (logFrom === undefined) return (value) => (largest === 0 ? 0 : (value / largest) * width);
  const decades = Math.log10(largest / logFrom);
  return (value) => (value <= logFrom ? 0 : (Math.log10(value / logFrom) / decades) * width);
}

function number(value: number): string {
  return value.toFixed(1);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
