/** Calls that make a lot of work with orders that were no trouble when they came. */
import type { Attack } from './attack.ts';
import type { Cast, Credentials } from './cast.ts';
import { RawStream } from './raw-stream.ts';
import { loops, type OrderTerms, orderFields, sendOrders, shares } from './requests.ts';

const PRICE = 500;
const SHARES: OrderTerms = { action: 'Buy', quantity: 1, price: PRICE };
const REASON = 'a reason';

/** Offers of one share of the owner rest. */
function offers(count: number): (cast: Cast) => Promise<void> {
  return (cast) => sendOrders(cast, cast.owner, cast.securityId, shares('Sell', count, PRICE));
}

function sweep(quantity: number): (cast: Cast) => Promise<void> {
  return (cast) => sendOrders(cast, cast.taker, cast.securityId, [{ ...SHARES, quantity }]);
}

export function sweepOf(count: number): Attack {
  return { name: `a sweep of ${count.toLocaleString('en-US')}`, setUp: offers(count), attack: sweep(count) };
}

/** Something is called once, over that many resting orders. */
function callOver(count: number, name: string, call: (cast: Cast) => Promise<unknown>): Attack {
  return {
    name,
    setUp: offers(count),
    attack: async (cast) => {
      await call(cast);
    },
  };
}

const MASS_CANCEL = callOver(16_000, 'cancelOrders', (cast) => cast.call(cast.owner, 'POST cancelOrders', {}));
const CLOSE = callOver(16_000, 'closeOffering', (cast) =>
  cast.call(cast.owner, 'POST closeOffering', { offeringId: cast.securityId }),
);
/** All orders are held, and then freed. */
const TRANSFER_RULES = callOver(20_000, 'setTransferRules', async (cast) => {
  const { owner, taker, securityId } = cast;
  await cast.call(owner, 'POST setTransferRules', { securityId, allowedClients: [taker.clientID] });
  await cast.call(owner, 'POST setTransferRules', { securityId });
});
const KILL_SWITCH = callOver(16_000, 'throwKillSwitch', (cast) =>
  cast.call(cast.owner, 'POST throwKillSwitch', { scope: 'client', reason: REASON }),
);

const OPENING: Attack = {
  name: 'resumeSecurity',
  setUp: async (cast) => {
    const { operator, owner, taker, securityId } = cast;
    await cast.call(operator, 'POST haltSecurity', { securityId, reason: REASON });
    await Promise.all([
      sendOrders(cast, owner, securityId, shares('Sell', 10_000, PRICE)),
      sendOrders(cast, taker, securityId, shares('Buy', 10_000, PRICE)),
    ]);
  },
  attack: async (cast) => {
    await cast.call(cast.operator, 'POST resumeSecurity', { securityId: cast.securityId, reason: REASON });
  },
};

const OWN_STREAMS: Attack = {
  name: '90 own streams and a sweep',
  setUp: async (cast) => {
    await offers(4000)(cast);
    await RawStream.subscribed(cast, cast.owner, 90, { channel: 'orders' });
  },
  attack: sweep(4000),
};

const BOOKS = 20;
const SWEPT = 600;
const SWEEPS = 3;

/** Pending work in many books, of several clients, and more of it as soon as it is done. */
function sweepsInManyBooks(): Attack {
  const books: string[] = [];
  return {
    name: 'sweeps in 20 books',
    setUp: async (cast) => {
      books.length = 0;
      for (let book = 1; book <= BOOKS; book++) books.push(await cast.newSecurity(`Security ${book}`));
      for (const securityId of books) {
        const ladder = Array.from({ length: SWEEPS }, (_, step) => shares('Sell', SWEPT, PRICE + step)).flat();
        await sendOrders(cast, cast.owner, securityId, ladder);
      }
    },
    attack: async (cast) => {
      const takers = cast.attackers.slice(1);
      for (let step = 0; step < SWEEPS; step++) {
        const bid = { ...SHARES, quantity: SWEPT, price: PRICE + step };
        await Promise.all(
          books.map((securityId, i) => sendOrders(cast, takers[i % takers.length]!, securityId, [bid])),
        );
      }
    },
  };
}

const WATCHERS_PER_CLIENT = 67;
const STORM_MS = 3000;
const BATCHES = 10;
const BATCH = 100;

/** The whole depth of a book comes and goes again and again, and 200 watch it. */
const STORM: Attack = {
  name: 'order storms under 200 depth streams',
  setUp: async (cast) => {
    const subscription = { channel: 'depth', securityIds: [cast.securityId], levels: 100 };
    for (const attacker of cast.attackers) {
      await RawStream.subscribed(cast, attacker, WATCHERS_PER_CLIENT, subscription);
    }
  },
  attack: async (cast) => {
    await Promise.all(cast.attackers.map((attacker, i) => storm(cast, attacker, 100 * (1 + i))));
  },
};

async function storm(cast: Cast, credentials: Credentials, price: number): Promise<void> {
  const stream = await RawStream.open(cast, credentials);
  cast.atEnd(() => stream.close());
  const calls = Array.from({ length: BATCH }, (_, id) => {
    const fields = orderFields(cast, cast.securityId, { action: 'Buy', quantity: 1, price: price + id });
    return { op: 'createOrder', id, fields };
  });
  await loops(1, STORM_MS, async () => {
    const entered = stream.comes('"type":"answer"', BATCHES * BATCH);
    for (let batch = 0; batch < BATCHES; batch++) stream.send({ op: 'batch', calls });
    await entered;
    const cancelled = stream.comes('"type":"answer"', 1);
    stream.send({ op: 'cancelOrders', id: 'c', fields: { securityid: cast.securityId } });
    await cancelled;
  });
}

export const ORDER_CALLERS: readonly Attack[] = [
  sweepOf(20_000),
  MASS_CANCEL,
  CLOSE,
  TRANSFER_RULES,
  KILL_SWITCH,
  OPENING,
  OWN_STREAMS,
  sweepsInManyBooks(),
  STORM,
];
