/** The register of shares as it is read: holders with their lots, and the entries of one holder (F14, F15). */
import type { ActionId, Fractions, Ratio } from './corporate-actions.ts';
import type { RegisteredLot } from './transfer-commands.ts';
import type { Amount, MatchId, Millionths, SecurityId, Shares, TradeId } from './units.ts';

/** A whole number of shares, which may be below 0, and from 0 to 999,999 millionths of a share more. */
export interface SharesAndRest {
  readonly quantity: Shares;
  readonly rest: number;
}

/** A client without account: accountId is null. */
export interface HolderName {
  readonly clientId: string;
  readonly accountId: string | null;
}

interface RegisterLot extends RegisteredLot {
  /** null: not known. */
  readonly cost: Amount | null;
}

/** What a holder has. */
export interface SharesAtCost extends SharesAndRest {
  /** Of its shares, those of matches whose settlement is not reported. */
  readonly pending: Shares;
  /** Of its shares; below 0 the proceeds of their sale; null: not known. */
  readonly cost: Amount | null;
  /** Whether the cost rests on entries that are kept no longer. */
  readonly isFolded: boolean;
}

export interface RegisterHolder extends HolderName, SharesAtCost {
  /** How many lots the pages before had. */
  readonly lotsBefore: number;
  /** Oldest first. */
  readonly lots: readonly RegisterLot[];
}

/** Where a page ended: after this number of lots of the holder; null: after all of them. */
export interface RegisterPlace extends HolderName {
  readonly lots: number | null;
}

export interface RegisterPage {
  readonly holders: readonly RegisterHolder[];
  /** null: nobody follows. */
  readonly next: RegisterPlace | null;
}

/** The most of a page. It may have less: a holder with many entries or lots is a page by itself. */
export interface RegisterPageMax {
  readonly holders: number;
  readonly lots: number;
}

/**
 * Of a security: what all holders have, those below 0 included, is issued, came from outside, or by actions, less what
 * is in the treasury of the issuer.
 */
export interface RegisterSums {
  /** With shares. */
  readonly holders: number;
  readonly issued: SharesAndRest;
  /** Below 0 where more went there. */
  readonly fromOutside: SharesAndRest;
  /** What corporate actions added; below 0 where they removed more. */
  readonly byActions: SharesAndRest;
  /** What the issuer bought back and keeps. */
  readonly treasury: SharesAndRest;
  /** Of the shares of all holders, without those of matches whose settlement is not reported. */
  readonly settled: SharesAndRest;
  /** How many entries have numbers. */
  readonly entries: number;
}

/** The entry with this number, which is of the match or place; a holder that trades with itself has two. */
export interface EntryPlace {
  readonly place: number;
  readonly entry: number;
  readonly isSale: boolean;
}

/** The order of entries: by match, then by number; of the two of one match the purchase is first. */
export function byEntryPlace(a: EntryPlace, b: EntryPlace): number {
  return a.place - b.place || a.entry - b.entry || Number(a.isSale) - Number(b.isSale);
}

export interface RegisterEntry extends SharesAndRest {
  readonly at: EntryPlace;
  /** null: of before entries had numbers. */
  readonly entry: number | null;
  /** YYYY-MM-DD, US Eastern; null: not known. */
  readonly date: string | null;
  readonly cause:
    | { readonly type: 'match'; readonly matchId: MatchId; readonly price: Millionths; readonly isPending: boolean }
    | { readonly type: 'issue'; readonly tradeId: TradeId | null; readonly cost: Amount }
    /** The shares are what the split added, or below 0 what the redemption or conversion took; 0 in holderEntries. */
    | ({
        readonly type: 'action' | 'redemption' | 'conversion';
        readonly actionId: ActionId;
        readonly fractions: Fractions;
      } & Ratio)
    /** The shares are below 0: the issuer bought them. */
    | { readonly type: 'tender'; readonly actionId: ActionId; readonly price: Millionths }
    /** The shares are what the conversion of another security gave. */
    | {
        readonly type: 'converted';
        readonly actionId: ActionId;
        readonly fromSecurityId: SecurityId;
        readonly cost: Amount | null;
      };
}

export interface HolderEntry extends RegisterEntry {
  /** What the holder had after it. */
  readonly after: SharesAndRest;
}

/** What a holder had before the first kept entry. */
export interface HolderOpening extends SharesAndRest {
  /** null: not known. */
  readonly cost: Amount | null;
  /** The first known day of its entries; null: none is known. */
  readonly date: string | null;
}

export interface HolderHistory {
  /** What it had before the first kept entry. */
  readonly opening: SharesAtCost & {
    /** The number of the report that its shares are of; null: of none, or it is not known. */
    readonly report: number | null;
  };
  /** In the order of replay. */
  readonly entries: readonly HolderEntry[];
  readonly next: EntryPlace | null;
  readonly now: SharesAtCost;
}

export interface SettledHolders {
  readonly holders: readonly HolderName[];
  /** null: nobody follows. */
  readonly next: HolderName | null;
}

export interface ImportReads {
  /** The securities of earlier releases whose data are still to be imported (F18), by id. */
  imports(): readonly SecurityId[];
}

export interface RegisterReads {
  /** Matches up to this one count as settled, whatever is reported of them (REGISTER_SINCE). */
  settledUpTo(): MatchId;
  registerSums(securityId: SecurityId): RegisterSums;
  /** In the order of client and account. @param after null: from the first */
  registerPage(securityId: SecurityId, after: RegisterPlace | null, max: RegisterPageMax): RegisterPage;
  /** Undefined when nothing is kept of the holder. @param after null: from the oldest */
  holderHistory(
    whose: HolderName & { readonly securityId: SecurityId },
    after: EntryPlace | null,
    limit: number,
  ): HolderHistory | undefined;
  /** Those that registerPage reads, by name. Costs O(log n) and the page. */
  registeredHolders(securityId: SecurityId, after: HolderName | null, limit: number): HolderName[];
  /** Those with settled shares among the next `limit` of registerPage, by name. Costs O(log n) and limit. */
  settledHolders(securityId: SecurityId, after: HolderName | null, limit: number): SettledHolders;
  /** Undefined when nothing is kept of the holder. */
  holderOpening(whose: HolderName & { readonly securityId: SecurityId }): HolderOpening | undefined;
  /** As in holderHistory, without what the holder had after each. Costs O(log n) and the page. */
  holderEntries(
    whose: HolderName & { readonly securityId: SecurityId },
    after: EntryPlace | null,
    limit: number,
  ): RegisterEntry[];
}
