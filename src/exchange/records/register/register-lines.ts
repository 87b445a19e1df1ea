/** The register as lines of a snapshot. */
import { violated } from '../../../invariant.ts';
import type { Amount, SecurityId, TradeId } from '../../api/index.ts';
import { costIn, positionFrom, type Values } from '../../commands/index.ts';
import type { IssuedTrade } from './issues.ts';
import type { Lot } from './lots.ts';
import type { HolderValues } from './opening.ts';
import type { Register } from './register.ts';
import type { BoughtIn, Split, Splits } from './splits.ts';
import { inMillionths, minus, signOf, type Units } from './units.ts';

/** The matches of a position as snapshots of before REGISTER_SINCE have them: match, shares and price of each. */
type TradesBefore = readonly [
  quantity: number,
  cost: Amount | null,
  beganAfter: number,
  older: readonly number[],
  newer: readonly number[],
];

/** The splits of a security, of the one under way how far it has come, and what corporate actions added (R3). */
type SplitsLine = readonly [
  'splits',
  SecurityId,
  readonly Split[],
  Units,
  (Pick<Splits, 'reached' | 'isUnderWay'> | null)?,
];

export type RegisterLine =
  | SplitsLine
  /** The tenders of the security that had effect (R14). */
  | readonly ['tenders', SecurityId, readonly BoughtIn[]]
  | readonly ['holder', string, string | null, SecurityId, HolderValues, (readonly Lot[])?]
  /** How many entries the security has, and what of it is unissued. */
  | readonly ['entries', SecurityId, number, Units]
  | readonly ['issued', TradeId, IssuedTrade]
  /** Of the security something is still to be imported. */
  | readonly ['import', SecurityId]
  /** What the issuer bought back and keeps (R12). */
  | readonly ['treasury', SecurityId, Units]
  /** What of the security is of no holder, and what is issued, by which the lines before are checked. */
  | readonly ['outside', SecurityId, Units, Units]
  /** Written by releases before REGISTER_SINCE. */
  | readonly ['position', Values];

type State = { readonly register: Register };

export function* registerLines(register: Register): Generator<RegisterLine> {
  // First: what holders have depends on them.
  for (const { securityId, byActions, splits } of register.securities) {
    const { all, reached, isUnderWay } = splits;
    if (all.length === 0 && signOf(byActions) === 0) continue;
    yield ['splits', securityId, all, byActions, isUnderWay ? { reached, isUnderWay } : null];
  }
  for (const { securityId, splits } of register.securities) {
    if (splits.tenders.length > 0) yield ['tenders', securityId, splits.tenders];
  }
  for (const { clientId, accountId, securityId, values, apart } of register.holders()) {
    if (apart === null) yield ['holder', clientId, accountId, securityId, values];
    else yield ['holder', clientId, accountId, securityId, values, apart.all];
  }
  for (const { securityId, entries, unissued } of register.securities) {
    if (entries > 0) yield ['entries', securityId, entries, unissued];
  }
  for (const [tradeId, issued] of register.issues.all) yield ['issued', tradeId, issued];
  for (const securityId of [...register.imports].sort((a, b) => a - b)) yield ['import', securityId];
  for (const { securityId, treasury } of register.securities) {
    if (signOf(treasury) !== 0) yield ['treasury', securityId, treasury];
  }
  for (const holders of register.securities) {
    const { securityId, outside, isEmpty } = holders;
    if (!isEmpty) yield ['outside', securityId, outside, register.issues.unitsIn(securityId)];
  }
}

export const REGISTER_LOADERS = {
  splits({ register }: State, [, securityId, all, byActions, underWay]: SplitsLine): void {
    const holders = register.in(securityId);
    holders.splits.all.push(...all);
    if (underWay) Object.assign(holders.splits, underWay);
    holders.byActions = byActions;
    holders.outside = minus(holders.outside, byActions);
  },
  tenders({ register }: State, [, securityId, all]: Extract<RegisterLine, readonly ['tenders', ...unknown[]]>): void {
    register.in(securityId).splits.tenders.push(...all);
  },
  holder({ register }: State, line: Extract<RegisterLine, readonly ['holder', ...unknown[]]>): void {
    const [, clientId, accountId, securityId, values, apart] = line;
    register.restore({ clientId, accountId, securityId }, values, apart);
  },
  entries(
    { register }: State,
    [, securityId, entries, unissued]: Extract<RegisterLine, readonly ['entries', ...unknown[]]>,
  ): void {
    const holders = register.in(securityId);
    holders.entries = entries;
    holders.unissued = unissued;
    holders.outside = minus(holders.outside, unissued);
  },
  issued({ register }: State, [, tradeId, issued]: Extract<RegisterLine, readonly ['issued', ...unknown[]]>): void {
    register.issues.set(tradeId, issued);
  },
  import({ register }: State, [, securityId]: Extract<RegisterLine, readonly ['import', ...unknown[]]>): void {
    register.imports.add(securityId);
  },
  treasury({ register }: State, [, securityId, treasury]: Extract<RegisterLine, readonly ['treasury', ...unknown[]]>) {
    const holders = register.in(securityId);
    holders.treasury = treasury;
    holders.outside = minus(holders.outside, treasury);
  },
  outside({ register }: State, line: Extract<RegisterLine, readonly ['outside', ...unknown[]]>): void {
    const [, securityId, outside, issued] = line;
    const found = register.in(securityId).outside;
    if (inMillionths(found) !== inMillionths(outside))
      violated('V52', `the holders of security ${securityId} are not those of the snapshot`);
    if (inMillionths(register.issues.unitsIn(securityId)) !== inMillionths(issued))
      violated('F12', `the issues of security ${securityId} are not those of the snapshot`);
  },
  position({ register }: State, [, values]: Extract<RegisterLine, readonly ['position', ...unknown[]]>): void {
    const position = positionFrom(values);
    const { quantity } = position;
    const cost = costIn(values) as Amount | null;
    const [before, paid, began, older, newer]: TradesBefore = (values[5] as TradesBefore | undefined) ?? [
      quantity,
      cost,
      0,
      [],
      [],
    ];
    register.restore(position, [[before, paid, null, began], entriesOf([...older, ...newer]), 0], undefined);
  },
};

/** Without their days, which were not kept, and settled. */
function entriesOf(trades: readonly number[]): (number | null)[] {
  const entries: (number | null)[] = [];
  for (let at = 0; at < trades.length; at += 3) entries.push(...trades.slice(at, at + 3), null, 1);
  return entries;
}
