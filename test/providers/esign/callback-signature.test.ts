import { expect, test } from 'vitest';
import { CALLBACK_SECONDS_MAX, genuineCallback } from '../../../src/providers/esign/index.ts';
import { signCallback } from '../../support/sign-callback.ts';

const NOW = 1_900_000_000;
const BODY = '{"envelopeId":"1","status":"completed"}';

test('a callback is genuine with its own secret, body and time', () => {
  const header = signCallback('secret', BODY, NOW);
  expect(genuineCallback('secret', header, BODY, NOW)).toMatch(/^[0-9a-f]{64}$/);
  expect(genuineCallback('other', header, BODY, NOW)).toBeUndefined();
  expect(genuineCallback('secret', header, `${BODY} `, NOW)).toBeUndefined();
  expect(genuineCallback('secret', header.replace(`t=${NOW}`, `t=${NOW + 1}`), BODY, NOW)).toBeUndefined();
});

test('a callback holds for a few minutes, in both directions', () => {
  const header = signCallback('secret', BODY, NOW);
  for (const seconds of [-CALLBACK_SECONDS_MAX, CALLBACK_SECONDS_MAX]) {
    expect(genuineCallback('secret', header, BODY, NOW + seconds)).toBeDefined();
    expect(genuineCallback('secret', header, BODY, NOW + seconds + Math.sign(seconds))).toBeUndefined();
  }
});

test.each([undefined, '', 't=1', 'v1=00', `t=${NOW},v1=zz`, `t=-1,v1=${'0'.repeat(64)}`])(
  '%s is no signature',
  (header) => {
    expect(genuineCallback('secret', header, BODY, NOW)).toBeUndefined();
  },
);
