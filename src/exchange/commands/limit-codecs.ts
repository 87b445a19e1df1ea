/** The commands of limits as the journal has them (journaled-command.ts). */

import { type LimitCommand, type Position, policyFrom, policyValues } from '../api/index.ts';
import type { Values } from './order-values.ts';

type CommandOf<T extends LimitCommand['type']> = Extract<LimitCommand, { type: T }> & { readonly time: number };

interface Codec<T extends LimitCommand['type']> {
  readonly encode: (command: CommandOf<T>) => Values;
  readonly decode: (values: Values) => Omit<CommandOf<T>, 'time'>;
}

export const LIMIT_CODECS: { readonly [T in LimitCommand['type']]: Codec<T> } = {
  setLimits: {
    encode: (c) => [c.type, c.time, c.clientId, c.accountId, policyValues(c.policy), c.tightens, c.expected],
    decode: (v) =>
      ({
        type: 'setLimits',
        clientId: v[2],
        accountId: v[3],
        policy: policyFrom(v[4]),
        tightens: v[5],
        expected: v[6],
      }) as CommandOf<'setLimits'>,
  },
  referencePrice: {
    encode: (c) => [c.type, c.time, c.securityId, c.price],
    decode: (v) => ({ type: 'referencePrice', securityId: v[2], price: v[3] }) as CommandOf<'referencePrice'>,
  },
  setPositions: {
    encode: (c) => [c.type, c.time, c.positions.map(positionValues)],
    decode: (v) => ({ type: 'setPositions', positions: (v[2] as Values[]).map(positionFrom) }),
  },
  bust: {
    encode: (c) => [
      c.type,
      c.time,
      c.matchId,
      positionValues({ ...c.buyer, quantity: c.quantity }),
      positionValues({ ...c.seller, quantity: c.quantity }),
    ],
    decode: (v) => {
      const { quantity, ...buyer } = positionFrom(v[3] as Values);
      const { quantity: _, ...seller } = positionFrom(v[4] as Values);
      return { type: 'bust', matchId: v[2], quantity, buyer, seller } as CommandOf<'bust'>;
    },
  },
  adjust: {
    encode: (c) => [
      c.type,
      c.time,
      c.matchId,
      c.price,
      c.quantity,
      c.reason,
      positionValues({ ...c.buyer, quantity: c.matched.quantity }),
      positionValues({ ...c.seller, quantity: c.matched.quantity }),
      c.matched.price,
    ],
    decode: (v) => {
      const { quantity: matched, ...buyer } = positionFrom(v[6] as Values);
      const { quantity: _, ...seller } = positionFrom(v[7] as Values);
      return {
        ...{ type: 'adjust', matchId: v[2], price: v[3], quantity: v[4], reason: v[5] },
        ...{ matched: { price: v[8], quantity: matched }, buyer, seller },
      } as CommandOf<'adjust'>;
    },
  },
  throwSwitch: {
    encode: (c) => [c.type, c.time, c.scope, c.by, c.reason],
    decode: (v) => ({ type: 'throwSwitch', scope: v[2], by: v[3], reason: v[4] }) as CommandOf<'throwSwitch'>,
  },
  releaseSwitch: {
    encode: (c) => [c.type, c.time, c.scope, c.by],
    decode: (v) => ({ type: 'releaseSwitch', scope: v[2], by: v[3] }) as CommandOf<'releaseSwitch'>,
  },
};

export function positionValues({ clientId, accountId, securityId, quantity }: Position): Values {
  return [clientId, accountId, securityId, quantity];
}

/** The inverse of positionValues. */
export function positionFrom([clientId, accountId, securityId, quantity]: Values): Position {
  return { clientId, accountId, securityId, quantity } as Position;
}
