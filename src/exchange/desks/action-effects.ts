/** What the kinds of corporate actions do to the orders, holders and prices of a security. */
import {
  type ActionTerms,
  isOfAll,
  type Millionths,
  priceAfter,
  type Ratio,
  type Refusal,
  type SecurityReference,
  type Shares,
} from '../api/index.ts';
import {
  type AdjustedTerms,
  type OrderRecord,
  type SecurityRecord,
  type Split,
  termsAfterDividend,
  termsAfterSplit,
  type Unfit,
  type VenueRecords,
} from '../records/index.ts';
import { changeName, endSecurity, refusalOfName } from './listing-effects.ts';

type HoldersRatio = Omit<Split, 'place' | 'entry' | 'actionId' | 'day'>;

export interface ActionEffects<Terms> {
  /** The price of a share as it is afterwards (R5); absent: prices stay. */
  priceAfter?(price: Millionths, terms: Terms): Millionths;
  /** What a live order has afterwards, or why it ends (R2); null: it stays; absent: orders, blocks and quotes stay. */
  orderAfter?(order: OrderRecord, terms: Terms, reference: SecurityReference | undefined): AdjustedTerms | Unfit | null;
  /** Whether orders, blocks and quotes stay under these terms. */
  keepsOrders?(terms: Terms): boolean;
  /** What each holder has afterwards (R3); absent: holders stay. */
  ratioOf?(terms: Terms): HoldersRatio;
  /** Holders stay, and are listed with what they have (R9). */
  readonly listsHolders?: true;
  /** It buys of those who answered (R14). */
  readonly buysTendered?: true;
  /** Why it cannot be announced now, nor have effect; absent: it always can. */
  refusalOf?(terms: Terms, security: SecurityRecord, records: VenueRecords): Refusal | undefined;
  /** It changes the security alone, with what follows for its market and its orders; absent: it does not. */
  changeSecurity?(terms: Terms, security: SecurityRecord, records: VenueRecords): void;
}

type OfKind<Kind> = Extract<ActionTerms, { readonly kind: Kind }>;

const SPLIT: ActionEffects<OfKind<'split' | 'stockDividend'>> = {
  priceAfter,
  orderAfter: termsAfterSplit,
  ratioOf: ({ to, from, fractions }) => ({ to, from, fractions }),
  refusalOf: (terms, security, records) => refusalOfRatio(terms, security, records),
};

const DIVIDEND: ActionEffects<OfKind<'cashDividend'>> = {
  priceAfter: (price, { amount }) => Math.max(1, price - amount),
  orderAfter: (order, { amount }, reference) => termsAfterDividend(order, amount, reference),
  listsHolders: true,
};

/** R12. */
const REDEMPTION: ActionEffects<OfKind<'redemption'>> = {
  orderAfter: () => 'no shares are left to trade',
  keepsOrders: (terms) => !isOfAll(terms),
  ratioOf: ({ redeemed: { to, from }, into }) => ({
    ...{ to: from - to, from, fractions: 'cash', cause: 'redemption' },
    ...(into === 'treasury' ? { isToTreasury: true } : {}),
  }),
};

/** R13. */
const CONVERSION: ActionEffects<OfKind<'conversion'>> = {
  refusalOf: (terms, security, records) => {
    const { into } = terms;
    const { actions, register, securities } = records;
    const other = securities.get(into);
    if (into === security.securityId || other?.ownerClientId !== security.ownerClientId) return 'unknown security';
    // A correction is followed one conversion far, and comes before all that changes the other security.
    const isPart = actions.hasConverted(security.securityId) || actions.isConvertedInto(security.securityId);
    const isChanged = actions.hasConverted(into) || register.in(into).splits.all.length > 0;
    if (isPart || isChanged || other.status === 'ended') return 'cannot be converted';
    return refusalOfRatio(terms, security, records, register.in(into).most);
  },
  orderAfter: () => 'its shares are others now',
  ratioOf: ({ to, from, fractions, into }) => ({
    ...{ to: 0, from: 1, fractions: 'cash', cause: 'conversion' },
    into: { securityId: into, to, from, fractions },
  }),
};

/** What all splits together give for a share: holdings stay whole numbers that are exact. */
const GROWTH_MAX = 1000;

/** @param others shares that there are of those that it gives */
function refusalOfRatio(
  { to, from }: Ratio,
  { securityId }: SecurityRecord,
  { register }: VenueRecords,
  others: Shares = 0,
): Refusal | undefined {
  const holders = register.in(securityId);
  const grown = holders.splits.all.filter(({ cause }) => cause === undefined);
  // Shares may have come after a reverse split: what it took of others allows no more.
  const before = grown.reduce((product, split) => Math.max(1, (product * split.to) / split.from), 1);
  const growth = (before * to) / from;
  if (growth > GROWTH_MAX) return 'ratios are too large';
  return holders.hasRoomFor(others, to / from) ? undefined : 'too many shares';
}

const EFFECTS: { readonly [Kind in ActionTerms['kind']]: ActionEffects<OfKind<Kind>> } = {
  split: SPLIT,
  stockDividend: SPLIT,
  cashDividend: DIVIDEND,
  nameChange: { refusalOf: refusalOfName, changeSecurity: changeName },
  endOfSecurity: { changeSecurity: (_terms, security) => endSecurity(security) },
  redemption: REDEMPTION,
  conversion: CONVERSION,
  tender: { buysTendered: true },
};

export function effectsOf({ kind }: ActionTerms): ActionEffects<ActionTerms> {
  return EFFECTS[kind] as ActionEffects<ActionTerms>;
}
