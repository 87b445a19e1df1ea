/** Tags and types of messages of the application by name; a test compares them with the dictionary. */
export const TAG = {
  ...{
    Account: 1,
    AvgPx: 6,
    ClOrdID: 11,
    CumQty: 14,
    Currency: 15,
    ExecID: 17,
    ExecInst: 18,
    SecurityIDSource: 22,
    LastPx: 31,
  },
  ...{ LastQty: 32, NoLinesOfText: 33, MsgSeqNum: 34, OrderID: 37, OrderQty: 38, OrdStatus: 39, OrdType: 40 },
  ...{ OrigClOrdID: 41, OrigTime: 42, Price: 44, RefSeqNum: 45, SecurityID: 48, SendingTime: 52, Side: 54 },
  ...{ Symbol: 55, Text: 58, TimeInForce: 59, TransactTime: 60, Urgency: 61, TradeDate: 75, PossResend: 97 },
  ...{ StopPx: 99, CxlRejReason: 102, OrdRejReason: 103, Issuer: 106, SecurityDesc: 107, MinQty: 110, MaxFloor: 111 },
  ...{ QuoteID: 117, ExpireTime: 126, QuoteReqID: 131, BidPx: 132, OfferPx: 133, BidSize: 134, OfferSize: 135 },
  ...{ NoRelatedSym: 146, Headline: 148, ExecType: 150, LeavesQty: 151, CashOrderQty: 152, EffectiveTime: 168 },
  ...{ MaxShow: 210, PegOffsetValue: 211, MDReqID: 262, SubscriptionRequestType: 263, MarketDepth: 264 },
  ...{ MDUpdateType: 265, NoMDEntryTypes: 267, NoMDEntries: 268, MDEntryType: 269, MDEntryPx: 270, MDEntrySize: 271 },
  ...{ MDEntryDate: 272, MDEntryTime: 273, QuoteCondition: 276, MDEntryID: 278, MDUpdateAction: 279 },
  ...{ MDReqRejReason: 281, QuoteStatus: 297, QuoteCancelType: 298, QuoteRejectReason: 300, SecurityReqID: 320 },
  ...{ SecurityResponseID: 322, SecurityResponseType: 323, SecurityStatusReqID: 324, UnsolicitedIndicator: 325 },
  ...{ SecurityTradingStatus: 326, TradSesReqID: 335, TradingSessionID: 336, TradSesStatus: 340 },
  ...{ TradSesOpenTime: 342, TradSesCloseTime: 344, NumberOfOrders: 346, RefMsgType: 372, SolicitedFlag: 377 },
  ...{ ExecRestatementReason: 378, BusinessRejectRefID: 379, BusinessRejectReason: 380, DiscretionInst: 388 },
  ...{ TotNoRelatedSym: 393, ExpireDate: 432, CxlRejResponseTo: 434, PartyIDSource: 447, PartyID: 448 },
  ...{ PartyRole: 452, NoPartyIDs: 453, TradeReportTransType: 487, OrderPercent: 516, MassCancelRequestType: 530 },
  ...{ MassCancelResponse: 531, MassCancelRejectReason: 532, TotalAffectedOrders: 533, NoAffectedOrders: 534 },
  ...{ AffectedOrderID: 535, QuoteType: 537, NoSides: 552, SecurityListRequestType: 559 },
  ...{ SecurityRequestResult: 560, PreviouslyReported: 570, TradeReportID: 571, TradeReportRefID: 572 },
  ...{ MassStatusReqID: 584, MassStatusReqType: 585, RFQReqID: 644, QuoteRequestRejectReason: 658, QuoteRespID: 693 },
  ...{
    QuoteRespType: 694,
    OrdStatusReqID: 790,
    RoundLot: 561,
    MinTradeVol: 562,
    TradeReportType: 856,
    TrdMatchID: 880,
    LastFragment: 893,
  },
  ...{ TotNumReports: 911, LastRptRequested: 912 },
  /** Those of OpenATS (docs/api/fix.md). */
  ...{ DisclosePrice: 5001, SelfTradePrevention: 5002, ReasonCode: 5003, BeyondCollar: 5004 },
} as const;

export const MSG = {
  ...{ ExecutionReport: '8', OrderCancelReject: '9', News: 'B', NewOrderSingle: 'D', OrderCancelRequest: 'F' },
  ...{ OrderCancelReplaceRequest: 'G', OrderStatusRequest: 'H', QuoteRequest: 'R', Quote: 'S' },
  ...{ MarketDataRequest: 'V', MarketDataSnapshotFullRefresh: 'W', MarketDataIncrementalRefresh: 'X' },
  ...{ MarketDataRequestReject: 'Y', QuoteCancel: 'Z', SecurityDefinitionRequest: 'c', SecurityDefinition: 'd' },
  ...{ SecurityStatusRequest: 'e', SecurityStatus: 'f', TradingSessionStatusRequest: 'g', TradingSessionStatus: 'h' },
  ...{ BusinessMessageReject: 'j', OrderMassCancelRequest: 'q', OrderMassCancelReport: 'r' },
  ...{ SecurityListRequest: 'x', SecurityList: 'y', TradeCaptureReport: 'AE', OrderMassStatusRequest: 'AF' },
  ...{ QuoteRequestReject: 'AG', RFQRequest: 'AH', QuoteStatusReport: 'AI', QuoteResponse: 'AJ' },
} as const;

export const SIDE = { Bid: '1', Offer: '2' } as const;
