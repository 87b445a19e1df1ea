import { expect, test } from 'vitest';
import { type ClusterDeps, getCluster, handOverVenue } from '../../../src/modules/health/index.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { errorOf, fieldsOf, startApi } from '../shared/api.ts';

const NODE = {
  ...{ node: 'a', role: 'leader', isThere: true, address: 'http://a', version: '1', sequence: 9 },
  ...{ lagCommands: 0, lagMs: 0.4, clockMs: -1.6, seenMsAgo: 300.2 },
};

async function started(open: TestDatabases, cluster: ClusterDeps['cluster']) {
  const deps = cluster === undefined ? {} : { cluster };
  const api = await startApi(await open(), [() => [getCluster(deps), handOverVenue(deps)]]);
  return (method: string, as = 'MASTER') => api.call('POST', `admin/${method}`, {}, { as });
}

describeOnEachDatabase('the cluster', (open) => {
  test('the nodes are shown with their lag, and a handover is asked for (O18)', async () => {
    let asked = 0;
    const call = await started(open, {
      read: async () => ({ leader: 'a', epoch: 3, sequence: 9, isHandoverAsked: asked > 0, nodes: [NODE] }),
      askHandover: async () => ++asked > 0,
    });
    const { cluster } = fieldsOf(await call('getCluster'));
    expect(cluster).toMatchObject({ leader: 'a', epoch: 3, lastCommandSeq: 9, handoverAsked: 'No' });
    expect((cluster as { nodes: object[] }).nodes).toEqual([
      {
        ...{ name: 'a', role: 'leader', there: 'Yes', address: 'http://a', version: '1', lastCommandSeq: 9 },
        ...{ lagCommands: 0, lagMilliseconds: 0, clockMilliseconds: -2, reportedMilliseconds: 300 },
      },
    ]);
    expect(fieldsOf(await call('handOverVenue'))).toMatchObject({ handoverAsked: 'Yes' });
    expect(fieldsOf(await call('getCluster')).cluster).toMatchObject({ handoverAsked: 'Yes' });
    for (const method of ['getCluster', 'handOverVenue']) {
      expect((await call(method, 'C1')).body.statusCode).toBe('111');
    }
    expect(asked).toBe(1);
  });

  test.each([
    ['one process', undefined],
    ['no other node', { read: async () => undefined, askHandover: async () => false }],
  ])('nothing is handed over where there is %s', async (_, cluster) => {
    const call = await started(open, cluster);
    expect(fieldsOf(await call('getCluster')).cluster).toBeNull();
    expect(errorOf(await call('handOverVenue'), '190')).toContain('no other node');
  });

  test('a journal that cannot be asked is 503', async () => {
    const fail = async () => {
      throw new Error('no host takes writes');
    };
    const call = await started(open, { read: fail, askHandover: fail });
    for (const method of ['getCluster', 'handOverVenue']) {
      const { http, body } = await call(method);
      expect([http, body.statusCode, String(body['Error(s)'])]).toEqual([
        503,
        '503',
        expect.stringContaining('no host'),
      ]);
    }
  });
});
