/** The services and the kinds of parameters of transfer rules and registers. */
import type {
  ActionReads,
  EventFeed,
  EventSeq,
  Markets,
  Orders,
  SecurityId,
  SecurityView,
  TenderReads,
  TransferReads,
} from '../../exchange/api/index.ts';
import type { Client } from '../../http/methods/index.ts';
import {
  choice,
  date,
  decimal,
  type Kind,
  list,
  mapKind,
  numericId,
  objectOf,
  optional,
  required,
  text,
  wholeNumber,
} from '../../http/parameters/index.ts';
import { orderParameters, refusalError } from '../ats/index.ts';
import type { Venue } from '../shared/deps.ts';
import type { ReadDeps } from '../shared/list/index.ts';
import { utcTime } from '../shared/values/index.ts';
import { unitsText } from './register-values.ts';

/** The most items of one call. */
const ALLOWED_MAX = 10_000;
const WINDOWS_MAX = 100;
const LOTS_MAX = 1000;
const HOLDINGS_MAX = 1000;
const DAYS_MAX = 3650;
const HOURS_MAX = 365 * 24;

const id = text({ maxLength: 200 });

const tradingWindow = objectOf({
  from: required(utcTime('The first instant in the window')),
  to: required(utcTime('The end of the window, not included')),
});

const shares: Kind<{ readonly quantity: number; readonly rest?: number }> = mapKind(
  decimal({
    exclusiveMinimum: 0,
    maximum: orderParameters.QUANTITY_MAX,
    description: 'Shares, with at most six decimals.',
  }),
  (read) => {
    const quantity = read.trunc();
    const rest = read.minus(quantity).times(1_000_000).toNumber();
    return { quantity: quantity.toNumber(), ...(rest === 0 ? {} : { rest }) };
  },
);

const lot = mapKind(
  objectOf({
    date: required(date({ description: 'When they were bought (US Eastern), not in the future.' })),
    quantity: required(shares),
  }),
  ({ date, quantity }) => ({ date, ...quantity }),
  ({ date, quantity, rest = 0 }) => ({ date, quantity: unitsText({ quantity, rest }) }),
);

const holding = objectOf({
  clientId: required(id),
  accountId: optional(orderParameters.accountId),
  lots: required(
    list(lot, { maxItems: LOTS_MAX, description: 'All shares of the holder; an empty list removes the holder.' }),
  ),
});

export const holdings = list(holding, { maxItems: HOLDINGS_MAX });

/** F2: a rule that is not sent is removed. */
export const ruleParameters = {
  holdingDays: optional(
    wholeNumber({
      minimum: 0,
      maximum: DAYS_MAX,
      description: 'Days after which bought shares may be sold; 0: only registered shares may be sold.',
    }),
  ),
  allowedClients: optional(list(id, { maxItems: ALLOWED_MAX, description: 'Clients that may trade the security.' })),
  allowedAccounts: optional(list(id, { maxItems: ALLOWED_MAX, description: 'Accounts that may trade the security.' })),
  unregisteredSales: optional(
    choice(['Allowed', 'Refused'], {
      description:
        'Whether orders may sell more than the register has for their owner. When absent, it stays as it is.',
    }),
  ),
  holdersMax: optional(wholeNumber({ minimum: 0, maximum: 1_000_000, description: 'The most holders.' })),
  windows: optional(
    list(tradingWindow, {
      maxItems: WINDOWS_MAX,
      description: 'When the security trades, within its market hours; in order of time, without overlap.',
    }),
  ),
  firstRefusalHours: optional(
    wholeNumber({
      minimum: 1,
      maximum: HOURS_MAX,
      description: 'How long orders to sell wait for answerFirstRefusal.',
    }),
  ),
  firstRefusalUnanswered: optional(
    choice(['Waive', 'Exercise'], { description: 'What happens when nobody answers; Waive when absent.' }),
  ),
};

export const securityId = numericId<SecurityId>({ description: 'The offering id.' });

/** The services that the methods of this module use. */
export interface TransferDeps extends ReadDeps {
  readonly exchange: Orders &
    Pick<Markets, 'security' | 'nowUs'> &
    TransferReads &
    ActionReads &
    TenderReads &
    Pick<Venue, 'rules' | 'imports'> &
    Pick<EventFeed, 'lastEventSeq'>;
  /** The order history. */
  readonly records: ReadDeps & { reached(eventSeq: EventSeq): Promise<void> };
  /** The most corporate actions of a security that are announced at once. */
  readonly actionsPerSecurityMax: number;
}

/** Any security; throws 138 for none. */
export function anySecurity({ exchange }: TransferDeps, securityId: SecurityId): SecurityView {
  const security = exchange.security(securityId);
  if (security === undefined) throw refusalError('unknown security');
  return security;
}

/** The caller's security, or any security with a master key; throws 138 or 162 otherwise. */
export function ownedSecurity(deps: TransferDeps, client: Client, securityId: SecurityId): SecurityView {
  const security = anySecurity(deps, securityId);
  if (!client.master && security.ownerClientId !== client.clientId) throw refusalError('offering of another client');
  return security;
}
