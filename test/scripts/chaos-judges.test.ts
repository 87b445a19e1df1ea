/** The judges of a chaos run find what they are for. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, test, vi } from 'vitest';
import { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { LivenessProber } from '../chaos/liveness-prober.ts';
import { type AnsweredCall, nowUs, RunRecord } from '../chaos/record.ts';
import { allGoOn, nothingAcknowledged, type Stage } from '../chaos/stage.ts';
import { WebhookSink } from '../chaos/webhook-sink.ts';
import { Dice } from '../e2e/support/dice.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let server: Server | undefined;
afterEach(() => void server?.close());

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

interface Sent {
  readonly event: number;
  readonly id: string;
  readonly isSigned?: boolean;
}

async function send(sink: WebhookSink, { event, id, isSigned = true }: Sent): Promise<number> {
  const body = `eventSeq=${event}`;
  const now = new Date();
  const signature = isSigned ? new Webhook(SECRET).sign(id, now, body) : 'v1,none';
  const time = String(Math.floor(now.getTime() / 1000));
  const headers = { 'x-delivery-id': id, 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature };
  return (await fetch(sink.urlOf('updateOrder'), { method: 'POST', body, headers })).status;
}

test('a webhook that does not come, comes under two ids, unsigned, or of nothing is found', async () => {
  const never = Object.assign(new Dice(1), { chance: () => false });
  const sink = await WebhookSink.start(never);
  sink.signedWith('updateOrder', SECRET);
  const events = (...seqs: number[]) => new Set(seqs.map((seq) => `updateOrder ${seq}`));
  expect(await send(sink, { event: 1, id: 'a' })).toBe(200);
  expect(await send(sink, { event: 1, id: 'a' })).toBe(200);
  expect(await sink.faults({ due: events(1), possible: events(1, 2) }, 0)).toEqual([]);
  await send(sink, { event: 1, id: 'b' });
  await send(sink, { event: 2, id: 'c', isSigned: false });
  await send(sink, { event: 4, id: 'd' });
  expect(await sink.faults({ due: events(1, 3), possible: events(1, 2, 3) }, 0)).toEqual([
    expect.stringContaining('the webhook updateOrder 2 is not signed'),
    'no webhook came of updateOrder 3',
    'the webhook of updateOrder 1 came under 2 delivery ids',
    'a webhook came of updateOrder 4, which did not happen',
  ]);
});

test('a response that the receiver loses makes the webhook come again, once', async () => {
  const always = Object.assign(new Dice(1), { chance: () => true });
  const sink = await WebhookSink.start(always);
  sink.signedWith('updateOrder', SECRET);
  await expect(send(sink, { event: 1, id: 'a' })).rejects.toThrow();
  expect(await send(sink, { event: 1, id: 'a' })).toBe(200);
});

test('a process that answered and has no listener any more is found, and one that is to end is not', async () => {
  server = createServer((_, response) => void response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = { name: 'node-1', url, pid: 7, isRunning: true, isEnding: false };
  const prober = new LivenessProber([state as unknown as ClusterProcess]);
  await vi.waitFor(() => expect(prober.probes).toBeGreaterThan(1), 10_000);
  server.closeAllConnections();
  server.close();
  await vi.waitFor(() => expect(prober.faults[0]).toBe('node-1 (process 7) ran without a listener'), 10_000);
  state.isEnding = true;
  const count = prober.faults.length;
  await prober.end();
  expect(prober.faults).toHaveLength(count);
});
