import { describe, expect, test, vi } from 'vitest';
import { isAllowedAddress } from '../../../src/webhooks/registry/addresses.ts';
import { checkWebhookUrl, destinationOf } from '../../../src/webhooks/registry/webhook-url.ts';

const strict = { allowHttp: false, allowLoopback: false };
const problemOf = (url: string, policy = strict): string => {
  const check = checkWebhookUrl(url, policy);
  return check.ok ? '' : check.problem;
};

describe('addresses', () => {
  test.each([
    ['this network', '0.0.0.0'],
    ['private', '10.0.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['metadata in shared space', '100.100.100.200'],
    ['link-local metadata', '169.254.169.254'],
    ['public-looking metadata', '168.63.129.16'],
    ['protocol assignments', '192.0.0.192'],
    ['documentation', '203.0.113.5'],
    ['benchmarking', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['unique local', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['global with a zone', '2606:4700::1111%1'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['mapped private', '::ffff:10.0.0.1'],
    ['mapped private in hexadecimal', '::ffff:a00:1'],
    ['IPv4-compatible', '::10.0.0.1'],
    ['translated (NAT64)', '64:ff9b::a00:1'],
    ['6to4', '2002:a00:1::1'],
    ['Teredo', '2001:0:a00:1::1'],
    ['documentation', '2001:db8::1'],
    ['discard', '100::1'],
    ['unassigned', '4000::1'],
    ['no address', 'receiver.test'],
    ['nothing', ''],
  ])('%s is refused: %s', (_kind, address) => {
    expect(isAllowedAddress(address, false)).toBe(false);
    expect(isAllowedAddress(address, true)).toBe(false);
  });

  test.each(['127.0.0.1', '127.255.0.9', '::1', '::ffff:127.0.0.1'])('loopback by setting only: %s', (address) => {
    expect(isAllowedAddress(address, false)).toBe(false);
    expect(isAllowedAddress(address, true)).toBe(true);
  });

  test.each(['1.1.1.1', '8.8.4.4', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])('public: %s', (address) => {
    expect(isAllowedAddress(address, false)).toBe(true);
  });
});

describe('checkWebhookUrl', () => {
  test('takes https URLs and gives them normalized', () => {
    const check = checkWebhookUrl('https://Hooks.Example.com:443/a?b=c', strict);
    expect(check.ok && check.url.href).toBe('https://hooks.example.com/a?b=c');
    expect(problemOf('https://example.com:8443/')).toBe('');
    expect(problemOf('https://8.8.8.8/')).toBe('');
  });

  test.each([
    ['', 'percent-encoded'],
    ['not a URL', 'percent-encoded'],
    ['//example.com/', 'malformed'],
    ['https://', 'malformed'],
    ['https://example.com:99999/', 'malformed'],
    ['https://exa\nmple.com/', 'percent-encoded'],
    ['https:\\\\example.com/', 'percent-encoded'],
    ['https://ex\u00e4mple.com/', 'percent-encoded'],
    ['http://example.com/', 'https://'],
    ['ftp://example.com/', 'https://'],
    ['javascript:alert(1)', 'https://'],
    ['https://user@example.com/', 'credentials'],
    ['https://:secret@example.com/', 'credentials'],
    ['https://example.com/#part', 'fragment'],
    ['https://example.com:22/', 'port'],
    ['https://example.com:80/', 'port'],
    [`https://example.com/${'a'.repeat(2048)}`, 'more than 2048'],
    ['https://127.0.0.1/', 'not public'],
    ['https://0x7f.1/', 'not public'],
    ['https://2130706433/', 'not public'],
    ['https://[::1]/', 'not public'],
    ['https://[::ffff:169.254.169.254]/', 'not public'],
    ['https://10.1.2.3:8443/', 'not public'],
    ['https://localhost/', 'not public'],
    ['https://LOCALHOST./', 'not public'],
    ['https://a.localhost/', 'not public'],
  ])('refuses %j', (url, problem) => {
    expect(problemOf(url)).toContain(problem);
  });

  test('takes ports from 1024 up and that of the scheme', () => {
    expect(problemOf('https://example.com:1023/')).toContain('port');
    for (const port of [443, 1024, 65_535]) expect(problemOf(`https://example.com:${port}/`), String(port)).toBe('');
    const http = { allowHttp: true, allowLoopback: false };
    expect(problemOf('http://example.com:80/', http)).toBe('');
    expect(problemOf('http://example.com:443/', http)).toContain('port');
  });

  test('does not repeat the URL in the problem', () => {
    expect(problemOf('https://user:secret@example.com/')).not.toContain('secret');
  });

  test('takes http and loopback by setting, private addresses never', () => {
    const sandbox = { allowHttp: true, allowLoopback: true };
    for (const url of ['http://127.0.0.1:3000/', 'http://localhost/', 'http://[::1]:8080/', 'https://a.localhost/']) {
      expect(problemOf(url, sandbox), url).toBe('');
    }
    expect(problemOf('http://10.0.0.1/', sandbox)).toContain('not public');
    expect(problemOf('ftp://localhost/', sandbox)).toContain('http://');
  });

  test('takes a list of ports instead of the rule', () => {
    const policy = { ...strict, ports: new Set([443, 444]) };
    expect(checkWebhookUrl('https://example.com:444/', policy).ok).toBe(true);
    expect(checkWebhookUrl('https://example.com/', policy).ok).toBe(true);
    expect(checkWebhookUrl('https://example.com:8443/', policy).ok).toBe(false);
  });
});

describe('the destination of a URL', () => {
  test('is its receiver, and for logs the URL without its query', () => {
    expect(destinationOf('https://example.com:8443/hooks/1?token=secret')).toEqual({
      receiver: 'https://example.com:8443',
      location: 'https://example.com:8443/hooks/1',
    });
    expect(destinationOf('no URL')).toEqual({ receiver: '', location: '' });
  });

  test('is found once for all deliveries of a registration, and stays right with more URLs than are kept', () => {
    const parse = vi.spyOn(URL, 'parse');
    for (let delivery = 0; delivery < 5000; delivery++) destinationOf(`https://example.com/${delivery % 2}`);
    expect(parse).toHaveBeenCalledTimes(2);
    for (let i = 0; i < 2500; i++)
      expect(destinationOf(`https://h${i}.example.com/`).receiver).toBe(`https://h${i}.example.com`);
    expect(destinationOf('https://example.com/1').location).toBe('https://example.com/1');
    parse.mockRestore();
  });
});
