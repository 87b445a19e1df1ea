import { createRequire, syncBuiltinESMExports } from 'node:module';
import { Dice } from '../e2e/support/dice.ts';

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
];
const RANDOM = ['randomBytes', 'randomUUID', 'randomInt'];

/**
 * Whatever reads the real clock, waits by it or rolls real dice throws, until the returned function is called. Names
 * and nonces, which the program takes from node:crypto, come from dice of a seed.
 */
export function trapTheRealWorld(seed = 1): () => void {
  const ofCrypto = RANDOM.map((name): [Record<string, unknown>, string] => [crypto, name]);
  const kept = [...OF_THE_WORLD, ...ofCrypto].map(
    ([holder, name]) => [holder, name, Object.getOwnPropertyDescriptor(holder, name)] as const,
  );
  Object.assign(crypto, randomOf(new Dice(seed)));
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

/** Few of the dice are rolled for it: nothing depends on how random it is. */
function randomOf(dice: Dice) {
  const randomBytes = (size: number) => {
    const bytes = Buffer.alloc(size, dice.between(0, 255));
    if (size >= 4) bytes.writeUInt32LE(dice.between(0, 0xffff_ffff));
    return bytes;
  };
  return {
    randomBytes,
    randomUUID: () => {
      const hex = randomBytes(16).toString('hex');
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
    },
    randomInt: (from: number, end: number) => dice.between(from, end - 1),
  };
}
