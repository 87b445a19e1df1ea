/** A schedule of fees as the API answers it. */
import { type Desk, dollarText, priceText } from '../../data/index.ts';

export const ROLES = ['initiator', 'contra', 'auction', 'block'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  initiator: 'Initiator',
  contra: 'Contra',
  auction: 'Auction',
  block: 'Block',
};

export interface Rate {
  readonly perShare: string;
  readonly percent: string;
  readonly minimum: string;
  readonly maximum: string;
}

export type Schedule = { readonly [R in Role]?: Rate };

interface Version {
  readonly version: number;
  readonly effectiveDate: string;
  readonly schedule: Schedule | null;
}

export interface FeeSchedule {
  readonly version: number;
  readonly versionInForce: number | null;
  readonly schedule: Schedule | null;
  readonly pending: readonly Version[];
}

/** As setFeeSchedule takes it. */
export type Scope = { readonly clientId?: string; readonly securityid?: string; readonly own?: 'Yes' };

export async function readSchedule({ session }: Desk, scope: Scope): Promise<FeeSchedule> {
  return (await session.api.call('getFeeSchedule', scope)).feeSchedule as unknown as FeeSchedule;
}

/** The most that a maximum can be: an order has none. */
const UNLIMITED = 1_000_000_000;

/** The cells of a role: per share, percent, minimum, maximum. */
export function rateWords({ perShare, percent, minimum, maximum }: Rate): readonly string[] {
  return [
    `$${priceText(perShare)}`,
    `${Number(percent)} %`,
    Number(minimum) === 0 ? 'none' : dollarText(minimum),
    Number(maximum) === UNLIMITED ? 'none' : dollarText(maximum),
  ];
}

/** What a field of a form begins with; empty: what is not sent. */
export function startOf(schedule: Schedule | null): Record<string, string> {
  const entries = ROLES.flatMap((role) => {
    const rate = schedule?.[role];
    if (rate === undefined) return [];
    const { maximum, ...others } = rate;
    const limits = Number(maximum) === UNLIMITED ? others : { ...others, maximum };
    return Object.entries(limits)
      .filter(([, value]) => Number(value) !== 0)
      .map(([name, value]) => [`${role}.${name}`, value] as const);
  });
  return Object.fromEntries(entries);
}

/** The schedule that a form says: a role of which nothing is said pays nothing. */
export function scheduleOf(values: Readonly<Record<string, unknown>>): Record<string, Record<string, unknown>> {
  const roles = ROLES.map((role) => {
    const fields = Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(`${role}.`) ? [[name.slice(role.length + 1), value] as const] : [],
    );
    return [role, Object.fromEntries(fields)] as const;
  });
  return Object.fromEntries(roles.filter(([, rate]) => Object.keys(rate).length > 0));
}
