/** Offerings as the place shows them, and what a state is called. */
import { type Desk, exactOf, type Fields } from '../../data/index.ts';

export interface Offering {
  readonly issuerId: string;
  readonly offeringId: string;
  readonly issueName: string;
  readonly issueType: string | null;
  readonly targetAmount: string;
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly unitPrice: string;
  readonly totalShares: string;
  readonly remainingShares: string;
  /** MM-DD-YYYY, as the API has it. */
  readonly startDate: string;
  readonly endDate: string;
  readonly offeringStatus: string;
  readonly offeringText: string;
  readonly stampingText: string;
  readonly escrowAccountNumber?: string | null;
  /** For a master key. */
  readonly clientId?: string;
}

/** Newest first. */
export async function readOfferings({ session }: Desk): Promise<readonly Offering[]> {
  const { offeringDetails } = (await session.api.call('getAllOffers')) as Fields & { offeringDetails: Offering[] };
  return offeringDetails;
}

export async function readOffering({ session }: Desk, offeringId: string): Promise<Offering> {
  const { offeringDetails } = await session.api.call('getOffering', { offeringId });
  return [offeringDetails].flat()[0] as Offering;
}

export const soldOf = ({ totalShares, remainingShares }: Offering): number =>
  Number(totalShares) - Number(remainingShares);

/** In millionths of a dollar. */
export function raisedOf({ totalShares, remainingShares, unitPrice }: Offering): bigint {
  return ((exactOf(totalShares) - exactOf(remainingShares)) * exactOf(unitPrice)) / 1_000_000n;
}

/** Of what is offered, 0 to 1. */
export function shareSold(offering: Offering): number {
  const all = Number(offering.totalShares);
  return all === 0 ? 0 : soldOf(offering) / all;
}

export const percentText = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** `closed` and `Closed` are one state. */
export const stateOf = ({ offeringStatus }: Offering): string =>
  offeringStatus.charAt(0).toUpperCase() + offeringStatus.slice(1).toLowerCase();

const SIGNS: Readonly<Record<string, string>> = { Pending: '◌', Approved: '●', Closed: '■' };

export const stateText = (offering: Offering): string => `${SIGNS[stateOf(offering)] ?? '✕'} ${stateOf(offering)}`;
