import { createRequire, syncBuiltinESMExports } from 'node:module';

const crypto = createRequire(import.meta.url)('node:crypto') as Record<string, unknown>;

/** What would make two runs of a seed differ. */
const OF_THE_WORLD: readonly [holder: Record<string, unknown>, name: string][] = [
  ...['setTimeout', 'setInterval', 'setImmediate'].map((name): [Record<string, unknown>, string] => [
    globalThis as Record<string, unknown>,
    name,
  ]),
  [performance as unknown as Record<string, unknown>, 'now'],
  [Math as unknown as Record<string, unknown>, 'random'],
  [Date as unknown as Record<string, unknown>, 'now'],
  [process as unknown as Record<string, unknown>, 'hrtime'],
  [crypto, 'randomBytes'],
  [crypto, 'randomUUID'],
  [crypto, 'randomInt'],
];

/** Whatever reads the real clock, waits by it or rolls real dice throws, until the returned function is called. */
export function trapTheRealWorld(): () => void {
  const kept = OF_THE_WORLD.map(
    ([holder, name]) => [holder, name, Object.getOwnPropertyDescriptor(holder, name)] as const,
  );
  const { Date: RealDate } = globalThis;
  for (const [holder, name] of OF_THE_WORLD) {
    Object.defineProperty(holder, name, {
      configurable: true,
      writable: true,
      value: () => {
        throw new Error(`the simulation reached ${name} of the real world`);
      },
    });
  }
  globalThis.Date = new Proxy(RealDate, {
    construct(target, values, newTarget) {
      if (values.length === 0) throw new Error('the simulation reached the date of the real world');
      return Reflect.construct(target, values, newTarget) as Date;
    },
  });
  syncBuiltinESMExports();
  return () => {
    globalThis.Date = RealDate;
    for (const [holder, name, descriptor] of kept) {
      if (descriptor === undefined) delete holder[name];
      else Object.defineProperty(holder, name, descriptor);
    }
    syncBuiltinESMExports();
  };
}
