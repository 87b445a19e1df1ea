/** What is said of an order that a limit, a rule of its security or a kill switch refuses (V50, V54, V68). */
import {
  type BreachName,
  type KillSwitch,
  type LimitBreach,
  priceText,
  type Refused,
  type SecurityId,
} from '../../../exchange/api/index.ts';
import { fromMillionths, timestamp } from '../../shared/values/index.ts';

type Value = LimitBreach['value'];

/** Of longer lists only the length is shown. */
const LISTED_MAX = 20;

interface Texts {
  /** The limit's own value. */
  readonly limit: (value: Value) => string;
  /** The value of the order, and the rest that counts. */
  readonly order: (value: Value) => string;
  /** What `used` is to it. */
  readonly next?: string;
}

const plain = (value: Value) => String(value);
const dollars = (value: Value) => fromMillionths(BigInt(value as bigint));
const ids = (value: Value) => {
  const listed = value as readonly number[];
  return listed.length > LISTED_MAX ? `${listed.length} securities` : listed.join(', ');
};

const price = (value: Value) => priceText(value as number);
const AROUND: Texts = {
  limit: (value) => `${fromMillionths(BigInt(value as number))} percent`,
  order: price,
  next: 'around',
};

const TEXTS: Readonly<Record<BreachName, Texts>> = {
  maxOrderQuantity: { limit: plain, order: plain },
  maxOrderValue: { limit: dollars, order: dollars },
  maxOpenValue: { limit: dollars, order: dollars, next: 'in addition to' },
  maxOpenOrders: { limit: plain, order: plain, next: 'in addition to' },
  priceBand: AROUND,
  allowedSecurities: { limit: ids, order: plain },
  restrictedSecurities: { limit: ids, order: plain },
  sides: { limit: plain, order: plain },
  noShortSale: { limit: plain, order: plain },
  maxOrdersPerSecond: { limit: plain, order: plain, next: 'in addition to' },
  tickSize: { limit: price, order: price },
  lotSize: { limit: plain, order: plain },
  minimumQuantity: { limit: plain, order: plain },
  maximumQuantity: { limit: plain, order: plain },
  priceCollar: AROUND,
};

export interface Said {
  readonly detail: string;
  readonly fields: Record<string, unknown>;
}

/** undefined: it was refused for something else. */
export function saidOf({ breach, stopping }: Refused): Said | undefined {
  if (breach !== undefined) return saidOfBreach(breach);
  return stopping && saidOfSwitch(stopping);
}

function saidOfBreach({ limit, of, value, order, used }: LimitBreach): Said {
  const texts = TEXTS[limit];
  const said = { name: limit, of, value: texts.limit(value), order: texts.order(order) };
  const others = used === undefined ? '' : ` ${texts.next ?? 'in addition to'} ${texts.order(used)}`;
  return {
    detail: `${limit} of the ${of} is ${said.value}: the order has ${said.order}${others}`,
    fields: { limit: used === undefined ? said : { ...said, used: texts.order(used) } },
  };
}

function saidOfSwitch({ clientId, accountId, securityId, reason, since }: KillSwitch): Said {
  const scope = scopeOf({ clientId, accountId, securityId });
  return {
    detail: `trading of the ${scope} is stopped: ${reason}`,
    fields: { killSwitch: { scope, reason, since: timestamp(since) } },
  };
}

export type SwitchKind = 'venue' | 'security' | 'client' | 'account';

export function scopeOf(scope: {
  readonly clientId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly securityId?: SecurityId | undefined;
}): SwitchKind {
  if (scope.accountId !== undefined) return 'account';
  if (scope.clientId !== undefined) return 'client';
  return scope.securityId === undefined ? 'venue' : 'security';
}
