/** Whose calls a recording has, and how many (Z13). */
import { expect, test } from 'vitest';
import { type AnsweredCall, ApiError, type Client } from '../../../src/http/methods/index.ts';
import { SessionRecorder } from '../../../src/modules/sandbox/index.ts';
import type { SessionScript } from '../../../src/modules/sandbox/session-script.ts';

const MEGABYTE = 1_048_576;

const ALL = ['party.read.pii_high', 'party.write'];

function clientOf(clientId: string, scopes = ALL, denied: readonly string[] = []): Client {
  const rights = { scopes: new Set(scopes), deniedMethods: new Set(denied) };
  return { clientId, master: clientId === 'C9', ...rights } as Partial<Client> as Client;
}

function called(clientId: string, changes: Partial<AnsweredCall> = {}): AnsweredCall {
  return {
    client: clientOf(clientId),
    method: { name: 'createIssuer', group: 'Issuers' },
    ...{ verb: 'POST', path: '/v3/createIssuer', fields: { issuerName: clientId }, idempotencyKey: undefined },
    answer: '{"statusCode":"101","issuerId":"1"}',
    ...changes,
  };
}

const scriptOf = (recorder: SessionRecorder, clientId: string) =>
  JSON.parse(recorder.scriptOf(clientOf(clientId))) as SessionScript;

test('it has the calls of its client alone, or of an operator and the client that it names', () => {
  const recorder = new SessionRecorder();
  expect(recorder.isOn).toBe(false);
  recorder.start(clientOf('C1'), undefined);
  recorder.start(clientOf('C9'), 'C2');
  expect(recorder.isOn).toBe(true);
  for (const clientId of ['C1', 'C2', 'C3', 'C9']) recorder.take(called(clientId));
  expect(scriptOf(recorder, 'C1').calls).toMatchObject([{ as: 'client', fields: { issuerName: 'C1' } }]);
  expect(scriptOf(recorder, 'C9').calls).toMatchObject([{ as: 'client' }, { as: 'operator' }]);
  expect([recorder.of(clientOf('C2')), recorder.scriptOf(clientOf('C2')), recorder.end(clientOf('C2'))]).toEqual([
    undefined,
    '',
    undefined,
  ]);
});

test('it has no calls of people, of other hosts, and of the reads of the sandbox', () => {
  const recorder = new SessionRecorder();
  recorder.start(clientOf('C1'), undefined);
  const sandbox = (name: string, verb: string) => ({ method: { name, group: 'Sandbox' }, verb });
  const { client } = called('C1');
  expect(recorder.records(client)).toBe(true);
  expect(recorder.records({ ...client, user: {} } as Client)).toBe(false);
  expect(recorder.records(called('C2').client)).toBe(false);
  recorder.take(called('C1', { path: '/createIssuer' }));
  recorder.take(called('C1', sandbox('getClock', 'GET')));
  recorder.take(called('C1', sandbox('startRecording', 'POST')));
  expect(recorder.of(clientOf('C1'))).toEqual({ isOn: true, calls: 0, leftOut: 0 });
  recorder.take(called('C1', sandbox('advanceClock', 'POST')));
  recorder.take(called('C1', { answer: '' }));
  expect(scriptOf(recorder, 'C1').calls.map(({ statusCode }) => statusCode)).toEqual(['101', '']);
});

test('it ends, and another one takes its place', () => {
  const recorder = new SessionRecorder();
  recorder.start(clientOf('C1'), undefined);
  recorder.take(called('C1'));
  expect(recorder.end(clientOf('C1'))).toEqual({ isOn: false, calls: 1, leftOut: 0 });
  expect([recorder.isOn, recorder.end(clientOf('C1'))]).toEqual([false, undefined]);
  expect(recorder.records(called('C1').client)).toBe(false);
  recorder.take(called('C1'));
  expect(scriptOf(recorder, 'C1').calls).toHaveLength(1);
  expect(recorder.start(clientOf('C1'), undefined)).toEqual({ isOn: true, calls: 0, leftOut: 0 });
  expect(scriptOf(recorder, 'C1').calls).toEqual([]);
});

test('files, long bodies and answers, and calls past the bounds are left out and counted', () => {
  const recorder = new SessionRecorder();
  recorder.start(clientOf('C1'), undefined);
  recorder.take(called('C1', { fields: undefined }));
  recorder.take(called('C1', { answer: `"${'x'.repeat(MEGABYTE)}"` }));
  recorder.take(called('C1', { fields: { note: 'x'.repeat(MEGABYTE) } }));
  expect(recorder.of(clientOf('C1'))).toEqual({ isOn: true, calls: 0, leftOut: 3 });
  const half = called('C1', { fields: { note: 'x'.repeat(MEGABYTE / 2) } });
  for (let count = 0; count < 9; count++) recorder.take(half);
  expect(recorder.of(clientOf('C1'))).toEqual({ isOn: true, calls: 7, leftOut: 5 });
  recorder.start(clientOf('C1'), undefined);
  const short = called('C1', { fields: {} });
  for (let count = 0; count < 10_001; count++) recorder.take(short);
  expect(recorder.of(clientOf('C1'))).toEqual({ isOn: true, calls: 10_000, leftOut: 1 });
});

test('of 20 clients at once; one that has ended makes room', () => {
  const recorder = new SessionRecorder();
  for (let client = 1; client <= 20; client++) recorder.start(clientOf(`C${client}`), undefined);
  expect(() => recorder.start(clientOf('C21'), undefined)).toThrow(ApiError);
  recorder.start(clientOf('C20'), undefined);
  recorder.end(clientOf('C7'));
  recorder.start(clientOf('C21'), undefined);
  expect([recorder.of(clientOf('C7')), recorder.of(clientOf('C21'))?.isOn]).toEqual([undefined, true]);
});

test('a key ends no recording of a key of its client that may do more, also by another recording', () => {
  const recorder = new SessionRecorder();
  const small = clientOf('C1', ['party.read']);
  recorder.start(clientOf('C1'), undefined);
  expect(() => recorder.start(small, undefined)).toThrow(ApiError);
  expect(recorder.end(small)).toBeUndefined();
  recorder.take(called('C1'));
  expect(recorder.end(clientOf('C1'))).toEqual({ isOn: false, calls: 1, leftOut: 0 });
  expect(recorder.start(small, undefined)).toMatchObject({ isOn: true, calls: 0 });
  recorder.start(clientOf('C1'), undefined);
});

test('a key gets no calls of a key of its client that may do more', () => {
  const recorder = new SessionRecorder();
  const keys = [
    clientOf('C1', ['party.read', 'party.write']),
    clientOf('C1', ALL, ['createParty']),
    clientOf('C1'),
    clientOf('C1', ['party.read']),
  ];
  const callsTo = (by: Client) => {
    recorder.end({ ...by, user: {} } as Client);
    recorder.start(by, undefined);
    for (const [number, client] of keys.entries()) recorder.take(called('C1', { client, fields: { number } }));
    const script = JSON.parse(recorder.scriptOf(by)) as SessionScript;
    const numbers = script.calls.map(({ fields }) => (fields as { number: number }).number);
    expect([...keys.keys()].filter((number) => recorder.records(keys[number] as Client))).toEqual(numbers);
    return numbers;
  };
  expect(keys.slice(0, 3).map(callsTo)).toEqual([[0, 3], [1], [0, 1, 2, 3]]);
  const [small, denied, full] = keys as [Client, Client, Client];
  expect([recorder.of(small), recorder.scriptOf(denied), recorder.end(small)]).toEqual([undefined, '', undefined]);
  expect(recorder.end(full)).toMatchObject({ calls: 4 });
  // A user of the console whose role has recordings.
  const user = { ...small, user: {} } as Client;
  expect(recorder.of(user)).toMatchObject({ calls: 4 });
  recorder.start(user, undefined);
  expect(keys.map((key) => recorder.records(key))).toEqual([true, true, true, true]);
  recorder.start(full, undefined);
  // What was recorded with more rights is not for the key that has lost them.
  expect(recorder.of({ ...full, scopes: new Set(['party.read']) })).toBeUndefined();
});
