/** A side of a match, as the list and the record have it. */
import { type Fields, type OwnTrade, tradeOf } from '../../data/index.ts';

export interface Trade extends OwnTrade {
  readonly orderId: string;
  readonly clientId: string;
  readonly memberId: string;
  readonly isBlock: boolean;
  /** Of the security; empty: it traded in no auction. */
  readonly auctionId: string;
  /** Empty: its security has none. */
  readonly symbol: string;
  /** As the API has it; empty: it has not changed. */
  readonly updated: string;
}

export const SETTLEMENTS: Readonly<Record<string, string>> = {
  PENDING: 'Not settled',
  COMPLETED: 'Settled',
  CANCELED: 'Cancelled',
  BUSTED: 'Busted',
};
const SIGNS: Readonly<Record<string, string>> = { PENDING: '○', COMPLETED: '●', CANCELED: '✕', BUSTED: '✕' };

export const kindText = ({ isBlock, auctionId }: Trade): string =>
  isBlock ? 'Block' : auctionId === '' ? 'Book' : `Auction ${auctionId}`;

export const settlementText = ({ settlement }: Trade): string =>
  `${SIGNS[settlement] ?? ''} ${SETTLEMENTS[settlement] ?? settlement}`;

export function readTrade(record: Fields): Trade {
  const trade = tradeOf(record);
  const text = (name: string) => String(record[name] ?? '');
  return {
    ...trade,
    orderId: text(trade.side === 'Buy' ? 'bidId' : 'askId'),
    ...{ clientId: text('clientId'), memberId: text('memberId'), symbol: text('symbol'), updated: text('updatedDate') },
    isBlock: record.block === 'Yes',
    auctionId: text('auctionId'),
  };
}
