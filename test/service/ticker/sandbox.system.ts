import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import type { ExchangeEvent } from '../../../src/exchange/api/events.ts';
import type { SecurityId } from '../../../src/exchange/api/units.ts';
import { prepareSandbox } from '../../../src/service/prepare-sandbox.ts';
import { Service } from '../../../src/service/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const quiet = pino({ level: 'silent' });

function configOf(folder: string, settings: Record<string, string> = {}) {
  return readConfig({ DATA_DIR: folder, PORT: '0', LEGACY_PORT: '0', METRICS_PORT: '0', ...settings });
}

test('a security of the sandbox trades by itself, also after a restart, unless it is switched off (V30)', async () => {
  const folder = temporaryFolder();
  const service = await Service.open(configOf(folder), quiet);
  await prepareSandbox(service);
  const tops = new Promise<number>((resolve) => {
    service.exchange.subscribe((event: ExchangeEvent) => {
      if (event.type === 'top' && event.top.bid !== null && event.top.offer !== null) resolve(event.top.securityId);
    });
  });
  const ids = await service.openTicker();
  expect(ids).toEqual(JSON.parse(readFileSync(join(folder, 'sandbox-ticker-demo.json'), 'utf8')));
  const securityId = Number(ids?.securityId);
  expect(await tops).toBe(securityId);
  // Whatever the day is on which this runs.
  expect(service.exchange.security(securityId as SecurityId)?.market).toBe('open');
  expect(service.exchange.nextTransition(securityId as SecurityId)).toBeNull();
  await service.stop();

  const again = await Service.open(configOf(folder), quiet);
  expect(again.exchange.security(securityId as SecurityId)?.market).toBe('open');
  expect(await again.openTicker()).toEqual(ids);
  await again.stop();

  const without = await Service.open(configOf(folder, { SANDBOX_TICKER: 'off' }), quiet);
  expect(await without.openTicker()).toBeUndefined();
  expect(without.exchange.nextTransition(securityId as SecurityId)).not.toBeNull();
  await without.stop();
});
