import { describe, expect, test } from 'vitest';
import { chart, type Panel } from '../../bench/picture/chart.ts';
import { panelsOf } from '../../bench/picture/panels.ts';
import { withTable } from '../../bench/picture/readme-table.ts';
import { Recorded } from '../../bench/picture/recorded.ts';

const figure = (name: string, median: number) => ({ name, unit: '', median, lowest: median / 2, highest: median * 2 });
const MARKS = 'before\n<!-- figures: npm run bench:picture -->\nold\n<!-- end of figures -->\nafter';

function widths(svg: string): number[] {
  return [...svg.matchAll(/<rect x="96" y="\d+" width="([\d.]+)"/g)].map(([, width]) => Number(width));
}

const PANEL: Panel = {
  title: 'A & B',
  subtitle: 'units',
  series: ['one', 'other'],
  groups: [
    {
      label: 'first',
      bars: [
        { value: 10, lowest: 5, highest: 20 },
        { value: 20, lowest: 20, highest: 20 },
      ],
    },
    { label: 'second', bars: [undefined, { value: 1, lowest: 1, highest: 1 }] },
  ],
  text: String,
};

describe('the picture of the benchmarks', () => {
  test('draws bars in proportion, and nothing for what is missing', () => {
    const [first = 0, second = 0, third = 0, ...rest] = widths(chart('t', [PANEL]));
    expect(rest).toEqual([]);
    expect(second).toBeCloseTo(first * 2, 0);
    expect(third).toBeCloseTo(first / 10, 0);
  });

  test('draws powers of ten one step apart', () => {
    const groups = [1, 10, 100].map((value) => ({
      label: String(value),
      bars: [{ value, lowest: value, highest: value }],
    }));
    const [one = 0, ten = 0, hundred = 0] = widths(chart('t', [{ ...PANEL, groups, series: ['s'], logFrom: 0.1 }]));
    expect(ten - one).toBeCloseTo(hundred - ten, 0);
    expect(one).toBeGreaterThan(0);
  });

  test('escapes what is text', () => {
    expect(chart('a < b', [PANEL])).toContain('<title>a &lt; b</title>');
    expect(chart('t', [PANEL])).toContain('A &amp; B');
  });

  test('shows only what was recorded', () => {
    expect(panelsOf(new Recorded([]))).toEqual([]);
    const recorded = new Recorded([{ bench: 'scenarios', figures: [figure('static, openats', 9)] }]);
    const [panel] = panelsOf(recorded);
    expect(panel?.groups).toEqual([{ label: 'static', bars: [{ value: 9, lowest: 4.5, highest: 18 }, undefined] }]);
  });

  test('writes the table between its marks, and refuses a README without them', () => {
    const recorded = new Recorded([{ bench: 'scenarios', figures: [figure('worst scenario', 9.2)] }]);
    const readme = withTable(MARKS, recorded);
    expect(readme).toContain(
      '| the worst of five shapes of flow, million messages a second on one core | **9.2** (4.6 to 18.4) |',
    );
    expect(readme).not.toContain('old');
    expect(readme.startsWith('before\n')).toBe(true);
    expect(readme.endsWith('\nafter')).toBe(true);
    expect(withTable(readme, recorded)).toBe(readme);
    expect(() => withTable('none', recorded)).toThrow('marks');
  });
});
