/**
 * What FIX costs: NewOrderSingle until its acknowledgement against the same order over the stream, orders a second over
 * 1 and 16 sessions, and a drop copy against a subscriber of the stream. Both of each pair in turn.
 *
 *   npm run bench --prefix fix -- [--repetitions=5] [--orders=4000] [--json FILE]
 *
 * The ratios are what counts. The load, the gateway and the venue share the machine; CPU is that of all threads of a
 * program, with the venue's history.
 */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { diskFolder } from '../../bench/support/disk.ts';
import { writeResults } from '../../bench/support/results.ts';
import { measureDropCopy } from './drop-copy.ts';
import { measureOrders } from './orders.ts';
import { Rig } from './rig.ts';

const { values } = parseArgs({
  options: {
    repetitions: { type: 'string', default: '5' },
    orders: { type: 'string', default: '4000' },
    json: { type: 'string' },
  },
});
const settings = { repetitions: Number(values.repetitions), orders: Number(values.orders) };

const folder = diskFolder();
const rig = await Rig.start(folder);
try {
  const figures = [...(await measureOrders(rig, settings)), ...(await measureDropCopy(rig, settings))];
  writeResults(values.json, 'fix', figures);
} finally {
  await rig.stop();
  rmSync(folder, { recursive: true });
}
