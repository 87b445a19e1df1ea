import { join } from 'node:path';
import { figure, type Section } from '../support/section.ts';
import { inTurn, Series } from '../support/turns.ts';
import { rateOf } from './block.ts';
import type { OrdersSettings } from './options.ts';
import { HEADLINE_CONNECTIONS, withRig } from './rig.ts';
import { othersText, paragraph } from './text.ts';

const AIM = 'at least 0.9';

/** createOrder of a client without limits, and with all limits set (V49), each in a separate venue, in turn. */
export async function measureLimits(settings: OrdersSettings, folder: string): Promise<Section> {
  const { repetitions, block_ms: duration_ms, warmUp_ms } = settings;
  const load = { connections: HEADLINE_CONNECTIONS, duration_ms };
  const [plain, limited] = await withRig({ folder: join(folder, 'plain'), warmUp_ms }, (without) =>
    withRig({ folder: join(folder, 'limited'), warmUp_ms, limits: true }, async (with_) => {
      const series = [new Series(() => without.venue(load)), new Series(() => with_.venue(load))] as const;
      await inTurn(repetitions, [...series]);
      return series.map(({ results }) => results);
    }),
  );
  if (plain === undefined || limited === undefined) throw new Error('nothing was measured');
  const ratios = limited.map((block, index) => rateOf(block) / rateOf(plain[index]!));
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)]!;
  const text = paragraph(
    `**Limits.** createOrder over ${HEADLINE_CONNECTIONS} connections with all limits of the client set, against a`,
    'venue without any,',
    `in turn: ${ratios.map((ratio) => ratio.toFixed(3)).join(', ')}; median ${median.toFixed(3)} (${AIM}).`,
    othersText([...plain, ...limited]),
  );
  return {
    text,
    figures: [
      { ...figure('createOrder with all limits / without', 'ratio', ratios, (ratio) => ratio), aim: AIM },
      figure('createOrder without limits', 'orders a second', plain, rateOf),
      figure('createOrder with all limits', 'orders a second', limited, rateOf),
      figure('CPU of createOrder without limits', 'us a request', plain, (block) => block.server_us),
      figure('CPU of createOrder with all limits', 'us a request', limited, (block) => block.server_us),
    ],
  };
}
