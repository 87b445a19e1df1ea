/** Kinds of parameters of transfer rules and registers. */
import {
  choice,
  date,
  list,
  numericId,
  objectOf,
  optional,
  required,
  text,
  wholeNumber,
} from '../../http/parameters/index.ts';
import { orderParameters } from '../ats/index.ts';
import { utcTime } from '../shared/times.ts';

/** What one call names at most. */
const ALLOWED_MAX = 10_000;
const WINDOWS_MAX = 100;
const LOTS_MAX = 1000;
const HOLDINGS_MAX = 1000;
const DAYS_MAX = 3650;
const HOURS_MAX = 365 * 24;

const id = text({ maxLength: 200 });

const tradingWindow = objectOf({
  from: required(utcTime('The first instant in the window')),
  to: required(utcTime('The first instant behind it')),
});

const lot = objectOf({
  date: required(date({ description: 'When they were bought (US Eastern), not in the future.' })),
  quantity: required(orderParameters.quantity),
});

const holding = objectOf({
  clientId: required(id),
  accountId: optional(orderParameters.accountId),
  lots: required(list(lot, { maxItems: LOTS_MAX, description: 'All shares of the holder; none: it is no holder.' })),
});

export const holdings = list(holding, { maxItems: HOLDINGS_MAX });

/** F2: what is not sent is no rule. */
export const ruleParameters = {
  holdingDays: optional(
    wholeNumber({
      minimum: 0,
      maximum: DAYS_MAX,
      description: 'Shares are sold so many days after they were bought at the earliest; 0: only what is registered.',
    }),
  ),
  allowedClients: optional(list(id, { maxItems: ALLOWED_MAX, description: 'Clients that may trade the security.' })),
  allowedAccounts: optional(list(id, { maxItems: ALLOWED_MAX, description: 'Accounts that may trade the security.' })),
  holdersMax: optional(wholeNumber({ minimum: 0, maximum: 1_000_000, description: 'The most holders.' })),
  windows: optional(
    list(tradingWindow, {
      maxItems: WINDOWS_MAX,
      description: 'When the security trades, beside its market hours; in order of time, without overlap.',
    }),
  ),
  firstRefusalHours: optional(
    wholeNumber({
      minimum: 1,
      maximum: HOURS_MAX,
      description: 'Orders to sell wait so long for answerFirstRefusal.',
    }),
  ),
  firstRefusalUnanswered: optional(
    choice(['Waive', 'Exercise'], { description: 'What holds when nobody answers; Waive when absent.' }),
  ),
};

export const securityId = numericId({ description: 'The offering id.' });
