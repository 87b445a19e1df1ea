import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readConfig, WrongSetting } from '../src/config.ts';
import { SETTINGS } from '../src/settings.ts';

describe('settings', () => {
  test('have the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 8080,
      LEGACY_PORT: 8081,
      METRICS_HOST: '127.0.0.1',
      METRICS_PORT: 9464,
      DATA_DIR: `${process.cwd()}/data`,
      DATABASE_URL: null,
      MARKET_ALWAYS_OPEN: false,
      LOG_LEVEL: 'info',
      ENVIRONMENT: 'sandbox',
      STREAM_ORIGINS: [],
    });
  });

  test('are read from the environment; an empty one is one that is not set', () => {
    expect(
      readConfig({
        PORT: '0',
        MARKET_ALWAYS_OPEN: 'true',
        DATA_DIR: '/tmp/x',
        STREAM_ORIGINS: 'https://a, https://b',
        LOG_LEVEL: '',
      }),
    ).toMatchObject({
      PORT: 0,
      MARKET_ALWAYS_OPEN: true,
      DATA_DIR: '/tmp/x',
      STREAM_ORIGINS: ['https://a', 'https://b'],
      LOG_LEVEL: 'info',
    });
  });

  test.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '1e3'],
    ['MARKET_ALWAYS_OPEN', 'yes'],
    ['MARKET_ALWAYS_OPEN', '1'],
    ['LOG_LEVEL', 'loud'],
    ['ENVIRONMENT', 'test'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['ENCRYPTION_KEY', 'short'],
    ['BODY_BYTES_MAX', '10'],
    ['SNAPSHOT_COMMANDS', '0'],
    ['PUBLIC_URL', 'api.example.com'],
    ['PUBLIC_URL', 'ftp://api.example.com'],
    ['PUBLIC_URL', 'https://api.example.com/?a=b'],
    ['S3_ENDPOINT', 'localhost:9000'],
    ['DOCUMENT_STORE', 'folder'],
    ['DOCUMENT_LINK_SECONDS', '604801'],
    ['UPLOADED_BYTES_MAX', '0'],
    ['REQUEST_SECONDS_MAX', '0'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '10'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8,'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/8, ::/0'],
  ])('%s=%s stops the start with a message that names it', (variable, value) => {
    expect(() => readConfig({ [variable]: value })).toThrow(WrongSetting);
    expect(() => readConfig({ [variable]: value })).toThrow(`${variable}: `);
  });

  test.each([
    ['SURVEILLANCE_WASH_SHARES', 'setSurveillanceThresholds'],
    ['UPLOADS_PER_CLIENT_MAX', 'it is 4'],
    ['STRIPE_URL', 'at Stripe'],
  ])('%s, which was removed, stops the start and says what took its place', (variable, instead) => {
    const removed = new RegExp(`^${variable}: there is no such setting any more: .*${instead}`);
    expect(() => readConfig({ [variable]: '1' })).toThrow(removed);
    expect(readConfig({ [variable]: '', SURVEILLANCE: 'off' })).toMatchObject({ SURVEILLANCE: 'off' });
  });

  test('of the proxies in front are a number, or addresses and ranges, and never just true', () => {
    const read = (value: string) => readConfig({ TRUST_PROXY: value }).TRUST_PROXY;
    expect([read(''), read('false'), read('0'), read('2')]).toEqual([0, 0, 0, 2]);
    expect(read('10.0.0.0/8, 192.0.2.1,2001:db8::/32')).toEqual(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32']);
    expect(() => read('true')).toThrow(/^TRUST_PROXY: true would believe whatever a caller writes/);
  });

  test('a wrong one that may hold a secret is not repeated', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://user:secret@host/x' })).not.toThrow(/secret/);
    expect(() => readConfig({ ENCRYPTION_KEY: 'secret' })).not.toThrow(/secret/);
    expect(() => readConfig({ S3_ENDPOINT: 'https://user:hidden@host' })).toThrow(/^S3_ENDPOINT: (?!.*hidden)/);
  });

  test('addresses lose the slash at their end', () => {
    expect(readConfig({ PUBLIC_URL: 'https://example.com/api/' }).PUBLIC_URL).toBe('https://example.com/api');
  });

  test('an S3-compatible store needs a bucket, and both halves of its credentials or none', () => {
    const s3 = { DOCUMENT_STORE: 's3', S3_BUCKET: 'documents' };
    expect(readConfig(s3)).toMatchObject(s3);
    expect(() => readConfig({ DOCUMENT_STORE: 's3' })).toThrow('S3_BUCKET: DOCUMENT_STORE is s3, which needs it');
    expect(() => readConfig({ ...s3, S3_ACCESS_KEY_ID: 'a' })).toThrow('S3_SECRET_ACCESS_KEY: ');
    expect(() => readConfig({ ...s3, S3_SECRET_ACCESS_KEY: 'hidden' })).toThrow(/^S3_ACCESS_KEY_ID: (?!.*hidden)/);
    expect(readConfig({ ...s3, S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' })).toMatchObject(s3);
  });

  test('production wants a key for what is kept encrypted, and none of the conveniences of the sandbox', () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    expect(() => readConfig({ ENVIRONMENT: 'production' })).toThrow('ENCRYPTION_KEY: production needs it');
    expect(readConfig({ ENVIRONMENT: 'production', ENCRYPTION_KEY: `${key},${key}` })).toMatchObject({
      ENVIRONMENT: 'production',
    });
    for (const variable of ['MARKET_ALWAYS_OPEN', 'WEBHOOK_ALLOW_HTTP', 'WEBHOOK_ALLOW_LOOPBACK']) {
      const settings = { ENVIRONMENT: 'production', ENCRYPTION_KEY: key, [variable]: 'true' };
      expect(() => readConfig(settings)).toThrow(`${variable}: it is for the sandbox`);
    }
  });

  test('are all in the table of docs/operate/settings.md, with their defaults, and the table has no others', () => {
    const page = readFileSync(new URL('../docs/operate/settings.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `([A-Z0-9_]+)` \| (?:`([^`]*)`|empty) \| (.+) \|$/gm)];
    const documented = rows.map(([, name, value]) => [name, value ?? '']);
    expect(documented).toEqual(Object.entries(SETTINGS).map(([name, setting]) => [name, setting.default]));
  });
});

test('a cluster wants what its nodes share (J10)', () => {
  const shared = {
    JOURNAL_URL: 'postgres://u@one,two/journal',
    DATABASE_URL: 'postgres://u@one,two/openats',
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    DOCUMENT_STORE: 's3',
    S3_BUCKET: 'documents',
  };
  expect(readConfig(shared)).toMatchObject({ JOURNAL_URL: shared.JOURNAL_URL, JOURNAL_LEASE_MS: 2000 });
  for (const name of ['DATABASE_URL', 'ENCRYPTION_KEY', 'DOCUMENT_STORE']) {
    expect(() => readConfig({ ...shared, [name]: '' })).toThrow(`${name}: `);
  }
  expect(() => readConfig({ ...shared, JOURNAL_URL: 'mysql://one' })).toThrow('JOURNAL_URL: it must start with');
  const bank = { ACH_BANK_ROUTING: '021000021', ACH_ORIGIN: '1234567890' };
  expect(() => readConfig({ ...shared, ...bank })).toThrow('ACH_DIR: ');
});

test('the journal is not archived into its own folder', () => {
  expect(() => readConfig({ DATA_DIR: '/data', JOURNAL_ARCHIVE_DIR: '/data/venue/' })).toThrow(
    'JOURNAL_ARCHIVE_DIR: it is the folder of the journal itself',
  );
});
