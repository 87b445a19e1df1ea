import { describe, expect, test } from 'vitest';
import { callerAddress } from '../../src/http/auth/address.ts';
import { method } from './methods.ts';
import { call, startHosts } from './support.ts';

describe('the address of a caller', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['unknown', '0.0.0.0'],
    ['2130706433', '0.0.0.0'],
    ['127.1', '0.0.0.0'],
    ['', '0.0.0.0'],
    [undefined, '0.0.0.0'],
  ])('given as %j is %s', (ip, address) => {
    expect(callerAddress({ ip })).toBe(address);
  });

  test('is the last on the way back that is one', () => {
    expect(callerAddress({ ip: 'c', ips: ['10.0.0.1', '10.0.0.2:80', 'unknown', '192.0.2.1'] })).toBe('10.0.0.2');
    expect(callerAddress({ ip: 'c', ips: [undefined, '192.0.2.1'] })).toBe('0.0.0.0');
  });
});

describe('with proxies in front, the caller is the address that the trusted ones name', () => {
  const where = method({ name: 'where', parameters: {}, handler: ({ ip }) => ({ fields: { ip } }) });

  async function seen(trustProxy: number | readonly string[], forwarded: string): Promise<unknown> {
    const hosts = await startHosts([where], { trustProxy });
    const { body } = await call(`${hosts.url}/v3/where`, {}, { headers: { 'x-forwarded-for': forwarded } });
    await hosts.close();
    return body.ip;
  }

  test.each([
    [0, '192.0.2.7', '127.0.0.1'],
    [1, '192.0.2.7', '192.0.2.7'],
    [1, '198.51.100.1, 192.0.2.7', '192.0.2.7'],
    [2, '198.51.100.1, 192.0.2.7, 10.0.0.1', '192.0.2.7'],
    [3, '192.0.2.7', '192.0.2.7'],
    [1, 'not an address', '127.0.0.1'],
    [1, "192.0.2.7'; --", '127.0.0.1'],
    [['127.0.0.1'], '198.51.100.1, 192.0.2.7', '192.0.2.7'],
    [['127.0.0.0/8', '10.0.0.0/8'], '198.51.100.1, 192.0.2.7, 10.1.2.3', '192.0.2.7'],
    [['127.0.0.0/8', '10.0.0.0/8'], '192.0.2.7, evil, 10.1.2.3', '10.1.2.3'],
    [['10.0.0.0/8'], '192.0.2.7', '127.0.0.1'],
  ] as const)('with %j in front and %j it is %s', async (trustProxy, forwarded, address) => {
    expect(await seen(trustProxy, forwarded)).toBe(address);
  });
});
