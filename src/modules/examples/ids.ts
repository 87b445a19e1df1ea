import type { DemoIds } from './demo.ts';

/** Ids of examples: those of the running sandbox where known, otherwise those of the recorded responses. */
export interface ExampleIds extends DemoIds {
  readonly matchId: string;
  readonly clientId: string;
  readonly keyId: string;
  readonly userId: string;
  readonly webhookId: string;
  /** Of a webhook that the client registered itself. */
  readonly ownWebhookId: string;
  readonly tokenId: string;
  readonly partyDocumentId: string;
  readonly entityDocumentId: string;
  readonly accountDocumentId: string;
  readonly tradeId: string;
  /** Of a trade that was made to be withdrawn, cancelled or paid by card. */
  readonly endedTradeId: string;
  readonly tradeDocumentId: string;
  /** Of a debit. */
  readonly refNum: string;
  readonly noteId: string;
  readonly offeringDocumentId: string;
  readonly templateId: string;
  readonly signatureId: string;
  readonly cardRefNum: string;
  readonly kycIdNumber: string;
  readonly reviewId: string;
  readonly custodyRequestId: string;
  readonly aiRequestId: string;
  readonly depositNumber: string;
  /** Of a check, then of a wire. */
  readonly receiptId: string;
  readonly refundId: string;
  readonly disbursementId: string;
  readonly rfqOrderId: string;
  /** Of a quote that is open. */
  readonly quoteId: string;
  /** Of a negotiated block that waits. */
  readonly blockId: string;
  readonly scriptId: string;
  readonly faultId: string;
  /** Of the clock. */
  readonly advanceId: string;
}
