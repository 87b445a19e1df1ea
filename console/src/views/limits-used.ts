/** Limits of a client or an account (V49), and how much of them is used. */
import { type Desk, decimalText, dollarText, type Fields, millionths } from '../data/index.ts';
import { useLoaded } from '../parts/index.ts';

export interface LimitsUsed {
  /** False: none were ever set, and use is not counted. */
  readonly isCounted: boolean;
  readonly version: number;
  readonly limits: Fields;
  readonly openOrders: number;
  readonly openValue: string;
  readonly ordersThisSecond: number;
  /** Accounts with separate limits. */
  readonly accounts: readonly string[];
}

const READ_EACH_MS = 15_000;

export function useLimits(desk: Desk, accountid = '') {
  const read = async (): Promise<LimitsUsed | null> => {
    if (!desk.session.may('getLimits') || desk.session.capabilities.operator) return null;
    const answer = await desk.session.api.call('getLimits', accountid === '' ? {} : { accountid });
    const used = answer.used as Fields;
    return {
      isCounted: answer.version !== 0,
      version: Number(answer.version),
      limits: answer.limits as Fields,
      openOrders: Number(used.openOrders),
      openValue: String(used.openValue),
      ordersThisSecond: Number(used.ordersThisSecond),
      accounts: (answer.accountsWithLimits ?? []) as string[],
    };
  };
  return useLoaded(read, [accountid, desk.session], READ_EACH_MS);
}

/** What is left of the value of live orders: `$1,234.50`; undefined: there is no such limit. */
export function buyingPower({ limits, openValue }: LimitsUsed): string | undefined {
  const limit = millionths(String(limits.maxOpenValue ?? ''));
  const used = millionths(openValue);
  if (limit === undefined || used === undefined) return undefined;
  return dollarText(decimalText(Math.max(0, limit - used)));
}
