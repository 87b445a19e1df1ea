/** Offerings as the place shows them, and what a state is called. */
import { type Desk, exactOf, type Fields } from '../data/index.ts';

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
  readonly fractionalUnits: 'Yes' | 'No';
  readonly soldShares: string;
  /** Null: the trades are added up with the next change of one. */
  readonly subscribedAmount: string | null;
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

export const soldOf = ({ soldShares }: Offering): number => Number(soldShares);

/** In millionths of a dollar. */
export function raisedOf({ soldShares, subscribedAmount, unitPrice }: Offering): bigint {
  if (subscribedAmount !== null) return exactOf(subscribedAmount);
  return (exactOf(soldShares) * exactOf(unitPrice)) / 1_000_000n;
}

/** Of what is offered, 0 to 1: in money, because units may have cost different prices. */
export function shareSold(offering: Offering): number {
  const raised = Number(raisedOf(offering));
  const left = Number(offering.remainingShares) * Number(exactOf(offering.unitPrice));
  return raised + left === 0 ? 0 : raised / (raised + left);
}

export const percentText = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** `closed` and `Closed` are one state. */
export const offeringState = ({ offeringStatus }: Offering): string =>
  offeringStatus.charAt(0).toUpperCase() + offeringStatus.slice(1).toLowerCase();

const SIGNS: Readonly<Record<string, string>> = { Pending: '◌', Approved: '●', Closed: '■' };

export const offeringStateText = (offering: Offering): string =>
  `${SIGNS[offeringState(offering)] ?? '✕'} ${offeringState(offering)}`;
