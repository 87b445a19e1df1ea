/** Whose calls a recording has, and how many (Z13). */
import { expect, test } from 'vitest';
import { type AnsweredCall, ApiError, type Client } from '../../../src/http/methods/index.ts';
import { SessionRecorder } from '../../../src/modules/sandbox/index.ts';
import type { SessionScript } from '../../../src/modules/sandbox/session-script.ts';

const MEGABYTE = 1_048_576;

function called(clientId: string, changes: Partial<AnsweredCall> = {}): AnsweredCall {
  return {
    client: { clientId, master: clientId === 'C9' } as Client,
    method: { name: 'createIssuer', group: 'Issuers' },
    ...{ verb: 'POST', path: '/v3/createIssuer', fields: { issuerName: clientId }, idempotencyKey: undefined },
    answer: '{"statusCode":"101","issuerId":"1"}',
    ...changes,
  };
}

const scriptOf = (recorder: SessionRecorder, clientId: string) =>
  JSON.parse(recorder.scriptOf(clientId)) as SessionScript;

test('it has the calls of its client alone, or of an operator and the client that it names', () => {
  const recorder = new SessionRecorder();
  expect(recorder.isOn).toBe(false);
  recorder.start('C1', undefined);
  recorder.start('C9', 'C2');
  expect(recorder.isOn).toBe(true);
  for (const clientId of ['C1', 'C2', 'C3', 'C9']) recorder.take(called(clientId));
  expect(scriptOf(recorder, 'C1').calls).toMatchObject([{ as: 'client', fields: { issuerName: 'C1' } }]);
  expect(scriptOf(recorder, 'C9').calls).toMatchObject([{ as: 'client' }, { as: 'operator' }]);
  expect([recorder.of('C2'), recorder.scriptOf('C2'), recorder.end('C2')]).toEqual([undefined, '', undefined]);
});

test('it has no calls of people, of other hosts, and of the reads of the sandbox', () => {
  const recorder = new SessionRecorder();
  recorder.start('C1', undefined);
  const sandbox = (name: string, verb: string) => ({ method: { name, group: 'Sandbox' }, verb });
  const { client } = called('C1');
  expect(recorder.records(client)).toBe(true);
  expect(recorder.records({ ...client, user: {} } as Client)).toBe(false);
  expect(recorder.records(called('C2').client)).toBe(false);
  recorder.take(called('C1', { path: '/createIssuer' }));
  recorder.take(called('C1', sandbox('getClock', 'GET')));
  recorder.take(called('C1', sandbox('startRecording', 'POST')));
  expect(recorder.of('C1')).toEqual({ isOn: true, calls: 0, leftOut: 0 });
  recorder.take(called('C1', sandbox('advanceClock', 'POST')));
  recorder.take(called('C1', { answer: '' }));
  expect(scriptOf(recorder, 'C1').calls.map(({ statusCode }) => statusCode)).toEqual(['101', '']);
});

test('it ends, and another one takes its place', () => {
  const recorder = new SessionRecorder();
  recorder.start('C1', undefined);
  recorder.take(called('C1'));
  expect(recorder.end('C1')).toEqual({ isOn: false, calls: 1, leftOut: 0 });
  expect([recorder.isOn, recorder.end('C1')]).toEqual([false, undefined]);
  expect(recorder.records(called('C1').client)).toBe(false);
  recorder.take(called('C1'));
  expect(scriptOf(recorder, 'C1').calls).toHaveLength(1);
  expect(recorder.start('C1', undefined)).toEqual({ isOn: true, calls: 0, leftOut: 0 });
  expect(scriptOf(recorder, 'C1').calls).toEqual([]);
});

test('files, long bodies and answers, and calls past the bounds are left out and counted', () => {
  const recorder = new SessionRecorder();
  recorder.start('C1', undefined);
  recorder.take(called('C1', { fields: undefined }));
  recorder.take(called('C1', { answer: `"${'x'.repeat(MEGABYTE)}"` }));
  recorder.take(called('C1', { fields: { note: 'x'.repeat(MEGABYTE) } }));
  expect(recorder.of('C1')).toEqual({ isOn: true, calls: 0, leftOut: 3 });
  const half = called('C1', { fields: { note: 'x'.repeat(MEGABYTE / 2) } });
  for (let count = 0; count < 9; count++) recorder.take(half);
  expect(recorder.of('C1')).toEqual({ isOn: true, calls: 7, leftOut: 5 });
  recorder.start('C1', undefined);
  const short = called('C1', { fields: {} });
  for (let count = 0; count < 10_001; count++) recorder.take(short);
  expect(recorder.of('C1')).toEqual({ isOn: true, calls: 10_000, leftOut: 1 });
});

test('of 20 clients at once; one that has ended makes room', () => {
  const recorder = new SessionRecorder();
  for (let client = 1; client <= 20; client++) recorder.start(`C${client}`, undefined);
  expect(() => recorder.start('C21', undefined)).toThrow(ApiError);
  recorder.start('C20', undefined);
  recorder.end('C7');
  recorder.start('C21', undefined);
  expect([recorder.of('C7'), recorder.of('C21')?.isOn]).toEqual([undefined, true]);
});
