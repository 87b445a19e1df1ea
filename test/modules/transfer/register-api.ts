/** getRegister and getHolderEntries of a walk of everything that moves shares. */
import { VenueReads } from '../../../src/exchange/replica/venue-reads.ts';
import { VenueRisk } from '../../../src/exchange/replica/venue-risk.ts';
import { limitsModule } from '../../../src/modules/limits/index.ts';
import type { LimitDeps } from '../../../src/modules/limits/limit-deps.ts';
import { transferModule } from '../../../src/modules/transfer/index.ts';
import type { TransferDeps } from '../../../src/modules/transfer/transfer-deps.ts';
import { WHOSE } from '../../exchange/register-steps.ts';
import type { RegisterWalk } from '../../exchange/register-walk.ts';
import type { TestDatabases } from '../../support/database.ts';
import { ManualTime } from '../../support/manual-time.ts';
import { fieldsOf, startApi } from '../shared/api.ts';

export const securityId = '7';

export async function startRegister(open: TestDatabases, walk: RegisterWalk) {
  const state = () => walk.state;
  const clock = new ManualTime('2026-11-30T15:00:00Z');
  const reads = () => new VenueReads({ state: state(), clock, alwaysOpen: true });
  const exchange = new Proxy({} as TransferDeps['exchange'] & LimitDeps['exchange'], {
    get: (_target, name) => {
      if (name === 'risk') return new VenueRisk(state(), clock.nowUs);
      if (name === 'imports') return () => [];
      const value = Reflect.get(reads(), name) as unknown;
      return typeof value === 'function' ? value.bind(reads()) : value;
    },
  });
  const accounts = { isActive: async () => true, names: async () => new Map(), checks: async () => new Map() };
  const reference = { clientIds: async () => Object.values(WHOSE).map(({ clientId }) => clientId) };
  const keys = Object.fromEntries(['owner', 'a', 'b', 'c'].map((clientId) => [clientId, { clientId }]));
  const database = await open();
  const api = await startApi(
    database,
    [
      (given) =>
        transferModule({
          ...given,
          exchange,
          records: { ...given, reached: async () => {} },
          actionsPerSecurityMax: 2,
        }),
      () => limitsModule({ exchange, accounts, reference } as unknown as LimitDeps),
    ],
    { keys },
  );
  const call = (method: string, fields: object, as: string) => api.call('POST', method, { ...fields }, { as });
  const ask = async (method: string, fields: object, as: string) => fieldsOf(await call(method, fields, as)) as unknown;
  /** All pages, each as it was answered. */
  const pages = async <P extends { nextCursor: string | null }>(method: string, fields: object, as: string) => {
    const all: P[] = [];
    for (let cursor: string | null | undefined; cursor !== null; cursor = all.at(-1)!.nextCursor) {
      all.push((await ask(method, { ...fields, securityId, ...(cursor === undefined ? {} : { cursor }) }, as)) as P);
    }
    return all;
  };
  return { call, ask, pages, database };
}

/** Of a decimal text; below 0 too. */
export const millionths = (text: string) => {
  const [whole = '', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(6, '0'));
};
export const sum = (texts: readonly string[]) => texts.reduce((all, text) => all + millionths(text), 0n);
