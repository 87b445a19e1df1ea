import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ApiError } from '../../../src/http/methods/index.ts';
import type { Step } from '../../../src/modules/sandbox/index.ts';
import { ScriptRunner } from '../../../src/service/venue/script-runner.ts';
import { MovableTime } from '../../../src/time/movable-time.ts';
import { ManualTime } from '../../support/manual-time.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MINUTE_US = 60_000_000;
const step = (method: string): Step => ({ as: 'counterparty', method, fields: {} });

function started(folder = temporaryFolder()) {
  const system = new ManualTime('2026-11-27T15:00:00Z');
  const timers = { nowMs: () => performance.now(), after: system.after.bind(system) };
  const time = new MovableTime({ clock: system, timers });
  time.freeze();
  const file = join(folder, 'scripts.jsonl');
  const errors: unknown[] = [];
  const log = { error: (...entry: unknown[]) => void errors.push(entry) };
  const runner = new ScriptRunner({ file, time, counterpartyId: 'C00000004', log });
  const performed: string[] = [];
  runner.start(async (one, { scriptId }) => {
    if (!('method' in one)) throw new Error('an unknown step');
    if (one.method === 'refuse') throw new ApiError(190, 'not now');
    performed.push(`${one.method} of ${scriptId}`);
    return { done: one.method };
  });
  const walk = (minutes: number) => time.walk(time.nowUs() + minutes * MINUTE_US, { reached: async () => {} });
  const inMinutes = (minutes: number, method: string) => ({
    step: step(method),
    dueUs: time.nowUs() + minutes * MINUTE_US,
  });
  return { folder, file, time, runner, performed, errors, walk, inMinutes };
}

test('what is due is done at once, the rest at its time, with what came of it', async () => {
  const { runner, performed, errors, walk, inMinutes } = started();
  const made = await runner.add('C1', 'fill', [inMinutes(0, 'now'), inMinutes(5, 'later'), inMinutes(3, 'refuse')]);
  expect(made.map(({ state, outcome }) => [state, outcome])).toEqual([
    ['Done', '{"done":"now"}'],
    ['Waiting', null],
    ['Waiting', null],
  ]);
  await walk(4);
  expect(runner.of('C1').map(({ state, outcome }) => [state, outcome])).toEqual([
    ['Failed', '190 not now'],
    ['Waiting', null],
    ['Done', '{"done":"now"}'],
  ]);
  await walk(1);
  expect(performed.map((text) => text.split(' ')[0])).toEqual(['now', 'later']);
  const unknown = { step: { as: 'signer', signatureId: 1, reason: '' } as const, dueUs: 0 };
  expect(await runner.add('C1', 'x', [unknown])).toMatchObject([{ state: 'Failed', outcome: 'internal error' }]);
  expect(errors).toHaveLength(1);
});

test('one that waits can be called off by its client alone', async () => {
  const { runner, performed, walk, inMinutes } = started();
  const [script] = await runner.add('C1', 'fill', [inMinutes(5, 'later')]);
  const { scriptId } = script!;
  expect(runner.of('C2')).toEqual([]);
  expect(runner.cancel('C2', scriptId)).toBeUndefined();
  expect(runner.cancel('C1', scriptId)).toMatchObject({ state: 'Cancelled' });
  expect(runner.cancel('C1', scriptId)).toBeUndefined();
  await walk(10);
  expect(performed).toEqual([]);
});

test('a restart goes on with those that wait, also after a line that is torn', async () => {
  const before = started();
  const { folder, file, inMinutes } = before;
  await before.runner.add('C1', 'fill', [inMinutes(0, 'now'), inMinutes(5, 'later')]);
  before.runner.end();
  appendFileSync(file, '{"scriptId":"torn');
  const { runner, performed, walk } = started(folder);
  expect(runner.of('C1').map(({ state }) => state)).toEqual(['Waiting', 'Done']);
  await walk(5);
  expect(performed.map((text) => text.split(' ')[0])).toEqual(['later']);
  // Each is in the file once, but for what was added since.
  const ids = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).scriptId as string);
  expect(ids).toHaveLength(3);
});

test('a client has a bounded number that wait', async () => {
  const { runner, inMinutes, walk } = started();
  const many = Array.from({ length: 1000 }, () => inMinutes(1, 'later'));
  await runner.add('C1', 'fill', many);
  await expect(runner.add('C1', 'fill', [inMinutes(1, 'later')])).rejects.toThrow(ApiError);
  await runner.add('C2', 'fill', [inMinutes(1, 'later')]);
  await walk(1);
  await runner.add('C1', 'fill', [inMinutes(1, 'later')]);
});
