import { join } from 'node:path';
import { markdownTable } from '../support/markdown.ts';
import type { Figure } from '../support/results.ts';
import { figure, type Section } from '../support/section.ts';
import { inTurn, Series } from '../support/turns.ts';
import { type Compared, rateOf, ratiosOf } from './block.ts';
import type { OrdersSettings } from './options.ts';
import { HEADLINE_CONNECTIONS, withRig } from './rig.ts';
import { one, othersText, paragraph, two, whole } from './text.ts';

const ENCODINGS = ['json', 'form'] as const;

interface EncodingRow extends Compared {
  readonly name: string;
}

/** The same orders as JSON and as forms, in a closed loop, on both servers. */
export async function measureForms(settings: OrdersSettings, folder: string): Promise<Section> {
  const { repetitions, block_ms: duration_ms } = settings;
  const connections = HEADLINE_CONNECTIONS;
  // Each encoding gets its half of the warm-up.
  const rigSettings = { folder: join(folder, 'form'), warmUp_ms: settings.warmUp_ms / 2, encodings: ENCODINGS };
  const series = await withRig(rigSettings, async (rig) => {
    const series = ENCODINGS.map((encoding) => ({
      encoding,
      bare: new Series(() => rig.bare({ connections, duration_ms, encoding })),
      venue: new Series(() => rig.venue({ connections, duration_ms, encoding })),
    }));
    await inTurn(
      repetitions,
      series.flatMap(({ bare, venue }) => [bare, venue]),
    );
    return series;
  });
  const rows = series.map(({ encoding, bare, venue }) => ({
    name: encoding === 'json' ? 'JSON' : 'form',
    bare: bare.results,
    venue: venue.results,
  }));
  const head = paragraph(
    `**Forms.** The same orders in both encodings, in a closed loop with ${connections} connections; ${repetitions}`,
    `repetitions of ${duration_ms / 1000} s, the four in turn.`,
    othersText(rows.flatMap(({ bare, venue }) => [...bare, ...venue])),
  );
  return { text: `${head}\n\n${table(rows)}`, figures: rows.flatMap(figuresOf) };
}

function table(rows: readonly EncodingRow[]): string {
  return markdownTable(
    [
      'body',
      'bare route, a second',
      'createOrder, a second',
      'ratio',
      'CPU of the bare route, µs',
      'CPU of createOrder, µs',
    ],
    rows.map((row) => [
      row.name,
      whole(row.bare, rateOf),
      whole(row.venue, rateOf),
      two(ratiosOf(row), (ratio) => ratio),
      one(row.bare, (block) => block.server_us),
      one(row.venue, (block) => block.server_us),
    ]),
  );
}

function figuresOf(row: EncodingRow): Figure[] {
  return [
    figure(`createOrder / bare route, ${row.name}`, 'ratio', ratiosOf(row), (ratio) => ratio),
    figure(`bare route, ${row.name}`, 'requests a second', row.bare, rateOf),
    figure(`createOrder, ${row.name}`, 'orders a second', row.venue, rateOf),
  ];
}
