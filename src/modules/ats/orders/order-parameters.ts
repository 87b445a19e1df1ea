/** The values of an order as they are sent (V6). */
import type { Decimal } from 'decimal.js';
import Type, { type TSchema } from 'typebox';
import { type Contingency, type Expiration, type OrderType, priceText } from '../../../exchange/api/index.ts';
import { choice, decimal, type Kind, Malformed, text, wholeNumber } from '../../../http/parameters/index.ts';
import { malformed, missing, QUANTITY_MAX } from '../shared/index.ts';

export { QUANTITY_MAX };

const PRICE_MAX = 1_000_000_000;
const MILLION = 1_000_000;
const NAME_LENGTH_MAX = 100;
const TOKEN_LENGTH_MAX = 200;

const TYPES = ['Limit', 'RFQ'] as const satisfies readonly OrderType[];
const EXPIRATIONS = ['GTC', 'Day', 'Other', 'IOC', 'Auction'] as const satisfies readonly Expiration[];
const CONTINGENCIES = ['None', 'All or None', 'Minimum Quantity'] as const satisfies readonly Contingency[];

export const memberId = text({ maxLength: NAME_LENGTH_MAX, description: 'The member that places the order.' });
export const accountId = text({
  maxLength: NAME_LENGTH_MAX,
  description: 'The investor account that places the order.',
});
export const orderType = choice(TYPES);
export const action = choice(['Buy', 'Sell']);
export const quantity = wholeNumber({ minimum: 1, maximum: QUANTITY_MAX, description: 'Shares.' });
/** Whole millionths of a dollar. */
export const price: Kind<number> = millionths(
  decimal({
    minimum: 0,
    maximum: PRICE_MAX,
    description: 'US dollars per share, at most six decimals; above 0 for Limit, 0 or above for RFQ.',
  }),
);
export const expiration = choice(EXPIRATIONS, {
  description:
    'IOC (an extension): what cannot trade at once is cancelled; with All or None it is fill-or-kill. ' +
    'Auction (an extension, Q9): the order trades at the next auction only, and shows in no book.',
});
export const contingencies = choice(CONTINGENCIES, { description: 'Blank is None.' });
export const minimumThreshold = wholeNumber({
  minimum: 1,
  maximum: QUANTITY_MAX,
  description: 'The fewest shares to execute, from 1 to the quantity; needed with Minimum Quantity, ignored otherwise.',
});
export const solicited = choice(['Solicited', 'Unsolicited']);
export const token = text({ maxLength: TOKEN_LENGTH_MAX, description: "The caller's own value, echoed in answers." });
export const newToken = text({
  maxLength: TOKEN_LENGTH_MAX,
  description: 'The token of the order from then on. Its earlier ones name it too (H10).',
});

/** V67. */
const SYMBOL = /^[A-Z][A-Z0-9.-]{0,15}$/;
const notSymbol = new Malformed('must be a letter, then at most 15 letters, digits, dots and hyphens');

/** In capital letters, whatever was sent. */
export const symbol: Kind<string> = {
  schema: Type.String({ maxLength: 16, description: 'The symbol of the security (V67), in place of its id.' }),
  keepEmpty: false,
  read: (sent) => {
    const read = typeof sent === 'string' && sent.length <= 16 ? sent.toUpperCase() : '';
    return SYMBOL.test(read) ? read : notSymbol;
  },
};

/** At most fifteen digits, six of them decimals: a price below PRICE_MAX in its usual form. */
const USUAL_PRICE = /^[0-9]{1,9}(\.[0-9]{1,6})?$/;

/**
 * Dollars as whole millionths, exact. The usual form is read without a decimal object, which would cost an order more
 * than the rest of its fields together: the error of a product of fifteen digits is below a quarter, so rounding
 * undoes it.
 */
function millionths(dollars: Kind<Decimal>): Kind<number> {
  return {
    ...dollars,
    written: priceText,
    read: (sent) => {
      if (typeof sent !== 'object' && USUAL_PRICE.test(String(sent))) return Math.round(Number(sent) * MILLION);
      const read = dollars.read(sent);
      return read instanceof Malformed ? read : read.times(MILLION).toNumber();
    },
  };
}

/** A field that is taken for the sake of its senders and changes nothing, whatever it holds. */
export function ignored(description: string): Kind<true> {
  return { schema: Type.Unknown({ description }) as TSchema, keepEmpty: false, read: () => true };
}

/** A value that matters only together with another one: whether it is malformed is decided when it is needed. */
export type Deferred<T> = { readonly value: T } | { readonly reason: string };

export function deferred<T>({ written: _, ...kind }: Kind<T>): Kind<Deferred<T>> {
  return {
    ...kind,
    read: (sent) => {
      const value = kind.read(sent);
      return value instanceof Malformed ? { reason: value.reason } : { value };
    },
  };
}

/** The value of a deferred parameter; 106 when it is missing or malformed. */
export function needed<T>(field: string, sent: Deferred<T> | undefined): T {
  if (sent === undefined) throw missing(field);
  if ('reason' in sent) throw malformed(field, sent.reason);
  return sent.value;
}
