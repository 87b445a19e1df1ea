/** The terms of each kind of corporate action, from the fields of createCorporateAction. */
import { type ActionTerms, isWhole, type Ratio, type ShownKind } from '../../exchange/api/index.ts';
import type { ValuesOf } from '../../http/parameters/index.ts';
import { malformed, missing } from '../ats/index.ts';
import type { actionParameters } from './action-parameters.ts';

type Values = ValuesOf<typeof actionParameters>;

/** Fields that some kinds have and others do not. */
const TERMS = [
  'ratio',
  'fractions',
  'cashPrice',
  'amount',
  'symbol',
  'name',
  'price',
  'redeemedShares',
  'intoSecurityId',
  'mostShares',
] as const satisfies readonly (keyof Values)[];

const ALL = { to: 1, from: 1 };

interface TermsReader {
  readonly takes: readonly (typeof TERMS)[number][];
  /** Throws ApiError 106 for the field that is wrong. */
  readonly read: (values: Values) => ActionTerms;
}

const SPLIT: TermsReader = { takes: ['ratio', 'fractions', 'cashPrice'], read: splitTerms };

const READERS: Record<ShownKind, TermsReader> = {
  Split: SPLIT,
  'Reverse Split': SPLIT,
  'Stock Dividend': SPLIT,
  'Cash Dividend': { takes: ['amount'], read: dividendTerms },
  'Name Change': { takes: ['symbol', 'name'], read: nameTerms },
  'End of Security': { takes: [], read: () => ({ kind: 'endOfSecurity' }) },
  Redemption: { takes: ['ratio', 'price', 'redeemedShares'], read: redemptionTerms },
  Conversion: { takes: ['ratio', 'fractions', 'cashPrice', 'intoSecurityId'], read: conversionTerms },
  Tender: { takes: ['mostShares', 'price', 'redeemedShares'], read: tenderTerms },
};

/** Throws ApiError 106 for a field that is wrong, or not of the kind. */
export function termsOf(values: Values): ActionTerms {
  const { takes, read } = READERS[values.kind];
  const other = TERMS.find((field) => values[field] !== undefined && !takes.includes(field));
  if (other !== undefined) throw malformed(other, `is not for a ${values.kind}`);
  return read(values);
}

function splitTerms({ kind, ratio, fractions, cashPrice }: Values): ActionTerms {
  if (ratio === undefined) throw missing('ratio');
  const { to, from } = ratio;
  if (kind === 'Split' && to <= from) throw malformed('ratio', 'must have more new shares than old ones for a Split');
  if (kind === 'Reverse Split' && to >= from)
    throw malformed('ratio', 'must have fewer new shares than old ones for a Reverse Split');
  const terms =
    kind === 'Stock Dividend'
      ? { kind: 'stockDividend' as const, to: from + to, from }
      : { kind: 'split' as const, to, from };
  return { ...terms, ...partsOf(terms, fractions, cashPrice) };
}

/** How parts of a share are handled. Throws ApiError 106. */
function partsOf(ratio: Ratio, asked: Values['fractions'], cashPrice: number | undefined) {
  const fractions = asked ?? (isWhole(ratio) && cashPrice === undefined ? 'Kept' : 'Cash');
  if (fractions === 'Kept' && !isWhole(ratio))
    throw malformed('fractions', 'must be Cash or Up where a share does not become whole shares');
  if (fractions === 'Cash') {
    if (cashPrice === undefined) throw malformed('cashPrice', 'is required for parts of shares that are paid in cash');
    return { fractions: 'cash', cashPrice } as const;
  }
  if (cashPrice !== undefined) throw malformed('cashPrice', 'is for parts of shares that are paid in cash');
  return { fractions: fractions === 'Up' ? 'up' : 'kept', cashPrice: null } as const;
}

/** R12. */
function redemptionTerms({ ratio: redeemed = ALL, price, redeemedShares }: Values): ActionTerms {
  if (redeemed.to > redeemed.from) throw malformed('ratio', 'must not redeem more shares than are held');
  if (price === undefined) throw missing('price');
  return { kind: 'redemption', redeemed, price, into: intoOf(redeemedShares) };
}

function intoOf(redeemedShares: Values['redeemedShares']) {
  return redeemedShares === 'Treasury' ? 'treasury' : 'cancelled';
}

/** R14. */
function tenderTerms({ mostShares, price, redeemedShares }: Values): ActionTerms {
  if (mostShares === undefined) throw missing('mostShares');
  if (price === undefined) throw missing('price');
  return { kind: 'tender', mostShares, price, into: intoOf(redeemedShares) };
}

/** R13. */
function conversionTerms({ securityId, intoSecurityId: into, ratio, fractions, cashPrice }: Values): ActionTerms {
  if (ratio === undefined) throw missing('ratio');
  if (into === undefined) throw missing('intoSecurityId');
  if (into === securityId) throw malformed('intoSecurityId', 'must be another security');
  return { kind: 'conversion', ...ratio, into, ...partsOf(ratio, fractions, cashPrice) };
}

function dividendTerms({ amount, exDate, recordDate = exDate }: Values): ActionTerms {
  if (amount === undefined) throw missing('amount');
  if (recordDate !== exDate) throw malformed('recordDate', 'must be the ex date for a Cash Dividend');
  return { kind: 'cashDividend', amount };
}

function nameTerms({ symbol, name }: Values): ActionTerms {
  if (symbol === undefined && name === undefined) throw malformed('symbol', 'or name is required for a Name Change');
  return { kind: 'nameChange', symbol: symbol ?? null, name: name ?? null };
}
