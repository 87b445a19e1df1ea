import { markdownTable } from '../support/markdown.ts';
import type { Figure } from '../support/results.ts';
import { figure, type Section } from '../support/section.ts';
import { spreadText, wholeText } from '../support/statistics.ts';
import { inTurn, Series } from '../support/turns.ts';
import type { FilledVenue } from './place.ts';
import { type Projected, Projection } from './projection.ts';
import { sizesHead } from './tables.ts';

/** Commands of one repetition. */
export const COMMANDS_A_REPETITION = 50_000;

const ROWS: readonly { name: string; of: (projected: Projected) => number; text: (figure: number) => string }[] = [
  { name: 'orders a second', of: ({ orders, seconds }) => orders / seconds, text: wholeText },
  { name: 'events a second', of: ({ events, seconds }) => events / seconds, text: wholeText },
  { name: 'events an order', of: ({ events, orders }) => events / orders, text: (figure) => figure.toFixed(2) },
  { name: 'CPU us an order', of: (one) => (one.cpu_seconds / one.orders) * 1e6, text: (us) => us.toFixed(1) },
];

/** The follower as fast as it can, on each history in turn: journal, copy of the venue, and history together. */
export async function measureProjection(venues: readonly FilledVenue[], repetitions: number): Promise<Section> {
  const projections = await Promise.all(venues.map((venue) => Projection.open(venue)));
  // One repetition more, which warms up.
  for (const projection of projections) await projection.run(COMMANDS_A_REPETITION);
  const series = projections.map((projection) => new Series(() => projection.run(COMMANDS_A_REPETITION)));
  await inTurn(repetitions, series);
  for (const projection of projections) await projection.close();
  const heads = sizesHead(venues);
  const figures: Figure[] = [];
  const rows = ROWS.map(({ name, of, text }) => {
    for (const [index, { results }] of series.entries()) {
      figures.push(figure(`follower, ${heads[index]}`, name, results, of));
    }
    return [name, ...series.map(({ results }) => spreadText(results.map(of), text))];
  });
  const table = markdownTable(['', ...heads], rows);
  const text = `**Writing**, as fast as the follower can, median (lowest to highest) of ${repetitions} repetitions.`;
  return { text: `${text}\n\n${table}`, figures };
}
