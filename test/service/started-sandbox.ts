import pino from 'pino';
import { readConfig } from '../../src/config.ts';
import { prepareSandbox } from '../../src/service/prepare-sandbox.ts';
import { Service } from '../../src/service/service.ts';
import { closeAfterTest } from '../support/cleanup.ts';

/** A whole sandbox that listens, with its demo security; it is stopped after the test. */
export async function startedSandbox(dataDir: string) {
  const config = readConfig({
    ...{ DATA_DIR: dataDir, PORT: '0', LEGACY_PORT: '0', METRICS_PORT: '0' },
    ...{ MARKET_ALWAYS_OPEN: 'true', SANDBOX_TICKER: 'off' },
  });
  const service = await Service.open(config, pino({ level: 'silent' }));
  closeAfterTest(() => service.stop());
  const demo = await prepareSandbox(service);
  await service.listen();
  return { service, demo };
}
