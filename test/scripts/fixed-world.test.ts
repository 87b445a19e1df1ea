import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const WORLD = join(import.meta.dirname, '../../scripts/record/fixed-world.ts');
/** In a process alone: nothing leaves the fixed world again. */
const PROGRAM = `
  import { randomBytes, randomInt, randomUUID } from 'node:crypto';
  import { lookup } from 'node:dns';
  import { Resolver } from 'node:dns/promises';
  import { enterFixedWorld } from '${WORLD}';
  const world = enterFixedWorld();
  const draw = () => [randomBytes(4).toString('hex'), randomInt(5, 7) >> 1, randomUUID().length, Math.random()];
  world.seed('one');
  const drawn = draw();
  world.seed('other');
  const other = draw();
  world.seed('one');
  const at = [new Date().toISOString(), performance.now()];
  world.pass(1500);
  setTimeout(() => console.log('a long timer fired'), 600).unref();
  const asked = [
    new Promise((_, reject) => lookup('host.example.com', {}, reject)),
    new Resolver().resolve4('host.example.com'),
    new Resolver().resolve6('host.example.com'),
    fetch('http://host.example.com').catch(({ cause }) => { throw cause; }),
  ];
  const refusals = (await Promise.allSettled(asked)).map(({ reason }) => reason.message);
  const again = JSON.stringify(draw()) === JSON.stringify(drawn);
  const differs = JSON.stringify(other) !== JSON.stringify(drawn);
  console.log(JSON.stringify({ drawn, again, differs, at, later: Date.now() - Date.parse(at[0]), refusals }));
`;

test('the fixed world has one clock, numbers by their seed, and no names of hosts', async () => {
  const run = async () => (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM])).stdout;
  const [first, second] = await Promise.all([run(), run()]);
  expect(second).toBe(first);
  expect(JSON.parse(first)).toEqual({
    drawn: [expect.stringMatching(/^[0-9a-f]{8}$/), expect.toBeOneOf([2, 3]), 36, expect.any(Number)],
    ...{ again: true, differs: true },
    at: ['2026-11-24T15:00:00.000Z', 0],
    later: 1500,
    refusals: Array.from({ length: 4 }, () => 'host.example.com is not looked up'),
  });
});
