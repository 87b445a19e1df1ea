import type { Attack } from './attack.ts';
import { HOSTILE_BOOKS, type HostileBook, type HostileOrder } from './books.ts';
import type { Cast } from './cast.ts';
import { pipeline } from './pipeline.ts';
import { type OrderTerms, orderFields, request } from './requests.ts';

/** Far from any other order. */
const PRICE_CENTS = 500;

/** The hostile books, sent over HTTP. */
export const BOOK_ATTACKS: readonly Attack[] = HOSTILE_BOOKS.map(attackOf);

function attackOf(book: HostileBook): Attack {
  const { name, setUp, attack, whileHalted } = book;
  return {
    name,
    setUp: async (cast) => {
      if (!whileHalted) return;
      const { operator, securityId } = cast;
      await cast.call(operator, 'POST haltSecurity', { securityId, reason: 'set-up' });
      await send(cast, setUp);
    },
    attack: async (cast) => {
      const { operator, securityId } = cast;
      if (whileHalted) await cast.call(operator, 'POST resumeSecurity', { securityId, reason: 'set-up is over' });
      // Orders of the set-up trade too, unless the market is halted.
      else await send(cast, setUp);
      await send(cast, attack);
    },
  };
}

/** All at once, each attacker on a separate connection: none may keep that many orders with a condition. */
async function send(cast: Cast, orders: readonly HostileOrder[]): Promise<void> {
  const { attackers, securityId, port } = cast;
  const requestsOf = (attacker: number) =>
    orders
      .filter((_, i) => i % attackers.length === attacker)
      .map((order) => request(attackers[attacker]!, 'POST createOrder', orderFields(cast, securityId, termsOf(order))));
  await Promise.all(attackers.map((_, i) => pipeline(port, requestsOf(i))));
}

function termsOf({ side, quantity, cents, contingency, minimum }: HostileOrder): OrderTerms {
  return {
    action: side === 'buy' ? 'Buy' : 'Sell',
    quantity,
    price: PRICE_CENTS + cents,
    contingencies: contingency,
    ...(contingency === 'Minimum Quantity' ? { minimumThreshold: minimum } : {}),
  };
}
