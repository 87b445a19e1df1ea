import {
  ACTIONS_KEPT,
  type ActionId,
  type ConversionTerms,
  type CorporateAction,
  type SecurityId,
} from '../api/index.ts';

/** The corporate actions of all securities, announced and past ones (R1). */
export class CorporateActions {
  /** Oldest first. */
  readonly #bySecurity = new Map<SecurityId, CorporateAction[]>();
  /** Of the conversions that have had effect (R13). */
  readonly #converted = new Set<SecurityId>();
  readonly #convertedInto = new Set<SecurityId>();
  /** For who keeps the hours of the market: whose announced actions are others. Not part of the state. */
  readonly changed = new Set<SecurityId>();

  of(securityId: SecurityId): readonly CorporateAction[] {
    return this.#bySecurity.get(securityId) ?? [];
  }

  find(securityId: SecurityId, actionId: ActionId): CorporateAction | undefined {
    return this.of(securityId).find((action) => action.actionId === actionId);
  }

  /** In the order in which they have effect. */
  announcedOf(securityId: SecurityId): CorporateAction[] {
    const announced = this.of(securityId).filter(({ state }) => state === 'announced');
    return announced.sort((a, b) => (a.exDate === b.exDate ? a.actionId - b.actionId : a.exDate < b.exDate ? -1 : 1));
  }

  /** Securities that have, or had, actions, by their ids. */
  get securityIds(): SecurityId[] {
    return [...this.#bySecurity.keys()].sort((a, b) => a - b);
  }

  get isEmpty(): boolean {
    return this.#bySecurity.size === 0;
  }

  /** The number of the next one. */
  nextId(securityId: SecurityId): ActionId {
    return (this.of(securityId).at(-1)?.actionId ?? 0) + 1;
  }

  /** Whether the shares of a security were converted into another one. */
  hasConverted(securityId: SecurityId): boolean {
    return this.#converted.has(securityId);
  }

  /** Whether shares of another security were converted into it. */
  isConvertedInto(securityId: SecurityId): boolean {
    return this.#convertedInto.has(securityId);
  }

  /** A new one, or one that has changed. */
  set(action: CorporateAction): void {
    const { actionId, securityId } = action;
    if (isEffectiveConversion(action)) {
      this.#converted.add(securityId);
      this.#convertedInto.add(action.terms.into);
    }
    this.changed.add(securityId);
    const known = this.#bySecurity.get(securityId) ?? [];
    this.#bySecurity.set(securityId, known);
    const at = known.findIndex((other) => other.actionId === actionId);
    if (at !== -1) known[at] = action;
    else {
      known.push(action);
      const oldest = known.findIndex((one) => one.state !== 'announced' && !isEffectiveConversion(one));
      if (known.length > ACTIONS_KEPT && oldest !== -1) known.splice(oldest, 1);
    }
  }
}

/** It is kept for good: later conversions are judged by it. */
function isEffectiveConversion(
  action: CorporateAction,
): action is CorporateAction & { readonly terms: ConversionTerms } {
  return action.state === 'effective' && action.terms.kind === 'conversion';
}
