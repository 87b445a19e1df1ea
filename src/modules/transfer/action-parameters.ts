/** The kinds of parameters of corporate actions. */
import Type from 'typebox';
import {
  ACTION_KINDS,
  FRACTIONS,
  priceText,
  RATIO_MAX,
  type Ratio,
  REDEEMED_INTO,
  type SecurityId,
} from '../../exchange/api/index.ts';
import {
  choice,
  date,
  decimal,
  type Kind,
  Malformed,
  mapKind,
  numericId,
  optional,
  required,
  text,
  wholeNumber,
} from '../../http/parameters/index.ts';
import { orderParameters } from '../ats/index.ts';
import { securityId } from './transfer-deps.ts';

const MILLION = 1_000_000;
const PRICE_MAX = 1_000_000_000;
const NOTE_LENGTH_MAX = 1000;
const NAME_LENGTH_MAX = 255;

const RATIO = /^([0-9]{1,4}):([0-9]{1,4})$/;
const notRatio = new Malformed(`must be two whole numbers from 1 to ${RATIO_MAX}, new shares for old ones: 2:1`);

const ratio: Kind<Ratio> = {
  schema: Type.String({
    pattern: RATIO.source,
    description:
      `Needed for a Split, Reverse Split and Stock Dividend: new shares for old ones, each from 1 to ${RATIO_MAX}: ` +
      '2:1, or 1:10. Of a Stock Dividend the new ones are in addition to the old ones. Of a Redemption ' +
      'those redeemed of those held; all of them when absent.',
  }),
  keepEmpty: false,
  written: ({ to, from }) => `${to}:${from}`,
  read: (sent) => {
    const [, to = '0', from = '0'] = RATIO.exec(typeof sent === 'string' ? sent : '') ?? [];
    const read = { to: Number(to), from: Number(from) };
    return [read.to, read.from].every((part) => part >= 1 && part <= RATIO_MAX) ? read : notRatio;
  },
};

/** In millionths. */
const dollars = (description: string) =>
  mapKind(
    decimal({ exclusiveMinimum: 0, maximum: PRICE_MAX, description }),
    (read) => read.times(MILLION).toNumber(),
    priceText,
  );

export const actionId = numericId({ description: 'Of the corporate action in its security.' });
export const note = text({ maxLength: NOTE_LENGTH_MAX });

export const actionParameters = {
  securityId: required(securityId),
  kind: required(choice(ACTION_KINDS)),
  ratio: optional(ratio),
  fractions: optional(
    choice(Object.values(FRACTIONS), {
      description:
        'Parts of a share are paid in cash, rounded up, or kept, which needs a ratio that makes whole shares of ' +
        'each. Default Cash; Kept for such a ratio without cashPrice.',
    }),
  ),
  cashPrice: optional(
    dollars('US dollars for a share as it is afterwards; needed where parts of shares are paid in cash.'),
  ),
  amount: optional(dollars('US dollars that a Cash Dividend pays for a share; needed for it.')),
  symbol: optional({
    ...orderParameters.symbol,
    schema: Type.String({ maxLength: 16, description: 'The symbol of the security after a Name Change (V67).' }),
  }),
  name: optional(text({ maxLength: NAME_LENGTH_MAX, description: 'The name of the security after a Name Change.' })),
  price: optional(dollars('Needed for a Redemption and a Tender: US dollars for a share that the issuer buys.')),
  mostShares: optional(
    wholeNumber({
      minimum: 1,
      maximum: orderParameters.QUANTITY_MAX,
      description: 'Needed for a Tender: the most shares that are bought.',
    }),
  ),
  intoSecurityId: optional(
    numericId<SecurityId>({
      description: 'Needed for a Conversion: another security of the same client, of which holders get shares.',
    }),
  ),
  redeemedShares: optional(
    choice(Object.values(REDEEMED_INTO), {
      description:
        'Of a Redemption or a Tender: Treasury, the issuer keeps the shares; Cancelled, they are no more. Default ' +
        'Cancelled.',
    }),
  ),
  exDate: required(date({ description: 'US Eastern, after today: before the opening of this date it has effect.' })),
  recordDate: optional(date({ description: 'US Eastern, not before today.' })),
  payDate: optional(date({ description: 'US Eastern, not before the record date, or today without one.' })),
  note: optional(note),
};
