/** The judges of a chaos run find what they are for. */
import { expect, test } from 'vitest';
import { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { type AnsweredCall, nowUs, RunRecord } from '../chaos/record.ts';
import { allGoOn, nothingAcknowledged, type Stage } from '../chaos/stage.ts';

const node = (name: string): ClusterProcess => Object.assign(Object.create(ClusterProcess.prototype), { name });

const stageOf = (nodes: readonly ClusterProcess[]) =>
  ({ cluster: { nodes }, record: new RunRecord() }) as unknown as Stage;

/** An order of now that node-1 acknowledged. */
function callOf(change: object): AnsweredCall {
  const askedUs = nowUs();
  const call = {
    method: 'createOrder',
    key: 'trader0-1',
    node: 'node-1',
    tries: 1,
    replayed: false,
    statusCode: '101',
  };
  return { ...call, body: {}, askedUs, answeredUs: askedUs, ...change };
}

test('without a standby of the database no change may be acknowledged that was asked meanwhile', async () => {
  const stage = stageOf([node('node-1')]);
  const asked = async (change: object) => {
    await nothingAcknowledged(stage, 'all lost', async () => {
      stage.record.calls.push(callOf(change));
    });
    return stage.record.violations.splice(0);
  };
  expect(await asked({})).toEqual(['all lost: createOrder trader0-1 was acknowledged, and no standby had it']);
  // A read, a refusal, a response that was stored before, and a change that was asked before.
  for (const other of [{ key: null }, { statusCode: '190' }, { replayed: true }, { askedUs: 0 }]) {
    expect(await asked(other)).toEqual([]);
  }
});

test('of one lost standby each node must acknowledge what was asked after the loss', async () => {
  const stage = stageOf([node('node-1'), node('node-2')]);
  stage.record.calls.push(callOf({}));
  const done = allGoOn(stage, 'one lost', 100);
  stage.record.calls.push(callOf({}), callOf({ node: 'node-2', askedUs: 0 }));
  await done;
  expect(stage.record.violations).toEqual(['one lost: node-2 acknowledged nothing for 100 ms']);
  const all = allGoOn(stage, 'one lost', 100);
  stage.record.calls.push(callOf({}), callOf({ node: 'node-2' }));
  await all;
  expect(stage.record.violations).toHaveLength(1);
});
