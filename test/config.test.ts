import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readConfig, SETTINGS, WrongSetting } from '../src/config.ts';

describe('settings', () => {
  test('have the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 8080,
      LEGACY_PORT: 8081,
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
  ])('%s=%s stops the start with a message that names it', (variable, value) => {
    expect(() => readConfig({ [variable]: value })).toThrow(WrongSetting);
    expect(() => readConfig({ [variable]: value })).toThrow(`${variable}: `);
  });

  test('a wrong one that may hold a secret is not repeated', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://user:secret@host/x' })).not.toThrow(/secret/);
    expect(() => readConfig({ ENCRYPTION_KEY: 'secret' })).not.toThrow(/secret/);
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

  test('are all in the table of README.md, with their defaults, and the table has no others', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]*)`|empty) \| (.+) \|$/gm)];
    const documented = rows.map(([, name, value]) => [name, value ?? '']);
    expect(documented).toEqual(Object.entries(SETTINGS).map(([name, setting]) => [name, setting.default]));
  });
});
