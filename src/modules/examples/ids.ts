/** Ids that examples name: those of the sandbox where they are read there, otherwise those of the recorded answers. */
export interface ExampleIds {
  readonly issuerId: string;
  readonly securityId: string;
  readonly accountId: string;
  readonly sellerAccountId: string;
  readonly partyId: string;
  readonly entityId: string;
  readonly linkId: string;
  readonly orderId: string;
  readonly matchId: string;
  readonly clientId: string;
  readonly keyId: string;
  readonly webhookId: string;
  readonly tokenId: string;
  readonly partyDocumentId: string;
  readonly entityDocumentId: string;
  readonly accountDocumentId: string;
  readonly tradeId: string;
  /** Of a trade that was made to be withdrawn, cancelled or paid by card. */
  readonly endedTradeId: string;
  readonly tradeDocumentId: string;
  readonly noteId: string;
  readonly cardRefNum: string;
  readonly kycIdNumber: string;
  readonly reviewId: string;
  readonly custodyRequestId: string;
}
