import { expect, test } from 'vitest';
import { readProviders } from '../../../src/providers/openid/index.ts';

const PROVIDER = {
  name: 'corporate',
  issuer: 'https://accounts.example.com',
  clientId: 'openats',
  clientSecretEnv: 'SECRET',
};

test('the list of providers may begin with a byte order mark', () => {
  const read = (text: string) => readProviders(text, { SECRET: 'a secret' });
  expect(read(`\ufeff${JSON.stringify([PROVIDER])}`)).toEqual(read(JSON.stringify([PROVIDER])));
  expect(() => read('\ufeff')).toThrow('it must be JSON');
});
