/** Made by `npm run client:types` from the declarations of the methods; not edited by hand. */

export type Account = {
  accountId: string;
  accountName: string;
  type: string;
  entityType: string | null;
  residentType: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  email: string;
  phone: string | null;
  taxID: string | null;
  kycStatus: string;
  kycDate: string | null;
  amlStatus: string;
  amlDate: string | null;
  suitabilityScore: string | null;
  suitabilityDate: string | null;
  suitabilityApprover: string | null;
  accreditedStatus: string;
  accreditedInvestor: string | null;
  accreditedInvestorDate: string | null;
  "506cLimit": string | null;
  accountTotalLimit: string | null;
  singleInvestmentLimit: string | null;
  associatedAC: string | null;
  syndicate: string;
  tags: string;
  notes: string;
  approvalStatus: string;
  approvalPrincipal: string | null;
  approvalLastReview: string | null;
  field1: string;
  field2: string;
  field3: string;
  createdDate: string;
  updatedDate: string;
  socialSecurityNumber: string;
  accountstatus: "Active" | "Archived";
  /** whose record it is; for master keys */
  clientId?: string;
};

export type AccountApproval = {
  accountId: string;
  suitabilityScore: string | null;
  approvalStatus: string;
};

export type AccountDocument = {
  id: string;
  accountId: string;
  documentid: string;
  documentTitle: string;
  documentFileName: string;
  documentFileReferenceCode: string;
  createdDate: string;
  documentUrl: string;
};

export type AccountLimits = {
  accountId?: string;
  version: number;
  limits: Limits;
};

export type AccountNote = {
  noteId: string;
  authorname: string;
  note: string;
  createdDate: string;
};

export type AccountRecord = {
  accountId: string;
  accountName: string;
  type: string;
  entityType: string | null;
  residentType: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  email: string;
  phone: string | null;
  taxID: string | null;
  kycStatus: string;
  kycDate: string | null;
  amlStatus: string;
  amlDate: string | null;
  suitabilityScore: string | null;
  suitabilityDate: string | null;
  suitabilityApprover: string | null;
  accreditedStatus: string;
  accreditedInvestor: string | null;
  accreditedInvestorDate: string | null;
  "506cLimit": string | null;
  accountTotalLimit: string | null;
  singleInvestmentLimit: string | null;
  associatedAC: string | null;
  syndicate: string;
  tags: string;
  notes: string;
  approvalStatus: string;
  approvalPrincipal: string | null;
  approvalLastReview: string | null;
  field1: string;
  field2: string;
  field3: string;
  createdDate: string;
  updatedDate: string;
  archived_status: string;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type AccountStatus = {
  accountId: string;
  kycStatus: string;
  amlStatus: string;
  accreditedStatus: string;
  approvalStatus: string;
};

export type AccountSupplement = {
  accountId: string;
  appointmentOfInvestmentManager: string | null;
  proxyVotingPreferences: string | null;
  otherServices: string | null;
  methodOfContributionOrFunding: string | null;
  methodOfContributionTaxYear: string | null;
  internationalAccountNumber: string | null;
  bankFirmName1: string | null;
  bankCountry1: string | null;
  bankAccountName1: string | null;
  bankAccountNumber1: string | null;
  bankFirmName2: string | null;
  bankCountry2: string | null;
  bankAccountName2: string | null;
  bankAccountNumber2: string | null;
  maritalStatus: string | null;
  mailingAddressLine1: string | null;
  mailingAddressLine2: string | null;
  mailingCity: string | null;
  mailingState: string | null;
  mailingZipCode: string | null;
  mailingCountry: string | null;
};

export type AccreditationRequest = {
  accountId: string;
  aiRequestStatus: string;
  airequestId: string;
  accreditedStatus: string;
  notes: string | null;
};

export type AccreditationRequestRecord = {
  airequestId: string;
  accountId: string;
  aiMethod: string;
  aiRequestStatus: string;
  notes: string | null;
  reviewedBy: string | null;
  /** YYYY-MM-DD: last date of the approval */
  aiDate: string | null;
  createdDate: string;
  updatedDate: string | null;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type AchDebit = {
  accountId: string;
  tradeId: string;
  offeringId: string;
  Bankname: string | null;
  totalAmount: string;
  Accountnumber: string;
  Routingnumber: string;
  Accountfullname: string;
  transactionstatus: string;
  routingNumberStatus: string;
  fundStatus: string;
  createdDate: string;
  RefNum: string;
  /** why the bank returned it */
  errors: string | null;
};

export type Action = {
  actionId: string;
  /** the method that was called */
  method: string;
  actionStatus: "Pending" | "Approved" | "Done" | "Refused" | "Rejected" | "Expired" | "Interrupted";
  /** client id of the operator who called the method */
  askedBy: string;
  /** the user who called it; null where a key did */
  askedByUser: string | null;
  askedDate: string;
  expiresDate: string;
  decidedBy: string | null;
  /** the user who approved or rejected it; null where a key did */
  decidedByUser: string | null;
  decidedDate: string | null;
  reason: string | null;
};

export type AdjustEvent = {
  /** The venue's sequence number of the event. */
  eventSeq: number;
  /** RFC 3339, microseconds. */
  eventTime: string;
  eventType: "adjust";
  /** As in the webhook adjustTrade. */
  adjust: {
    tradeID: string;
    securityId: string;
    price: string;
    quantity: string;
    priceBefore: string;
    quantityBefore: string;
    reason: string;
    reasonCode: string;
    adjustedDate: string;
    /** To the client that bought: for which of its accounts. */
    bidAccountId?: string | null;
    /** To the client that sold. */
    askAccountId?: string | null;
    /** With a master key, and of clients below (S32). */
    clientId?: string;
    /** In place of clientId: several clients, with the fields that differ (S32). */
    clients?: {
      clientId: string;
      tradeID?: string;
      securityId?: string;
      price?: string;
      quantity?: string;
      priceBefore?: string;
      quantityBefore?: string;
      reason?: string;
      reasonCode?: string;
      adjustedDate?: string;
      /** To the client that bought: for which of its accounts. */
      bidAccountId?: string | null;
      /** To the client that sold. */
      askAccountId?: string | null;
    }[];
  };
};

export type AlertAction = {
  action: "Raised" | "Assigned" | "Commented" | "Closed" | "Reopened";
  /** The operator; null: the venue itself. */
  clientId: string | null;
  /** The user of the operator; null: a key, or the venue. */
  userId: string | null;
  /** The comment, the reason, or to whom it was assigned. */
  text: string | null;
  /** When. RFC 3339, UTC. */
  time: string;
};

export type AlertEvidence = {
  orderId: string | null;
  matchId: string | null;
  /** When it happened. RFC 3339, UTC. */
  time: string;
  price: string | null;
  quantity: string | null;
};

export type ApiKey = {
  keyId: string;
  clientId: string;
  /** what it is for */
  name: string | null;
  /** the user who made it, in a session or with another key of that user; null where none is known */
  madeBy: string | null;
  /** the user who answers for it since its maker has left (P27); null: its maker */
  handedTo: string | null;
  master: "Yes" | "No";
  scopes: "*" | string[];
  deniedMethods: string[];
  fieldPermissions: "*" | string[];
  /** No: revoked, or past its end */
  active: "Yes" | "No";
  createdDate: string;
  /** about a minute late; null: never */
  lastUsedDate: string | null;
  /** when it ends by itself, RFC 3339; null: it does not */
  expiresAt: string | null;
  revokedDate: string | null;
};

export type AuditChange = {
  /** The kind of record. */
  record: string;
  id: string;
  field: string;
  /** null: none, or a new record; REDACTED: no log has such values. */
  before: string | null;
  /** As before. */
  after: string | null;
};

export type AuditEntry = {
  entryId: string;
  /** RFC 3339, UTC. */
  time: string;
  /** The caller. */
  clientId: string;
  /** Its key; null of a call that no key made, such as an approved action. */
  keyId: string | null;
  /** The user who called; null of a call with a key. */
  userId: string | null;
  /** The session of the user. */
  sessionId: string | null;
  /** As it was called. */
  method: string;
  /** The IP address of the caller. */
  address: string;
  /** As in the log of the process and the header X-Request-Id of the answer; of an approved action its id. */
  requestId: string;
  /** The caller's own X-Request-Id. */
  sentRequestId: string | null;
  outcome: "Done" | "Waits" | "Refused";
  /** Of the answer. */
  statusCode: string;
  /** The names of the fields that were sent. */
  fields: string[];
  /** The ids of the records that the call names or made, by the name of the field. */
  records: Record<string, string>;
  /** What the call changed of records of the database. */
  changes: AuditChange[];
};

export type AuditPage = {
  entries: AuditEntry[];
  /** With format CSV, in place of entries: a header and a line each. */
  csv?: string;
  /** For the next page; null after the oldest entry. */
  nextCursor: string | null;
};

export type BestPrice = {
  /** Six decimals. */
  price: string;
  quantity: number;
  orders: number;
  /** Orders with a contingency (S8). */
  contingent?: {
    quantity: number;
    orders: number;
  };
  firm?: {
    /** Six decimals. */
    price: string;
    quantity: number;
    orders: number;
  };
};

export type Block = {
  blockId: string;
  securityId: string;
  counterpartyId: string;
  price: string;
  quantity: string;
  /** Which side the caller is. */
  party: "Reporter" | "Counterparty";
  /** Of the caller. */
  action: "Bid" | "Offer";
  memberId: string | null;
  accountId: string | null;
  counterpartyAccountId: string | null;
  token: string | null;
  blockStatus: "Reported" | "Confirmed" | "Declined" | "Cancelled" | "Expired";
  reason: string | null;
  matchId: string | null;
  /** YYYY-MM-DD HH:MM:SS, UTC. */
  reportedDate: string;
  /** Until when it can be confirmed. */
  expiresDate: string;
};

export type BlockEvent = {
  /** The venue's sequence number of the event. */
  eventSeq: number;
  /** RFC 3339, microseconds. */
  eventTime: string;
  eventType: "block";
  /** As in getBlocks: it was reported, or has ended. */
  block: {
    blockId: string;
    securityId: string;
    counterpartyId: string;
    price: string;
    quantity: string;
    /** Which side the caller is. */
    party: "Reporter" | "Counterparty";
    /** Of the caller. */
    action: "Bid" | "Offer";
    memberId: string | null;
    accountId: string | null;
    counterpartyAccountId: string | null;
    token: string | null;
    blockStatus: "Reported" | "Confirmed" | "Declined" | "Cancelled" | "Expired";
    reason: string | null;
    matchId: string | null;
    /** YYYY-MM-DD HH:MM:SS, UTC. */
    reportedDate: string;
    /** Until when it can be confirmed. */
    expiresDate: string;
    /** With a master key, and of clients below (S32). */
    clientId?: string;
    /** In place of clientId: several clients, with the fields that differ (S32). */
    clients?: {
      clientId: string;
      blockId?: string;
      securityId?: string;
      counterpartyId?: string;
      price?: string;
      quantity?: string;
      /** Which side the caller is. */
      party?: "Reporter" | "Counterparty";
      /** Of the caller. */
      action?: "Bid" | "Offer";
      memberId?: string | null;
      accountId?: string | null;
      counterpartyAccountId?: string | null;
      token?: string | null;
      blockStatus?: "Reported" | "Confirmed" | "Declined" | "Cancelled" | "Expired";
      reason?: string | null;
      matchId?: string | null;
      /** YYYY-MM-DD HH:MM:SS, UTC. */
      reportedDate?: string;
      /** Until when it can be confirmed. */
      expiresDate?: string;
    }[];
  };
};

export type BustEvent = {
  /** The venue's sequence number of the event. */
  eventSeq: number;
  /** RFC 3339, microseconds. */
  eventTime: string;
  eventType: "bust";
  /** As in bustTrade. */
  bust: {
    tradeID: string;
    securityId: string;
    price: string;
    quantity: string;
    reason: string;
    reasonCode: string;
    bustedDate: string;
    tradeStatus: "BUSTED";
    /** To the client that bought: for which of its accounts. */
    bidAccountId?: string | null;
    /** To the client that sold. */
    askAccountId?: string | null;
    /** With a master key, and of clients below (S32). */
    clientId?: string;
    /** In place of clientId: several clients, with the fields that differ (S32). */
    clients?: {
      clientId: string;
      tradeID?: string;
      securityId?: string;
      price?: string;
      quantity?: string;
      reason?: string;
      reasonCode?: string;
      bustedDate?: string;
      tradeStatus?: "BUSTED";
      /** To the client that bought: for which of its accounts. */
      bidAccountId?: string | null;
      /** To the client that sold. */
      askAccountId?: string | null;
    }[];
  };
};

export type Card = {
  accountId: string;
  creditCardName: string;
  cardType: string;
  creditCardNumber: string;
  expirationDate: string;
  billingZip: string;
  createdDate: string;
  updatedDate: string;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type CardPayment = {
  accountId: string;
  tradeId: string;
  offeringId: string;
  totalAmount: string;
  processorTransactionId: string | null;
  processorTransactionMessage: string | null;
  /** JSON of the other values from the processor */
  processorTokenMessage: string | null;
  RefNum: string;
  /** why it was returned, or what went back of it */
  errors: string | null;
  transactionstatus: string;
  fundStatus: string;
  createdDate: string;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type Client = {
  clientId: string;
  /** the client itself when it is a parent */
  parentId: string;
  name: string;
  active: "Yes" | "No";
  createdDate: string;
};

export type CustodyAccount = {
  accountId: string;
  custAccStatus: string;
  accountStatus: string;
  custAccRequestID: string;
  createdDate: string;
  /** Yes or No */
  restrictedStatus: string;
  reasonForStatus: string | null;
  /** what the client said last */
  notes: string | null;
  updatedDate: string | null;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type CustodyAttestation = {
  accountId: string;
  isAttested: string;
  documentUrl: string;
  createdDate: string;
};

export type CustodyDeposit = {
  accountId: string;
  bankName: string | null;
  amount: string;
  accountNumber: string;
  routingNumber: string;
  accountName: string;
  referenceNumber: string;
  description: string | null;
  /** the trade that the money is for */
  tradeId: string | null;
  approvalStatus: string;
  status: string;
  routingNumberStatus: string;
  errors: string;
  createdDate: string;
  updatedDate: string;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type CustodyRequest = {
  accountId: string;
  custAccStatus: string;
  accountStatus: string;
  custAccRequestID: string;
  createdDate: string;
  /** approval status of the account */
  approvalStatus: string | null;
  /** Yes or No */
  restrictedStatus: string;
  reasonForStatus: string | null;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type CustodyReview = {
  accountId: string;
  custAccStatus: string;
  accountStatus: string;
  custAccRequestID: string;
  createdDate: string;
  /** Yes or No */
  restrictedStatus: string;
  reasonForStatus: string | null;
  /** what the client said last */
  notes: string | null;
  updatedDate: string | null;
  clientId: string;
};

export type Disbursement = {
  requestId: string;
  accountId: string;
  /** two decimals */
  amount: string;
  type: string;
  bankId: string | null;
  bankAccountId: string | null;
  additionalDetails: string | null;
  status: string;
  createdDate: string;
  updatedDate: string;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type EndedTrade = {
  partyId: string;
  offeringId: string;
  orderStatus: string;
};

export type Entity = {
  partyId: string;
  domicile: string;
  entityName: string;
  entityType: string;
  entityDesc: string;
  ein: string;
  primCountry: string;
  primAddress1: string;
  primAddress2: string;
  primCity: string;
  primState: string;
  primZip: string;
  emailAddress: string;
  emailAddress2: string;
  phone: string | null;
  phone2: string | null;
  totalAssets: string | null;
  ownersAI: string | null;
  KYCstatus: string | null;
  AMLstatus: string | null;
  AMLdate: string | null;
  tags: string;
  notes: string;
  formationDate: string | null;
  esignStatus: string;
  documentKey: string;
  createdDate: string;
  updatedDate: string;
  partystatus: "Active" | "Archived";
  /** whose record it is; for master keys */
  clientId?: string;
};

export type EntityRecord = {
  partyId: string;
  domicile: string;
  entityName: string;
  entityType: string;
  entityDesc: string;
  ein: string;
  primCountry: string;
  primAddress1: string;
  primAddress2: string;
  primCity: string;
  primState: string;
  primZip: string;
  emailAddress: string;
  emailAddress2: string;
  phone: string | null;
  phone2: string | null;
  totalAssets: string | null;
  ownersAI: string | null;
  KYCstatus: string | null;
  AMLstatus: string | null;
  AMLdate: string | null;
  tags: string;
  notes: string;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type EntitySupplement = {
  entityID: string;
  poliCont: string | null;
  poliContDate: string | null;
  CFTC: string | null;
  CFTCrole: string | null;
  CFIUS: string | null;
  BankHoldingCo: string | null;
  InvCompanyAct: string | null;
  InvCompanyAct_individualowners: string | null;
  InvCompanyAct_entityowners: string | null;
  boName: string | null;
  boSSN: string | null;
  planassetLimit: string | null;
  insassetLimit: string | null;
  TaxYEmonth: string | null;
  USPerson: string | null;
  BPpurchaser: string | null;
  BPemployers: string | null;
  BPaffiliates: string | null;
  BPsponsor: string | null;
  PurchaserRep: string | null;
  OtherOccupations: string | null;
  notes: string | null;
  createdDate: string;
  updatedDate: string | null;
};

export type ExternalAccount = {
  /** when types is Account */
  accountId?: string;
  /** when types is Issuer */
  issuerId?: string;
  ExtAccountfullname: string;
  Extnickname: string;
  ExtRoutingnumber: string;
  ExtAccountnumber: string;
  types: string;
  accountType: string;
};

export type InvestorReview = {
  requestId: string;
  clientId: string;
  investorId: string;
  kycStatus: string;
  amlStatus: string;
  open: boolean;
  notes: string | null;
  cause: string | null;
  createdDate: string;
  updatedDate: string;
};

export type Issuer = {
  issuerId: string;
  issuerName: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string | null;
  issuerStatus: string;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type IssuerAccount = {
  issuerId: string | null;
  accountfirstName: string | null;
  accountlastName: string | null;
  accountType: string | null;
  companyName: string | null;
  companyState: string | null;
  entityType: string | null;
  companyTaxID: string | null;
  accountMiddleInitial: string | null;
  socialSecurityNumber: string | null;
  dob: string | null;
  residentUS: string | null;
  citizenUS: string | null;
  addressLine1: string | null;
  addressLine2: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
  issuingCountry: string | null;
  additionalInfo: string | null;
  issuerAccountStatus: string | null;
};

export type IssuerStatus = {
  issuerId: string;
  issuerStatus: string;
};

export type KillSwitch = {
  scope: "venue" | "security" | "client" | "account";
  /** With a master key. */
  clientId?: string;
  accountId?: string;
  securityId?: string;
  /** operator or client; access: the client is inactive. */
  thrownBy: string;
  reason: string;
  /** YYYY-MM-DD HH:MM:SS, UTC. */
  since: string;
};

export type KycOutcome = {
  /** the raw response of the verification provider */
  response: Record<string, unknown>;
  kycstatus: string;
  amlstatus: string;
};

export type KycReview = {
  requestId: string;
  investorId: string;
  kycStatus: string;
  amlStatus: string;
  open: string;
  /** of the reviewer, for the client */
  notes: string | null;
  /** why the program opened it (C98): List changed or Investor changed; null: it was asked for */
  cause: string | null;
  createdDate: string;
  updatedDate: string;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type Limits = {
  maxOrderQuantity?: number;
  maxOrderValue?: string;
  maxOpenValue?: string;
  maxOpenOrders?: number;
  priceBand?: string;
  allowedSecurities?: string[];
  restrictedSecurities?: string[];
  sides?: string;
  noShortSale?: "Yes" | "No";
  maxOrdersPerSecond?: number;
};

export type LimitsVersion = {
  version: number;
  setDate: string;
  setBy: "operator" | "client";
  limits: Limits;
};

export type Link = {
  id: string;
  firstEntryType: string;
  firstEntry: string;
  relatedEntryType: string;
  relatedEntry: string;
  linkType: string;
  notes: string;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type ListedOffering = {
  issuerId: string;
  offeringId: string;
  issueName: string;
  issueType: string | null;
  targetAmount: string;
  minAmount: string;
  maxAmount: string;
  unitPrice: string;
  totalShares: string;
  remainingShares: string;
  startDate: string;
  endDate: string;
  offeringStatus: string;
  stampingText: string;
  offeringText: string;
  fractionalUnits: string;
  soldShares: string;
  /** Of the cap, without fees, an extension (C50); null: not added up yet */
  subscribedAmount: string | null;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type MarketDay = {
  /** YYYY-MM-DD */
  date: string;
  name: string;
  closed: "Yes" | "No";
  start: string | null;
  close: string | null;
};

export type MarketEvent = {
  /** The venue's sequence number of the event. */
  eventSeq: number;
  /** RFC 3339, microseconds. */
  eventTime: string;
  eventType: "market";
  market: {
    securityId: string;
    market: "open" | "closed" | "halted";
    reason: string | null;
    reasonCode: string | null;
  };
};

export type MatchEvent = {
  /** The venue's sequence number of the event. */
  eventSeq: number;
  /** RFC 3339, microseconds. */
  eventTime: string;
  eventType: "match";
  match: {
    matchId: string;
    securityId: string;
    price: string;
    quantity: string;
    askOrderId: string;
    bidOrderId: string;
    /** It was a negotiated block (V61). */
    block?: "Yes";
  };
};

export type MatchSide = {
  memberId: string;
  askId: string;
  bidId: string;
  offeringId: string;
  partyType: string;
  tradeId: string;
  transactionType: string;
  amount: string;
  sharePrice: string;
  shares: string;
  createdDate: string;
  updatedDate: string;
  deleted: string;
  /** Of the security (V67), where it has one. */
  symbol?: string;
  accountId: string | null;
  /** RFC 3339, UTC, with microseconds: that of its event on the stream and in webhooks (V34). */
  eventTime: string;
  /** It was a negotiated block (V61). */
  block?: "Yes";
  /** The operator corrected price or quantity (V65). */
  adjusted?: "Yes";
  /** By what was reported of the match. */
  status: "PENDING" | "COMPLETED" | "CANCELED" | "BUSTED";
  /** The venue itself reports no trades to a regulator. */
  reportingStatus: "PENDING";
  /** Milliseconds that the match took by the clock of the venue, for which a match is one moment. */
  executionTime: string;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type MatchedOrder = {
  matchid: string;
  /** It was a negotiated block (V61). */
  block?: "Yes";
  executedPrice: string;
  executedQuantity: string;
  /** executedPrice times executedQuantity. */
  executedTotalCommitment: string;
  createdDate: string;
  updateDate: string;
  /** RFC 3339, UTC, with microseconds: that of its event on the stream and in webhooks (V34). */
  eventTime: string;
  createdIPAddress: string;
};

export type NewCardPayment = {
  accountId: string;
  tradeId: string;
  offeringId: string;
  totalAmount: string;
  ccreferencenumber: string;
  fundStatus: string;
  transactionstatus: string;
};

export type NewCustodyRequest = {
  accountId: string;
  custAccStatus: string;
  accountStatus: string;
  custAccRequestID: string;
  createdDate: string;
  /** approval status of the account */
  approvalStatus: string | null;
};

export type NewLimits = {
  /** Shares of one order. */
  maxOrderQuantity?: number | string | undefined;
  /** Dollars: price times quantity of one order. */
  maxOrderValue?: string | number | undefined;
  /** Dollars: price times what remains, over all live orders. */
  maxOpenValue?: string | number | undefined;
  /** Live orders. */
  maxOpenOrders?: number | string | undefined;
  /** The most that a price may differ from the reference price of the security, in percent (V51). */
  priceBand?: string | number | undefined;
  /** Offering ids: orders in others are refused. */
  allowedSecurities?: (string | number)[] | undefined;
  /** Offering ids in which orders are refused. */
  restrictedSecurities?: (string | number)[] | undefined;
  sides?: "Both" | "Buy" | "Sell" | undefined;
  /** Yes: an account sells at most what it has (V52). */
  noShortSale?: "Yes" | "No" | undefined;
  /** In each second of the venue's clock. */
  maxOrdersPerSecond?: number | string | undefined;
};

export type NoticeEvent = {
  /** The venue's sequence number of the event. */
  eventSeq: number;
  /** RFC 3339, microseconds. */
  eventTime: string;
  eventType: "notice";
  /** As in sendNotice. */
  notice: {
    noticeId: string;
    severity: "info" | "warning" | "urgent";
    /** The security that it is about; null: none in particular. */
    securityId: string | null;
    text: string;
    /** YYYY-MM-DD HH:MM:SS, UTC. */
    sentDate: string;
    /** With a master key, and of clients below (S32). */
    clientId?: string;
    /** In place of clientId: several clients, with the fields that differ (S32). */
    clients?: {
      clientId: string;
      noticeId?: string;
      severity?: "info" | "warning" | "urgent";
      /** The security that it is about; null: none in particular. */
      securityId?: string | null;
      text?: string;
      /** YYYY-MM-DD HH:MM:SS, UTC. */
      sentDate?: string;
    }[];
  };
};

export type Offering = {
  issuerId: string;
  offeringId: string;
  issueName: string;
  issueType: string | null;
  targetAmount: string;
  minAmount: string;
  maxAmount: string;
  unitPrice: string;
  totalShares: string;
  remainingShares: string;
  startDate: string;
  endDate: string;
  offeringStatus: string;
  stampingText: string;
  escrowAccountNumber: string | null;
  field1: string | null;
  field2: string | null;
  field3: string | null;
  offeringText: string;
  fractionalUnits: string;
  soldShares: string;
  /** Of the cap, without fees, an extension (C50); null: not added up yet */
  subscribedAmount: string | null;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type OfferingStatus = {
  offeringId: string;
  offeringStatus: string;
};

export type OfferingWithCreation = {
  issuerId: string;
  offeringId: string;
  issueName: string;
  issueType: string | null;
  targetAmount: string;
  minAmount: string;
  maxAmount: string;
  unitPrice: string;
  totalShares: string;
  remainingShares: string;
  startDate: string;
  endDate: string;
  offeringStatus: string;
  stampingText: string;
  offeringText: string;
  fractionalUnits: string;
  soldShares: string;
  /** Of the cap, without fees, an extension (C50); null: not added up yet */
  subscribedAmount: string | null;
  createdDate: string;
  createdIPAddress: string | null;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type Order = {
  securityId: string;
  securityName: string;
  memberId: string;
  orderId: string;
  securityType: string;
  shares: string;
  remainingShares: string;
  sharePrice: string;
  amount: string;
  allOrNone: string;
  deleted: string;
  createdDate: string;
  updatedDate: string;
  contingencies: string;
  solicited: string;
  minimumQuantity: string;
  expiration: string;
  cancelExecutionTime: string;
  /** Of the security (V67), where it has one. */
  symbol?: string;
  /** 1 GTC, 2 Day, 3 Other, 4 IOC. */
  expirationType: string;
  /** The date that was sent with Other; of a Day order the New York date of its entry. */
  expirationDate: string | null;
  accountId: string | null;
  accountName: string | null;
  /** No when disclosePrice was Yes. */
  priceNotDisplayed: string;
  type: "Limit" | "RFQ" | "Block";
  orderStatus: "Pending" | "Live" | "Partially Executed" | "Executed" | "Cancelled" | "Partially Executed & Cancelled" | "Not Approved";
  /** Active while the order is Live or Partially Executed. */
  status: "Active" | "Inactive";
  /** Settlement of its latest match (Busted is an extension); null before the first. */
  tradeStatus: "Pending" | "Settled" | "Canceled" | "Busted" | null;
  /** The same; null before the first. */
  tradeOrderStatus: "CREATED" | "SETTLED" | "CANCELED" | null;
  /** Of an RFQ order (Ended is an extension); null for Limit. */
  negotiationStatus: "Pending" | "Accepted" | "Declined" | "Ended" | null;
  /** The client, when it entered, replaced or cancelled the order last; 0: the venue or the issuer. */
  updatedBy: string;
  /** Seconds between the command and its acceptance by the clock of the venue, which are one moment. */
  executionTime: string;
  /** 1 received while the market was open, else 0. */
  operationHrStatus: string;
  /** platform: it came over this API. */
  origination: string;
  /** When it was cancelled or expired. */
  cancelDate: string | null;
  token: string | null;
  /** minimumQuantity in whole shares, as createOrder takes it. */
  minimumThreshold: string;
  /** Why it changed last (fills apart), where the issuer or the venue gave a reason. */
  reason: string | null;
  /** Why it ended unexecuted, from the list of reasons; otherwise null. */
  reasonCode: string | null;
  /** Why it must not trade now (F9), from the list of reasons. */
  held?: string;
  /** What it does about others of its owner (V46). */
  selfTradePrevention: string;
  /** Shares of all fills so far. */
  filledShares: string;
  /** Price times shares of all fills so far, exact. */
  filledAmount: string;
  /** filledAmount / filledShares, rounded half up to six places; null before the first fill. */
  averagePrice: string | null;
  /** An extension (M18): Yes refuses or cancels the order where it would cross the other side on entering. Absent where it was not sent. */
  postOnly?: "Yes";
  /** An extension (M19): the shares that the book shows at once. The others follow as these are executed. Absent where it was not sent. */
  displayQuantity?: string;
  /** An extension (V68): Yes takes a price that is further from the reference price than the collar. Absent where it was not sent. */
  beyondCollar?: "Yes";
  /** whose record it is; for master keys */
  clientId?: string;
};

export type OrderDetails = {
  /** The account, as accountID: the specification gives both the same value. */
  memberID: string | null;
  accountID: string | null;
  security_id: string;
  security_name: string;
  order_Id: string;
  order_type: "Bid" | "Offer";
  number_shares: string;
  shares_remaining: string;
  /** A decimal, or RFQ. */
  price_per_share: string;
  /** number_shares times price_per_share; 0.000000 for RFQ. */
  total_amount: string;
  /** Price not displayed: Yes or No. */
  PND: string;
  Contingencies: string;
  MinimumThreshold: string;
  /** Yes or No. */
  Solicited: string;
  status: "Pending" | "Live" | "Partially Executed" | "Executed" | "Cancelled" | "Partially Executed & Cancelled" | "Not Approved";
  /** An extension: the one that the order has now (H10). */
  token?: string;
  /** Shares of all fills so far. */
  filledShares: string;
  /** Price times shares of all fills so far, exact. */
  filledAmount: string;
  /** filledAmount / filledShares, rounded half up to six places; null before the first fill. */
  averagePrice: string | null;
  /** Why it changed last (fills apart), where the issuer or the venue gave a reason. */
  reason: string | null;
  /** Why it ended unexecuted, from the list of reasons; otherwise null. */
  reasonCode: string | null;
  /** Why it must not trade now (F9), from the list of reasons. */
  held?: string;
  /** What it does about others of its owner (V46). */
  selfTradePrevention: string;
  /** An extension (M18): Yes refuses or cancels the order where it would cross the other side on entering. Absent where it was not sent. */
  postOnly?: "Yes";
  /** An extension (M19): the shares that the book shows at once. The others follow as these are executed. Absent where it was not sent. */
  displayQuantity?: string;
  /** An extension (V68): Yes takes a price that is further from the reference price than the collar. Absent where it was not sent. */
  beyondCollar?: "Yes";
  createdDate: string;
  updateDate: string;
  createdIPAddress: string;
  matchedOrders: MatchedOrder[];
  /** The older spelling, with the same content. */
  mathcedOrders: MatchedOrder[];
  /** There where it has more matches than these, its oldest; matchesAfter reads on. */
  moreMatches?: "Yes";
  /** With a master key only. */
  clientId?: string;
};

export type OrderEvent = {
  /** The venue's sequence number of the event. */
  eventSeq: number;
  /** RFC 3339, microseconds. */
  eventTime: string;
  eventType: "order";
  order: {
    orderId: string;
    securityId: string;
    memberId: string;
    action: "Bid" | "Offer";
    type: "Limit" | "RFQ" | "Block";
    /** What happened, or how it ended (the reasons of the list). */
    change: "entered" | "approved" | "filled" | "replaced" | "held" | "released" | "refused" | "cancelled" | "expired" | "immediate remainder cancelled" | "mass cancelled" | "cancel timer ran out" | "connection lost" | "self-trade prevented" | "post-only crossed" | "kill switch" | "first refusal exercised" | "security ended";
    orderStatus: "Pending" | "Live" | "Partially Executed" | "Executed" | "Cancelled" | "Partially Executed & Cancelled" | "Not Approved";
    number_shares: string;
    shares_remaining: string;
    price_per_share: string;
    accountId: string | null;
    /** The one that the order has after this change. */
    token: string | null;
    /** Of a replacement with newToken: the token before (H10). */
    previousToken?: string;
    reason: string | null;
    reasonCode: string | null;
    /** An extension (M18): Yes refuses or cancels the order where it would cross the other side on entering. Absent where it was not sent. */
    postOnly?: "Yes";
    /** An extension (M19): the shares that the book shows at once. The others follow as these are executed. Absent where it was not sent. */
    displayQuantity?: string;
    /** An extension (V68): Yes takes a price that is further from the reference price than the collar. Absent where it was not sent. */
    beyondCollar?: "Yes";
    /** With a master key, and of clients below (S32). */
    clientId?: string;
    /** Shares of all fills so far. */
    filledShares: string;
    /** Price times shares of all fills so far, exact. */
    filledAmount: string;
    /** filledAmount / filledShares, rounded half up to six places; null before the first fill. */
    averagePrice: string | null;
    executionType: "Fill";
    matchId: string;
    fillPrice: string;
    fillShares: string;
    /** Of its order: Added where it was there before the other one, else Removed. Absent of a block. */
    liquidity?: "Added" | "Removed";
  } | {
    orderId: string;
    securityId: string;
    memberId: string;
    action: "Bid" | "Offer";
    type: "Limit" | "RFQ" | "Block";
    /** What happened, or how it ended (the reasons of the list). */
    change: "entered" | "approved" | "filled" | "replaced" | "held" | "released" | "refused" | "cancelled" | "expired" | "immediate remainder cancelled" | "mass cancelled" | "cancel timer ran out" | "connection lost" | "self-trade prevented" | "post-only crossed" | "kill switch" | "first refusal exercised" | "security ended";
    orderStatus: "Pending" | "Live" | "Partially Executed" | "Executed" | "Cancelled" | "Partially Executed & Cancelled" | "Not Approved";
    number_shares: string;
    shares_remaining: string;
    price_per_share: string;
    accountId: string | null;
    /** The one that the order has after this change. */
    token: string | null;
    /** Of a replacement with newToken: the token before (H10). */
    previousToken?: string;
    reason: string | null;
    reasonCode: string | null;
    /** An extension (M18): Yes refuses or cancels the order where it would cross the other side on entering. Absent where it was not sent. */
    postOnly?: "Yes";
    /** An extension (M19): the shares that the book shows at once. The others follow as these are executed. Absent where it was not sent. */
    displayQuantity?: string;
    /** An extension (V68): Yes takes a price that is further from the reference price than the collar. Absent where it was not sent. */
    beyondCollar?: "Yes";
    /** With a master key, and of clients below (S32). */
    clientId?: string;
    /** Shares of all fills so far. */
    filledShares: string;
    /** Price times shares of all fills so far, exact. */
    filledAmount: string;
    /** filledAmount / filledShares, rounded half up to six places; null before the first fill. */
    averagePrice: string | null;
    executionType: "New" | "Approved" | "Replaced" | "Suspended" | "Resumed" | "Rejected" | "Expired" | "Cancelled";
  };
};

export type OrderState = {
  /** The same number as orderId. */
  id: string;
  securityId: string;
  orderId: string;
  action: "Bid" | "Offer";
  orderStatus: "Pending" | "Live" | "Partially Executed" | "Executed" | "Cancelled" | "Partially Executed & Cancelled" | "Not Approved";
  /** As sent; absent when none was sent. */
  token?: string;
  /** An extension: why the order must not trade now (F9), from the list of reasons. */
  held?: string;
  /** An extension (M18): Yes refuses or cancels the order where it would cross the other side on entering. Absent where it was not sent. */
  postOnly?: "Yes";
  /** An extension (M19): the shares that the book shows at once. The others follow as these are executed. Absent where it was not sent. */
  displayQuantity?: string;
  /** An extension (V68): Yes takes a price that is further from the reference price than the collar. Absent where it was not sent. */
  beyondCollar?: "Yes";
};

export type OwnWebhookDelivery = {
  /** ascending in the order of recording */
  seq: number;
  id: string;
  webhookId: string;
  method: string;
  /** without its query */
  url: string;
  outcome: string;
  httpStatus: number | null;
  detail: string | null;
  firedDate: string;
  durationMs: number;
  /** 1 for the first */
  attempt: number;
  /** the time of the next attempt; null after the last one */
  retryDate: string | null;
};

export type Pagination = {
  /** all that match */
  totalRecords: number;
  /** the offset */
  startIndex: number;
  /** index of the last record of the page; 0 for an empty page */
  endIndex: number;
};

export type PaidTrade = {
  id: string;
  offeringId: string;
  accountId: string;
  partyId: string;
  party_type: string;
  escrowId: string | null;
  orderId: string;
  transactionType: string;
  totalAmount: string;
  totalShares: string;
  orderStatus: string;
  createdDate: string;
  createdIpAddress: string | null;
  errors: string | null;
  documentKey: string | null;
  esignStatus: string;
  users: string | null;
  field1: string;
  field2: string;
  field3: string;
  archived_status: string;
  developerAPIKey: string;
  RRApprovalStatus: string;
  RRName: string | null;
  RRApprovalDate: string | null;
  PrincipalApprovalStatus: string;
  PrincipalName: string | null;
  PrincipalDate: string | null;
  closeId: string;
  eligibleToClose: "yes" | "no";
  /** what has come and is not returned, by payments and recorded by hand */
  receivedAmount: string;
  /** what is missing to totalAmount */
  dueAmount: string;
  /** what is to be given back */
  overpaidAmount: string;
};

export type Party = {
  partyId: string;
  firstName: string;
  middleInitial: string | null;
  lastName: string;
  domicile: string;
  socialSecurityNumber: string;
  dob: string;
  primCountry: string;
  primAddress1: string;
  primAddress2: string;
  primCity: string;
  primState: string;
  primZip: string;
  emailAddress: string;
  emailAddress2: string;
  phone: string | null;
  phone2: string | null;
  occupation: string;
  associatedPerson: string | null;
  empStatus: string | null;
  empName: string;
  empCountry: string;
  empAddress1: string;
  empAddress2: string;
  empCity: string;
  empState: string;
  empZip: string | null;
  invest_to: string | null;
  currentAnnIncome: string | null;
  avgAnnIncome: string | null;
  currentHouseholdIncome: string | null;
  avgHouseholdIncome: string | null;
  householdNetworth: string | null;
  kycStatus: string | null;
  amlStatus: string | null;
  amlDate: string | null;
  tags: string;
  notes: string;
  field1: string;
  field2: string;
  field3: string;
  esignStatus: string;
  documentKey: string;
  createdDate: string;
  updatedDate: string;
  partystatus: "Active" | "Archived";
  /** whose record it is; for master keys */
  clientId?: string;
};

export type PartyDocument = {
  id: string;
  partyid: string;
  documentid: string;
  documentTitle: string;
  documentFileName: string;
  documentFileReferenceCode: string;
  createdDate: string;
  documentUrl: string;
};

export type PartyRecord = {
  partyId: string;
  firstName: string;
  middleInitial: string | null;
  lastName: string;
  domicile: string;
  socialSecurityNumber: string;
  dob: string;
  primCountry: string;
  primAddress1: string;
  primAddress2: string;
  primCity: string;
  primState: string;
  primZip: string;
  emailAddress: string;
  emailAddress2: string;
  phone: string | null;
  phone2: string | null;
  occupation: string;
  associatedPerson: string | null;
  empStatus: string | null;
  empName: string;
  empCountry: string;
  empAddress1: string;
  empAddress2: string;
  empCity: string;
  empState: string;
  empZip: string | null;
  invest_to: string | null;
  currentAnnIncome: string | null;
  avgAnnIncome: string | null;
  currentHouseholdIncome: string | null;
  avgHouseholdIncome: string | null;
  householdNetworth: string | null;
  kycStatus: string | null;
  amlStatus: string | null;
  amlDate: string | null;
  tags: string;
  notes: string;
  field1: string;
  field2: string;
  field3: string;
  esignStatus: string;
  documentKey: string;
  createdDate: string;
  updatedDate: string;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type PartySupplement = {
  partyId: string;
  relationship: string | null;
  salutation: string | null;
  countryOfCitizenship: string | null;
  authorizedSigner: string | null;
  controlPerson: string | null;
  politicallyExposedPerson: string | null;
  politicallyExposedPersonDetails: string | null;
  beneficiaryType: string | null;
  beneficiaryPercentage: string | null;
  mailingAddressLine1: string | null;
  mailingAddressLine2: string | null;
  mailingCity: string | null;
  mailingState: string | null;
  mailingZipCode: string | null;
  mailingCountry: string | null;
  publicCompany: string | null;
  companyTicker: string | null;
  associatedFirm: string | null;
};

export type PendingAction = {
  actionId: string;
  /** the method that was called */
  method: string;
  actionStatus: "Pending" | "Approved" | "Done" | "Refused" | "Rejected" | "Expired" | "Interrupted";
  /** client id of the operator who called the method */
  askedBy: string;
  /** the user who called it; null where a key did */
  askedByUser: string | null;
  askedDate: string;
  expiresDate: string;
  decidedBy: string | null;
  /** the user who approved or rejected it; null where a key did */
  decidedByUser: string | null;
  decidedDate: string | null;
  reason: string | null;
  values: Record<string, unknown>;
};

export type PersonStatus = {
  partyId: string;
  KYCstatus: string | null;
  AMLstatus: string | null;
};

export type PriceLevel = {
  /** Six decimals. */
  price: string;
  quantity: number;
  orders: number;
  /** Orders with a contingency (S8). */
  contingent?: {
    quantity: number;
    orders: number;
  };
};

export type Quote = {
  quoteId: string;
  orderId: string;
  securityId: string;
  /** the member that quotes */
  memberId: string;
  /** the side of the quote */
  action: "Bid" | "Offer";
  price: string;
  quantity: string;
  quoteStatus: "Open" | "Accepting" | "Accepted" | "Declined" | "Cancelled" | "Ended";
  matchId: string | null;
  reason: string | null;
  /** The reason why the quote ended without a match. */
  reasonCode: string | null;
  createdDate: string;
  updatedDate: string | null;
  /** To the client that quotes, as the token. */
  accountId?: string | null;
  token?: string | null;
};

export type QuoteEvent = {
  /** The venue's sequence number of the event. */
  eventSeq: number;
  /** RFC 3339, microseconds. */
  eventTime: string;
  eventType: "quote";
  /** As in getQuotes: it was made, accepted, declined or cancelled, or has ended. */
  quote: {
    quoteId: string;
    orderId: string;
    securityId: string;
    /** the member that quotes */
    memberId: string;
    /** the side of the quote */
    action: "Bid" | "Offer";
    price: string;
    quantity: string;
    quoteStatus: "Open" | "Accepting" | "Accepted" | "Declined" | "Cancelled" | "Ended";
    matchId: string | null;
    reason: string | null;
    /** The reason why the quote ended without a match. */
    reasonCode: string | null;
    createdDate: string;
    updatedDate: string | null;
    /** To the client that quotes, as the token. */
    accountId?: string | null;
    token?: string | null;
    /** With a master key, and of clients below (S32). */
    clientId?: string;
    /** In place of clientId: several clients, with the fields that differ (S32). */
    clients?: {
      clientId: string;
      quoteId?: string;
      orderId?: string;
      securityId?: string;
      /** the member that quotes */
      memberId?: string;
      /** the side of the quote */
      action?: "Bid" | "Offer";
      price?: string;
      quantity?: string;
      quoteStatus?: "Open" | "Accepting" | "Accepted" | "Declined" | "Cancelled" | "Ended";
      matchId?: string | null;
      reason?: string | null;
      /** The reason why the quote ended without a match. */
      reasonCode?: string | null;
      createdDate?: string;
      updatedDate?: string | null;
      /** To the client that quotes, as the token. */
      accountId?: string | null;
      token?: string | null;
    }[];
  };
};

export type RegisteredWebhook = {
  id: string;
  clientId: string;
  method: string;
  url: string;
  signed: "Yes" | "No";
  retries: "Yes" | "No";
  ordered: "Yes" | "No";
  platform: "Yes" | "No";
  createdDate: string;
};

export type ReplayLevel = {
  /** Six decimals. */
  price: string;
  quantity: number;
  orders: number;
  /** Shares of orders with a contingency (S8). */
  contingentQuantity: number;
  contingentOrders: number;
};

export type ReportFile = {
  name: string;
  sha256?: string;
  bytes?: number;
  /** without the header row */
  rows?: number;
  url: string;
};

export type Sale = {
  tradeId: string;
  /** RFC 3339, UTC, with microseconds. */
  time: string;
  price: string;
  quantity: string;
  /** Of the incoming order; null for a block. */
  side: "Buy" | "Sell" | null;
  block: "Yes" | "No";
  busted: "Yes" | "No";
  /** Whether the operator corrected price or quantity; they are shown as they are now (V65). */
  adjusted: "Yes" | "No";
};

export type SecurityMarketHours = {
  securityId: string;
  mondayClosed: "Yes" | "No";
  mondayStartHours: string;
  mondayStartMins: string;
  mondayCloseHours: string;
  mondayCloseMins: string;
  tuesdayClosed: "Yes" | "No";
  tuesdayStartHours: string;
  tuesdayStartMins: string;
  tuesdayCloseHours: string;
  tuesdayCloseMins: string;
  wednesdayClosed: "Yes" | "No";
  wednesdayStartHours: string;
  wednesdayStartMins: string;
  wednesdayCloseHours: string;
  wednesdayCloseMins: string;
  thursdayClosed: "Yes" | "No";
  thursdayStartHours: string;
  thursdayStartMins: string;
  thursdayCloseHours: string;
  thursdayCloseMins: string;
  fridayClosed: "Yes" | "No";
  fridayStartHours: string;
  fridayStartMins: string;
  fridayCloseHours: string;
  fridayCloseMins: string;
};

export type SecurityReference = {
  symbol?: string;
  isin?: string;
  cusip?: string;
  figi?: string;
  currency?: string;
  tickSizes?: {
    from: string;
    tick: string;
  }[];
  lotSize?: number;
  minimumQuantity?: number;
  maximumQuantity?: number;
  /** Percent. */
  priceCollar?: string;
};

export type SecurityReferenceVersion = {
  securityId: string;
  /** ISO 10383: the market identifier of the venue (VENUE_MIC). */
  mic?: string;
  /** Counts the changes from 1; 0: none yet. */
  version: number;
  updatedDate?: string;
  reference: SecurityReference;
  /** The newest 50 that it had, oldest first. */
  symbols: SymbolPeriod[];
};

export type SettlementEvent = {
  /** The venue's sequence number of the event. */
  eventSeq: number;
  /** RFC 3339, microseconds. */
  eventTime: string;
  eventType: "settlement";
  /** As it was reported. */
  settlement: {
    memberid: string;
    issuerid: string;
    tradeID: string;
    securityId: string;
    tradeStatus: "Settled" | "Canceled";
    /** With a master key, and of clients below (S32). */
    clientId?: string;
    /** In place of clientId: several clients, with the fields that differ (S32). */
    clients?: {
      clientId: string;
      memberid?: string;
      issuerid?: string;
      tradeID?: string;
      securityId?: string;
      tradeStatus?: "Settled" | "Canceled";
    }[];
  };
};

export type Signature = {
  signatureId: string;
  documentKey: string;
  kind: string;
  status: string;
  offeringId: string;
  accountId: string;
  partyId: string;
  /** The investment; null for an NDA. */
  tradeId: string | null;
  /** The template of the offering; null for an NDA. */
  templateId: string | null;
  templateName: string;
  signerName: string;
  /** What the signer wrote. */
  declineReason: string | null;
  createdDate: string;
  updatedDate: string;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type StatusChange = {
  /** The name of the field that changed, such as kycStatus. */
  status: string;
  before: string | null;
  after: string | null;
  changedDate: string;
};

export type SurveillanceAlert = {
  alertId: string;
  rule: "Wash trade" | "Layering" | "Quick cancels" | "Marking the close" | "Price band" | "Concentration";
  status: "Open" | "Closed";
  securityId: string;
  /** Whose orders they are. */
  clientId: string;
  accountId: string | null;
  /** The other side of the trades, where there is one. */
  otherClientId: string | null;
  otherAccountId: string | null;
  /** Who looks into it. */
  assignedTo: string | null;
  /** How often the rule noticed it. */
  occurrences: number;
  /** When it happened first. RFC 3339, UTC. */
  firstTime: string;
  /** When it happened last. RFC 3339, UTC. */
  lastTime: string;
  /** When the alert was raised. RFC 3339, UTC. */
  raisedTime: string;
  /** What was measured last, and the threshold. */
  figures: Record<string, string | number>;
  /** The orders and matches that show it, oldest first; at most 100. */
  evidence: AlertEvidence[];
  /** What was done about it, oldest first; at most 500. */
  actions: AlertAction[];
};

export type SurveillanceRule = {
  rule: "Wash trade" | "Layering" | "Quick cancels" | "Marking the close" | "Price band" | "Concentration";
  on: "Yes" | "No";
  thresholds: SurveillanceThreshold[];
};

export type SurveillanceRules = {
  enabled: "Yes" | "No";
  /** 0: no operator has set a threshold. */
  version: number;
  rules: SurveillanceRule[];
  /** What operators set, newest first; at most 50. */
  history: SurveillanceVersion[];
};

export type SurveillanceThreshold = {
  name: string;
  value: number;
  /** Until an operator sets another. */
  usual: number;
  minimum: number;
  maximum: number;
  description: string;
};

export type SurveillanceVersion = {
  version: number;
  /** Those that differ from the usual ones. */
  thresholds: Record<string, number>;
  reason: string;
  /** The operator. */
  clientId: string;
  /** The user of the operator; null: a key. */
  userId: string | null;
  /** RFC 3339, UTC. */
  setDate: string;
};

export type SymbolPeriod = {
  symbol: string;
  from: string;
  /** null: it has it now. */
  to: string | null;
};

export type Trade = {
  tradeId: string;
  id: string;
  offeringId: string;
  accountId: string;
  partyId: string;
  partyType: string;
  transactionType: string;
  totalAmount: string;
  totalShares: string;
  unitPrice: string;
  fees: string;
  orderStatus: string;
  createdDate: string;
  updatedDate: string;
  esignStatus: string;
  field1: string;
  field2: string;
  field3: string;
  eligibleToClose: string;
  archived: string;
  RRApprovalStatus: string;
  RRName: string | null;
  RRApprovalDate: string | null;
  PrincipalApprovalStatus: string;
  PrincipalName: string | null;
  PrincipalDate: string | null;
  /** what has come and is not returned, by payments and recorded by hand */
  receivedAmount: string;
  /** what is missing to totalAmount */
  dueAmount: string;
  /** what is to be given back */
  overpaidAmount: string;
  issueName: string | null;
  accountName: string | null;
  escrowId: string | null;
  errors: string | null;
  documentKey: string | null;
  closeId: string | null;
  /** whose record it is; for master keys */
  clientId?: string;
};

export type TradeDocument = {
  id: string;
  tradeId: string;
  documentid: string;
  documentTitle: string;
  documentFileName: string;
  documentFileReferenceCode: string;
  createdDate: string;
  documentUrl: string;
  virtualStatus: string;
  archive_status: string;
};

export type TradeNote = {
  noteId: string;
  authorname: string;
  note: string;
  createdDate: string;
};

export type TradeRecord = {
  id: string;
  offeringId: string;
  accountId: string;
  partyId: string;
  party_type: string;
  escrowId: string | null;
  orderId: string;
  transactionType: string;
  totalAmount: string;
  totalShares: string;
  orderStatus: string;
  createdDate: string;
  createdIpAddress: string | null;
  errors: string | null;
  documentKey: string | null;
  esignStatus: string;
  users: string | null;
  field1: string;
  field2: string;
  field3: string;
  archived_status: string;
  developerAPIKey: string;
  RRApprovalStatus: string;
  RRName: string | null;
  RRApprovalDate: string | null;
  PrincipalApprovalStatus: string;
  PrincipalName: string | null;
  PrincipalDate: string | null;
  closeId: string;
  eligibleToClose: "yes" | "no";
};

export type TransferRules = {
  securityId: string;
  /** Counts the changes; 0 before the first. */
  version: number;
  holdingDays: number | null;
  allowedClients: string[] | null;
  allowedAccounts: string[] | null;
  holdersMax: number | null;
  windows: {
    from?: string;
    to?: string;
  }[] | null;
  firstRefusalHours: number | null;
  /** Waive or Exercise. */
  firstRefusalUnanswered: string | null;
  /** Of the register. */
  holders: number;
  updatedDate: string | null;
};

export type UpdatedCustodyRequest = {
  accountId: string;
  custAccStatus: string;
  accountStatus: string;
  custAccRequestID: string;
  createdDate: string;
};

export type User = {
  userId: string;
  clientId: string;
  name: string;
  email: string;
  roles: ("trader" | "compliance" | "backOffice" | "operator" | "surveillance" | "auditor")[];
  active: "Yes" | "No";
  createdDate: string;
  /** The user or key that made it. */
  createdBy: string;
  lastSeenDate: string | null;
};

export type Webhook = {
  id: string;
  method: string;
  url: string;
  signed: "Yes" | "No";
  retries: "Yes" | "No";
  ordered: "Yes" | "No";
  platform: "Yes" | "No";
  createdDate: string;
};

export type WebhookDelivery = {
  /** ascending in the order of recording */
  seq: number;
  id: string;
  webhookId: string;
  clientId: string;
  method: string;
  /** without its query */
  url: string;
  outcome: string;
  httpStatus: number | null;
  detail: string | null;
  firedDate: string;
  durationMs: number;
  /** 1 for the first */
  attempt: number;
  /** the time of the next attempt; null after the last one */
  retryDate: string | null;
};

export type WebhookName = "createAccount" | "updateAccount" | "getAccount" | "getAccountLinkId" | "updateAccountArchivestatus" | "uploadAccountDocument" | "createParty" | "updateParty" | "updateEntity" | "updatePartyEntityArchivestatus" | "uploadPartyDocument" | "requestUploadPartyDocument" | "createEntitySupp" | "updateEntitySupp" | "createLink" | "deleteLink" | "performKycAml" | "performKycAmlBasic" | "performAml" | "updateKycAml" | "updateKycAmlRequest" | "updateKycAmlStatus" | "screenedAgain" | "requestAiVerification" | "updateAiVerification" | "updateAiRequest" | "uploadVerificationDocument" | "updateOffering" | "closeOffering" | "cancelOffering" | "reopenOffering" | "admitOffering" | "deleteOffering" | "updateEligibleToCloseStatus" | "createTrade" | "updateTrade" | "updateTradeStatus" | "editTrade" | "editTradeUnits" | "updateTradeTransactionType" | "updateTradeArchivestatus" | "deleteTrade" | "cancelInvestment" | "uploadTradeDocument" | "updateTradeDocArchivestatus" | "updateDocuSignStatus" | "updateNdaDocuSignStatus" | "createExternalAccount" | "updateExternalAccount" | "deleteExternalAccount" | "linkExternalAccount" | "updateLinkExternalAccount" | "externalFundMove" | "updateExternalFundMoveStatus" | "updateExternalFundMoveApprovedStatus" | "requestForVoidACH" | "ccFundMove" | "ccFundMovement" | "stripePaymentProcess" | "updateCCFundMoveStatus" | "updateCCFundMoveApprovedStatus" | "requestForVoidCCTransaction" | "createCustodyAccountRequest" | "requestCustodialAccount" | "updateCustodyAccountRequest" | "updateCustodialAccountRequest" | "createCustodyFundMove" | "fundCustodyAccount" | "updateCustodyFundMove" | "requestForVoidCustodyACH" | "createCustodyFundDisbursement" | "createOrder" | "updateOrder" | "replaceOrder" | "cancelOrder" | "matchedTradenotify" | "orderForApproval" | "orderForFirstRefusal" | "createQuote" | "updateQuote" | "blockReported" | "updateBlock" | "notifySettlement" | "bustTrade" | "adjustTrade" | "notice";

export type WebhookToken = {
  tokenId: string;
  parentId: string;
  /** its first characters, then stars */
  token: string;
  active: "Yes" | "No";
  createdDate: string;
  retiredDate: string | null;
};

export type WrittenIssuerAccount = {
  issuerId: string | null;
  companyName: string | null;
  companyState: string | null;
  companyTaxID: string | null;
  entityType: string | null;
  issuingCountry: string | null;
  accountType: string | null;
  accountMiddleInitial: string | null;
  residentUS: string | null;
  citizenUS: string | null;
  addressLine1: string | null;
  addressLine2: string | null;
  city: string | null;
  zip: string | null;
  country: string | null;
  additionalInfo: string | null;
  socialSecurityNumber: string | null;
  dob: string | null;
  issuerStatus: string | null;
  createdDate: string | null;
  createdIpAddress: string | null;
};
