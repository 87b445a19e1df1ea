import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LIMITS, readSettings } from '../../src/gateway/index.ts';
import { temporaryFolder } from '../support/test-gateway.ts';

function sessionsFile(content: unknown): string {
  const file = join(temporaryFolder(), 'sessions.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const one = { compId: 'BROKER', clientID: '12' };

test('sessions of a file, and the values without settings', () => {
  const cancelOnDisconnect = { accountId: 'A1', seconds: 30 };
  const settings = readSettings({
    FIX_SESSIONS: sessionsFile([
      { ...one, cancelOnDisconnect },
      { compId: 'COPY', clientID: '13', dropCopy: true },
    ]),
  });
  const options = { dropCopy: false, tradeReports: false, memberId: undefined, withoutCustomFields: false };
  expect(settings.sessions).toEqual([
    { ...one, options: { ...options, cancelOnDisconnect } },
    { compId: 'COPY', clientID: '13', options: { ...options, dropCopy: true, cancelOnDisconnect: undefined } },
  ]);
  expect(settings).toMatchObject({ port: 9878, host: '127.0.0.1', limits: LIMITS, sync: false, logonBy: 'password' });
});

test('a file of sessions may begin with a byte order mark', () => {
  const settings = readSettings({ FIX_SESSIONS: sessionsFile(`\ufeff${JSON.stringify([one])}`) });
  expect(settings.sessions).toMatchObject([one]);
});

test.each([
  [{ FIX_LOGON: 'other' }, 'FIX_LOGON must be password or rawdata'],
  [{ FIX_MESSAGE_BYTES: '-1' }, 'FIX_MESSAGE_BYTES must be a whole number from 0 to 1000000'],
  [{ FIX_SYNC: 'yes' }, 'FIX_SYNC must be true or false'],
  [{ FIX_TLS_CERT: 'x' }, 'FIX_TLS_CERT and FIX_TLS_KEY belong together'],
  [{ FIX_TLS_CERT: '/nowhere', FIX_TLS_KEY: '/nowhere' }, 'FIX_TLS_CERT: /nowhere cannot be read'],
  [{ FIX_RESET_AT: '25:00 UTC' }, 'FIX_RESET_AT must be a time and a time zone'],
  [{ FIX_RESET_AT: '17:00 Mars' }, 'FIX_RESET_AT must be a time and a time zone'],
  [{ FIX_OPERATORS: 'alice:short' }, 'FIX_OPERATORS must be name:token'],
  [{ FIX_SESSIONS: '/nowhere.json' }, 'FIX_SESSIONS: /nowhere.json cannot be read'],
])('%o is refused by name', (env, message) => {
  expect(() => readSettings({ FIX_SESSIONS: sessionsFile([one]), ...env })).toThrow(message);
});

test.each([
  ['{', 'cannot be read'],
  [{}, 'must be a list of sessions'],
  [[1], 'entry 1 of'],
  [[{ clientID: '1' }], 'compId is required'],
  [[{ ...one, compId: 'a b' }], 'compId must be text'],
  [[{ compId: 'A' }], 'clientID is required'],
  [[{ ...one, dropCopy: 'yes' }], 'dropCopy must be true or false'],
  [[{ ...one, cancelOnDisconnect: { accountId: 'A' } }], 'seconds must be a whole number'],
  [[{ ...one, key: 'x' }], 'key is unknown'],
  [[one, one], 'has compId BROKER twice'],
])('a file of sessions with %j is refused by name', (content, message) => {
  expect(() => readSettings({ FIX_SESSIONS: sessionsFile(content) })).toThrow(message);
});
