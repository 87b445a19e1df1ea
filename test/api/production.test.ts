/** What the sandbox has is not there in production. */
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../support/database.ts';
import { type Body, EveryMethod } from './server.ts';

describeOnEachDatabase('production', (open) => {
  test('has no method of the sandbox: they answer as unknown ones do', async () => {
    const sandbox = await EveryMethod.start(await open());
    const production = await EveryMethod.start(await open(), 'production');
    const names = (server: EveryMethod) => server.methods.map(({ path, name }) => path ?? name);
    const missing = names(sandbox).filter((name) => !names(production).includes(name));
    expect(missing).toEqual([
      '/v3/sandbox/settlePayment',
      '/v3/sandbox/readBankFiles',
      ...['', '', '/advance', '/advances/:advanceId'].map((path) => `/v3/sandbox/clock${path}`),
      ...['counterparty', 'provider', 'scripts', 'scripts/cancel'].map((path) => `/v3/sandbox/${path}`),
      ...['faults', 'faults', 'faults/end'].map((path) => `/v3/sandbox/${path}`),
      ...['snapshots', 'snapshots/restore', 'reset', 'snapshots'].map((path) => `/v3/sandbox/${path}`),
      ...['', '', '/end'].map((path) => `/v3/sandbox/recording${path}`),
    ]);
    const answerTo = async (path: string, fields: Body = {}) =>
      production.call({ host: 'v3', verb: 'POST', path, as: 'MASTER', fields });
    for (const path of missing) {
      const unknown = await answerTo('/v3/sandbox/noSuchMethod');
      expect(await answerTo(path, { tradeId: '1', outcome: 'Settled' })).toEqual(unknown);
      expect(unknown).toMatchObject({ http: 404, body: { statusCode: '104' } });
      expect(await production.openApi()).not.toContain(path);
    }
    await sandbox.close();
    await production.close();
  });
});
