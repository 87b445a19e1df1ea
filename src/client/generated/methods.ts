/** Made by `npm run client:types` from the declarations of the methods; not edited by hand. */

import type {
  Account,
  AccountApproval,
  AccountDocument,
  AccountLimits,
  AccountNote,
  AccountRecord,
  AccountStatus,
  AccountSupplement,
  AccreditationRequest,
  AccreditationRequestRecord,
  AchDebit,
  Action,
  AdjustEvent,
  ApiKey,
  AuditPage,
  BestPrice,
  Block,
  BlockEvent,
  BustEvent,
  Card,
  CardPayment,
  Client,
  CustodyAccount,
  CustodyAttestation,
  CustodyDeposit,
  CustodyRequest,
  CustodyReview,
  Disbursement,
  EndedTrade,
  Entity,
  EntityRecord,
  EntitySupplement,
  ExternalAccount,
  InvestorReview,
  Issuer,
  IssuerAccount,
  IssuerStatus,
  KillSwitch,
  KycOutcome,
  KycReview,
  Limits,
  LimitsVersion,
  Link,
  ListedOffering,
  MarketDay,
  MarketEvent,
  MatchEvent,
  MatchSide,
  NewCardPayment,
  NewCustodyRequest,
  NewLimits,
  NoticeEvent,
  Offering,
  OfferingStatus,
  OfferingWithCreation,
  Order,
  OrderDetails,
  OrderEvent,
  OrderState,
  OwnWebhookDelivery,
  Pagination,
  PaidTrade,
  Party,
  PartyDocument,
  PartyRecord,
  PartySupplement,
  PendingAction,
  PersonStatus,
  PriceLevel,
  Quote,
  QuoteEvent,
  RegisteredWebhook,
  ReplayLevel,
  ReportFile,
  Sale,
  SecurityMarketHours,
  SecurityReference,
  SecurityReferenceVersion,
  SettlementEvent,
  Signature,
  StatusChange,
  SurveillanceAlert,
  SurveillanceRules,
  Trade,
  TradeDocument,
  TradeNote,
  TradeRecord,
  TransferRules,
  UpdatedCustodyRequest,
  User,
  Webhook,
  WebhookDelivery,
  WebhookName,
  WebhookToken,
  WrittenIssuerAccount,
} from './records.ts';

/** What every answer has (C1). */
export interface Envelope {
  statusCode: string;
  statusDesc?: unknown;
}

/** By name: the fields that a method takes, and what it answers. */
export interface Methods {
  /** Trades an RFQ order with a quote. */
  acceptQuote: {
    fields: {
      quoteId: string | number;
    };
    answer: Envelope & {
      quoteDetails: Quote;
    };
  };
  /** Adds a note to an account. */
  addAccountNote: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** who writes the note */
      authorName: string;
      /** the note */
      notes: string;
    };
    answer: Envelope & {
      notesDetails: [boolean, AccountNote[]];
    };
  };
  /** Does nothing; use linkCreditCard. @deprecated */
  addCreditCard: {
    fields: Record<string, never>;
    answer: Envelope;
  };
  /** Stores what a custodian needs to know of an IRA account. @deprecated */
  addCustodyAccountSupplement: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** 1: appoint a manager, 2: no appointment */
      appointmentOfInvestmentManager?: "1" | "2" | undefined;
      /** 1: receive all proxy material, 2: send all to an investment manager, 3: send none */
      proxyVotingPreferences?: "1" | "2" | "3" | undefined;
      /** details of other services */
      otherServices?: string | undefined;
      /** 1: Transfer, 2: Regular Contribution, 3: Roth Conversion, 4: Rollover, 5: SEP Contribution */
      methodOfContributionOrFunding?: "1" | "2" | "3" | "4" | "5" | undefined;
      /** YYYY; needed when the method of contribution is 2 */
      methodOfContributionTaxYear?: string | undefined;
      /** number of an account abroad */
      internationalAccountNumber?: string | undefined;
      /** bank or firm, where assets are held */
      bankFirmName1?: string | undefined;
      /** country of the bank, where assets are held */
      bankCountry1?: string | undefined;
      /** name of the account, where assets are held */
      bankAccountName1?: string | undefined;
      /** number of the account, where assets are held */
      bankAccountNumber1?: string | undefined;
      /** bank or firm, second place where assets are held */
      bankFirmName2?: string | undefined;
      /** country of the bank, second place where assets are held */
      bankCountry2?: string | undefined;
      /** name of the account, second place where assets are held */
      bankAccountName2?: string | undefined;
      /** number of the account, second place where assets are held */
      bankAccountNumber2?: string | undefined;
      /** 1: not married, 2: married; kept as sent */
      maritalStatus?: string | undefined;
      /** mailing address */
      mailingAddressLine1: string;
      /** mailing address, second line */
      mailingAddressLine2?: string | undefined;
      mailingCity: string;
      mailingState: string;
      /** postal code */
      mailingZipCode: string;
      mailingCountry: string;
      /** IP address */
      createdIpAddress?: string | undefined;
    };
    answer: Envelope & {
      accountDetails: AccountSupplement;
    };
  };
  /** Stores what a custodian needs to know of a party or an entity. @deprecated */
  addCustodyPartySupplement: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
      /** owner for the account owner; kept as sent */
      relationship?: string | undefined;
      /** expected Mr., Mrs., Ms., Dr., or 1 to 4 for them; else kept as sent */
      salutation?: string | undefined;
      /** country of citizenship */
      countryOfCitizenship?: string | undefined;
      /** Yes or No, or 1 or 2; anything else is kept as empty */
      authorizedSigner?: string | undefined;
      /** Yes or No, or 1 or 2; anything else is kept as empty */
      controlPerson?: string | undefined;
      /** Yes or No, or 1 or 2; anything else is kept as empty */
      politicallyExposedPerson?: string | undefined;
      /** needed when politicallyExposedPerson is Yes */
      politicallyExposedPersonDetails?: string | undefined;
      /** expected Spouse, Non-Spouse, Trust/Entity, or 1 to 3 for them; else kept as sent */
      beneficiaryType?: string | undefined;
      /** kept as sent */
      beneficiaryPercentage?: string | undefined;
      /** mailing address */
      mailingAddressLine1?: string | undefined;
      /** mailing address, second line */
      mailingAddressLine2?: string | undefined;
      mailingCity?: string | undefined;
      mailingState?: string | undefined;
      /** postal code */
      mailingZipCode?: string | undefined;
      mailingCountry?: string | undefined;
      /** Yes or No, or 1 or 2; anything else is kept as empty */
      publicCompany?: string | undefined;
      /** ticker of the public company */
      companyTicker?: string | undefined;
      /** firm that the party is associated with */
      associatedFirm?: string | undefined;
      /** IP address */
      createdIpAddress?: string | undefined;
    };
    answer: Envelope & {
      "party details": PartySupplement;
    };
  };
  /** Uploads documents of an offering; PDF files get its stampingText as watermark. */
  addDocumentsforOffering: {
    fields: {
      /** offering id */
      offeringId: string | number;
      /** a title for each file: documentTitle0=<title>&documentTitle1=<title> */
      documentTitle: string;
      /** any number */
      documentFileReferenceCode: string;
      /** a name for each file: filename0=<name>&filename1=<name> */
      file_name: string;
      /** name of a template that the document goes with */
      templateName?: string | undefined;
      /** whether a registered principal has approved it */
      approval?: "Yes" | "No" | undefined;
      /** the principal who has approved it */
      supervisorname?: string | undefined;
      /** date of the approval, MM-DD-YYYY */
      date?: string | undefined;
      /** IP address */
      createdIpAddress?: string | undefined;
      /** pdf, xls, docx; from 1 to 52428800 bytes (a file) */
      userfile0?: Blob | undefined;
      /** pdf, xls, docx; from 1 to 52428800 bytes (a file) */
      userfile1?: Blob | undefined;
      /** pdf, xls, docx; from 1 to 52428800 bytes (a file) */
      userfile2?: Blob | undefined;
      /** pdf, xls, docx; from 1 to 52428800 bytes (a file) */
      userfile3?: Blob | undefined;
      /** pdf, xls, docx; from 1 to 52428800 bytes (a file) */
      userfile4?: Blob | undefined;
      /** pdf, xls, docx; from 1 to 52428800 bytes (a file) */
      userfile5?: Blob | undefined;
      /** pdf, xls, docx; from 1 to 52428800 bytes (a file) */
      userfile6?: Blob | undefined;
      /** pdf, xls, docx; from 1 to 52428800 bytes (a file) */
      userfile7?: Blob | undefined;
      /** pdf, xls, docx; from 1 to 52428800 bytes (a file) */
      userfile8?: Blob | undefined;
      /** pdf, xls, docx; from 1 to 52428800 bytes (a file) */
      userfile9?: Blob | undefined;
    };
    answer: Envelope & {
      document_details: {
        offeringId: string;
        documentId: string;
        documentReferenceCode: string;
        documentURL: string;
      }[];
    };
  };
  /** Adds templates to an offering, from which the documents of its investors are made. */
  addSubscriptionsforOffering: {
    fields: {
      /** offering id */
      offeringId: string | number;
      /** templatename0=<templateId>--<templateName>; several are joined by & */
      file_name: string;
    };
    answer: Envelope & {
      document_details: {
        templateNameID: number;
        templateName: string;
        offeringId: string;
      }[];
    };
  };
  /** Adds a note to a trade. */
  addTradeNote: {
    fields: {
      /** trade id */
      tradeId: string | number;
      /** who writes the note */
      authorName: string;
      /** the note */
      notes: string;
    };
    answer: Envelope & {
      notesDetails: [boolean, TradeNote[]];
    };
  };
  /** Corrects the price or quantity of a match. */
  adjustTrade: {
    fields: {
      /** The match id. */
      tradeID: string | number;
      /** US dollars per share, at most six decimals; above 0 for Limit, 0 or above for RFQ. */
      price: string | number;
      quantity: number | string;
      reason: string;
    };
    answer: Envelope & {
      tradeDetails: {
        tradeID: string;
        securityId: string;
        price: string;
        quantity: string;
        reason: string;
        reasonCode: string;
      };
    };
  };
  /** Admits the shares of a closed offering to trading on the venue. */
  admitOffering: {
    fields: {
      /** offering id */
      offeringId: string | number;
    };
    answer: Envelope & {
      OfferID: string;
    };
  };
  /** Uses, or does not use, the right of first refusal on an order. */
  answerFirstRefusal: {
    fields: {
      orderid: string | number;
      answer: "Waive" | "Exercise";
      /** Shown to the client of the order when it ends. */
      reason?: string | undefined;
    };
    answer: Envelope & {
      orderDetails: OrderState;
    };
  };
  /** Approves the action of another operator, and performs it. */
  approveAction: {
    fields: {
      /** The id of the action. */
      actionId: string;
    };
    answer: Envelope & {
      action: Action;
    };
  };
  /** Declares a match void. */
  bustTrade: {
    fields: {
      /** The match id. */
      tradeID: string | number;
      reason: string;
    };
    answer: Envelope & {
      tradeDetails: {
        tradeID: string;
        securityId: string;
        price: string;
        quantity: string;
        reason: string;
        reasonCode: string;
        bustedDate: string;
        tradeStatus: "BUSTED";
      };
    };
  };
  /** Stores the answers to the questions of suitability, in the place of those that are there. */
  calculateSuitability: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** expected 1 (very conservative) to 5 (very aggressive) */
      riskProfile?: string | undefined;
      /** expected 1 (none) to 5 (extensive) */
      investmentExperience?: string | undefined;
      /** experience in private offerings, expected 1 to 5 */
      privOffExperience?: string | undefined;
      /** private securities, % of the portfolio */
      pctPrivSecurities?: number | string | undefined;
      /** illiquid securities, % of the portfolio */
      pctIlliquidSecurities?: number | string | undefined;
      /** liquid securities, % of the portfolio */
      pctLiquidSecurities?: number | string | undefined;
      /** real estate, % of the portfolio */
      pctRealEstate?: number | string | undefined;
      /** years to maturity */
      timeHorizon?: string | undefined;
      /** High School or GED, 4 Year College or University, Graduate Degree, Other; kept as sent */
      education?: string | undefined;
      /** expected Yes or No; kept as sent */
      financialAdvisor?: string | undefined;
      /** for example Primarily on Capital Preservation; kept as sent */
      investmentObjective?: string | undefined;
      /** free text */
      notes?: string | undefined;
      /** free text */
      additionalnotes?: string | undefined;
    };
    answer: Envelope & {
      accountDetails: {
        accountId: string;
      }[];
    };
  };
  /** Cancels all orders of the client unless it is called again in time: a dead man's timer. */
  cancelAllAfter: {
    fields: {
      /** Seconds; 0 disarms. */
      seconds: number | string;
    };
    answer: Envelope & {
      seconds: number;
    };
  };
  /** Cancels a report of a negotiated block. */
  cancelBlock: {
    fields: {
      blockId: string | number;
      /** Shown to the other side. */
      reason?: string | undefined;
    };
    answer: Envelope & {
      blockDetails: Block;
    };
  };
  /** Cancels an investment fully, and returns its money. */
  cancelInvestment: {
    fields: {
      /** trade id */
      tradeId: string | number;
      /** who asks for it; kept as the author of a note of the trade */
      requestedBy: string;
      /** kept as a note of the trade */
      reason: string;
      /** added to the reason */
      notes?: string | undefined;
      /** IP address */
      createdIpAddress?: string | undefined;
    };
    answer: Envelope & {
      "Canceled investment details": {
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
      }[];
    };
  };
  /** Cancels an offering; its security stops trading, investors are not refunded. */
  cancelOffering: {
    fields: {
      /** offering id */
      offeringId: string | number;
    };
    answer: Envelope & {
      "Financial offering details": string;
    };
  };
  /** Cancels an order. */
  cancelOrder: {
    fields: {
      /** Or token. */
      orderid?: string | number | undefined;
      /** The caller's own value, echoed in answers. */
      token?: string | undefined;
    };
    answer: Envelope & {
      orderStatus: "Pending" | "Live" | "Partially Executed" | "Executed" | "Cancelled" | "Partially Executed & Cancelled" | "Not Approved";
    };
  };
  /** Cancels many orders at once. */
  cancelOrders: {
    fields: {
      /** The offering id; or symbol. */
      securityid?: string | number | undefined;
      /** The symbol of the security (V67), in place of its id. */
      symbol?: string | undefined;
      action?: "Buy" | "Sell" | undefined;
      /** The investor account that places the order. */
      accountid?: string | undefined;
      /** The member that places the order. */
      memberid?: string | undefined;
      /** Whose orders; with a master key only. */
      clientId?: string | undefined;
    };
    answer: Envelope & {
      cancelledOrders: string[];
    };
  };
  /** Cancels a quote. */
  cancelQuote: {
    fields: {
      quoteId: string | number;
    };
    answer: Envelope & {
      quoteDetails: Quote;
    };
  };
  /** Pays a trade with the linked card of its account, exactly its amount. */
  ccFundMove: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** trade id */
      tradeId: string | number;
      /** IP address */
      createdIpAddress: string;
    };
    answer: Envelope & {
      transactionDetails: NewCardPayment[];
    };
  };
  /** Pays a trade with the linked card of its account, with the amount given. */
  ccFundMovement: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** trade id */
      tradeId: string | number;
      /** dollars, at most two decimals */
      amount: string;
      /** IP address */
      createdIpAddress: string;
    };
    answer: Envelope & {
      transactionDetails: NewCardPayment[];
    };
  };
  /** Changes fields of an account. */
  changeAccount: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** Only the fields to change. accountId, createdDate, updatedDate, accountstatus, accreditedStatus, accreditedInvestor, accreditedInvestorDate, socialSecurityNumber cannot be set and are passed over. */
      account: {
        /** exact registration, such as a joint or trust name */
        accountName?: string | undefined;
        /** expected Individual, Entity, TIC, JTWROS, IRA, SepIRA, ROTH or Joint; kept as sent */
        type?: string | undefined;
        /** expected Revocable Trust, Irrevocable Trust, Limited Partnership, LLC or Corporation; kept as sent */
        entityType?: string | undefined;
        /** expected domestic_account or international_account; kept as sent */
        residentType?: string | undefined;
        address1?: string | undefined;
        address2?: string | undefined;
        city?: string | undefined;
        /** two letters, NOUS outside the U.S.; kept as sent */
        state?: string | undefined;
        /** postal code */
        zip?: string | undefined;
        country?: string | undefined;
        /** e-mail address */
        email?: string | undefined;
        /** telephone number */
        phone?: string | undefined;
        /** digits, with or without hyphens; kept as sent */
        taxID?: string | undefined;
        /** expected Pending, Auto Approved, Manually Approved or Disapproved; kept as sent */
        kycStatus?: string | undefined;
        /** YYYY-MM-DD or MM-DD-YYYY; kept as sent */
        kycDate?: string | undefined;
        /** expected Pending, Auto Approved, Manually Approved or Disapproved; kept as sent */
        amlStatus?: string | undefined;
        /** YYYY-MM-DD or MM-DD-YYYY; kept as sent */
        amlDate?: string | undefined;
        /** 5 is most suitable */
        suitabilityScore?: number | string | undefined;
        /** YYYY-MM-DD or MM-DD-YYYY; kept as sent */
        suitabilityDate?: string | undefined;
        /** representative */
        suitabilityApprover?: string | undefined;
        /** whole dollars */
        "506cLimit"?: number | string | undefined;
        /** whole dollars */
        accountTotalLimit?: number | string | undefined;
        /** whole dollars */
        singleInvestmentLimit?: number | string | undefined;
        /** expected Yes or No; kept as sent */
        associatedAC?: string | undefined;
        /** stored as the word syndicate by keys with the field permission, else not at all */
        syndicate?: string | undefined;
        /** tags, separated by commas, at most 10 */
        tags?: string | undefined;
        /** free text */
        notes?: string | undefined;
        /** expected Pending, Approved or Not Approved; kept as sent */
        approvalStatus?: string | undefined;
        /** name of the principal */
        approvalPrincipal?: string | undefined;
        /** YYYY-MM-DD or MM-DD-YYYY; kept as sent */
        approvalLastReview?: string | undefined;
        /** custom field */
        field1?: string | undefined;
        /** custom field */
        field2?: string | undefined;
        /** custom field */
        field3?: string | undefined;
      };
    };
    answer: Envelope & {
      account: Account;
    };
  };
  /** Closes a custody account, or the request for one. */
  closeCustodyAccount: {
    fields: {
      /** custAccRequestID of its request */
      custAccRequestID: string;
      /** reason shown to the client; none when absent */
      reasonForStatus?: string | undefined;
    };
    answer: Envelope & {
      request: CustodyReview;
    };
  };
  /** Closes an offering all of whose trades are paid, unwound or canceled; its security stops trading. */
  closeOffering: {
    fields: {
      /** offering id */
      offeringId: string | number;
    };
    answer: Envelope & {
      OfferID: string;
    };
  };
  /** Confirms a negotiated block: it trades. */
  confirmBlock: {
    fields: {
      blockId: string | number;
      /** The member that places the order. */
      memberid: string;
      /** The investor account that places the order. */
      accountid?: string | undefined;
      /** The caller's own value, echoed in answers. */
      token?: string | undefined;
    };
    answer: Envelope & {
      blockDetails: Block;
    };
  };
  /** Creates an account, to be linked to parties or entities. */
  createAccount: {
    fields: {
      /** exact registration, such as a joint or trust name */
      accountRegistration: string;
      /** expected Individual, Entity, TIC, JTWROS, IRA, SepIRA, ROTH or Joint; kept as sent */
      type: string;
      /** expected Revocable Trust, Irrevocable Trust, Limited Partnership, LLC or Corporation; kept as sent */
      entityType?: string | undefined;
      /** expected domestic_account or international_account; kept as sent */
      domesticYN: string;
      streetAddress1: string;
      streetAddress2?: string | undefined;
      city: string;
      /** two letters, NOUS outside the U.S.; kept as sent */
      state: string;
      /** postal code */
      zip: string;
      country: string;
      /** e-mail address */
      email?: string | undefined;
      /** telephone number */
      phone?: string | undefined;
      /** digits, with or without hyphens; kept as sent */
      taxID?: string | undefined;
      /** expected Pending, Auto Approved, Manually Approved or Disapproved; kept as sent */
      KYCstatus?: string | undefined;
      /** expected Pending, Auto Approved, Manually Approved or Disapproved; kept as sent */
      AMLstatus?: string | undefined;
      /** YYYY-MM-DD or MM-DD-YYYY; kept as sent */
      AMLdate?: string | undefined;
      /** 5 is most suitable */
      suitabilityScore?: number | string | undefined;
      /** YYYY-MM-DD or MM-DD-YYYY; kept as sent */
      suitabilityDate?: string | undefined;
      /** representative */
      suitabilityApprover?: string | undefined;
      /** expected Pending, Self Accredited, Verified Accredited or Not Accredited; kept as sent */
      AccreditedStatus?: string | undefined;
      /** how accredited, for example Income or Assets */
      Allow?: string | undefined;
      /** YYYY-MM-DD or MM-DD-YYYY; kept as sent */
      AIdate?: string | undefined;
      /** whole dollars */
      "506cLimit"?: number | string | undefined;
      /** whole dollars */
      accountTotalLimit?: number | string | undefined;
      /** whole dollars */
      singleInvestmentLimit?: number | string | undefined;
      /** expected Yes or No; kept as sent */
      associatedAC?: string | undefined;
      /** stored as the word syndicate by keys with the field permission, else not at all */
      syndicate?: string | undefined;
      /** tags, separated by commas, at most 10 */
      tags?: string | undefined;
      /** free text */
      notes?: string | undefined;
      /** expected Pending, Approved or Not Approved; kept as sent */
      approvalStatus?: string | undefined;
      /** name of the principal */
      approvalPrincipal?: string | undefined;
      /** YYYY-MM-DD or MM-DD-YYYY; kept as sent */
      approvalLastReview?: string | undefined;
      /** custom field */
      field1?: string | undefined;
      /** custom field */
      field2?: string | undefined;
      /** custom field */
      field3?: string | undefined;
      /** IP address */
      createdIpAddress?: string | undefined;
    };
    answer: Envelope & {
      accountDetails: AccountStatus[];
    };
  };
  /** Creates a key of a client and shows it once. */
  createApiKey: {
    fields: {
      /** client id */
      clientId: string;
      /** Yes: reads all clients and may call these methods; No when absent */
      master?: "Yes" | "No" | undefined;
      /** a named list of scopes (C91); absent: * */
      preset?: "read-only" | "drop-copy" | "trading" | "operations" | undefined;
      /** what it is for */
      name?: string | undefined;
      /** when it ends by itself (C94), in the future; it does not when absent. RFC 3339 in UTC, up to microseconds. */
      expiresAt?: string | undefined;
    };
    answer: Envelope & {
      key: ApiKey;
      /** not shown again */
      developerAPIKey: string;
    };
  };
  /** Creates a client, which then needs a key. */
  createClient: {
    fields: {
      /** name of the client */
      name: string;
      /** the parent client; absent: the new client is a parent */
      parentId?: string | undefined;
    };
    answer: Envelope & {
      client: Client;
    };
  };
  /** Requests a custody account for an account. */
  createCustodyAccountRequest: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** IP address */
      createdIpAddress?: string | undefined;
    };
    answer: Envelope & {
      custodialAccountDetails: NewCustodyRequest[];
    };
  };
  /** Stores what a custodian needs to know of an IRA account. */
  createCustodyAccountSupplement: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** 1: appoint a manager, 2: no appointment */
      appointmentOfInvestmentManager?: "1" | "2" | undefined;
      /** 1: receive all proxy material, 2: send all to an investment manager, 3: send none */
      proxyVotingPreferences?: "1" | "2" | "3" | undefined;
      /** details of other services */
      otherServices?: string | undefined;
      /** 1: Transfer, 2: Regular Contribution, 3: Roth Conversion, 4: Rollover, 5: SEP Contribution */
      methodOfContributionOrFunding?: "1" | "2" | "3" | "4" | "5" | undefined;
      /** YYYY; needed when the method of contribution is 2 */
      methodOfContributionTaxYear?: string | undefined;
      /** number of an account abroad */
      internationalAccountNumber?: string | undefined;
      /** bank or firm, where assets are held */
      bankFirmName1?: string | undefined;
      /** country of the bank, where assets are held */
      bankCountry1?: string | undefined;
      /** name of the account, where assets are held */
      bankAccountName1?: string | undefined;
      /** number of the account, where assets are held */
      bankAccountNumber1?: string | undefined;
      /** bank or firm, second place where assets are held */
      bankFirmName2?: string | undefined;
      /** country of the bank, second place where assets are held */
      bankCountry2?: string | undefined;
      /** name of the account, second place where assets are held */
      bankAccountName2?: string | undefined;
      /** number of the account, second place where assets are held */
      bankAccountNumber2?: string | undefined;
      /** 1: not married, 2: married; kept as sent */
      maritalStatus?: string | undefined;
      /** mailing address */
      mailingAddressLine1: string;
      /** mailing address, second line */
      mailingAddressLine2?: string | undefined;
      mailingCity: string;
      mailingState: string;
      /** postal code */
      mailingZipCode: string;
      mailingCountry: string;
      /** IP address */
      createdIpAddress?: string | undefined;
    };
    answer: Envelope & {
      accountDetails: AccountSupplement;
    };
  };
  /** Records that the investor agreed to the custody agreement. */
  createCustodyAgreementAttestation: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      isAttested: true | false | "true" | "false" | "1" | "0" | 1 | 0;
      /** where the agreement that was attested is kept, http or https */
      documentUrl: string;
      /** IP address */
      createdIpAddress?: string | undefined;
    };
    answer: Envelope & {
      attestation: CustodyAttestation;
    };
  };
  /** Asks for money to be paid out of a custody account. */
  createCustodyFundDisbursement: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      amount: string | number;
      type: "ach" | "wire_domestic" | "wire_international";
      /** the bank; needed for wires */
      bankId?: string | undefined;
      /** the account at the bank; needed for wires */
      bankAccountId?: string | undefined;
      /** instructions for the wire */
      additionalDetails?: string | undefined;
    };
    answer: Envelope & {
      custodyFundDisbursement: Disbursement;
    };
  };
  /** Debits the external account of an account and puts the money into its custody account. */
  createCustodyFundMove: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** dollars, at most 100,000.00 */
      amount: string | number;
      /** free text */
      description?: string | undefined;
      /** a CREATED trade of the account that the money is for */
      tradeId?: string | number | undefined;
    };
    answer: Envelope & {
      custodyTransaction: CustodyDeposit;
    };
  };
  /** Stores what a custodian needs to know of a party or an entity. */
  createCustodyPartySupplement: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
      /** owner for the account owner; kept as sent */
      relationship?: string | undefined;
      /** expected Mr., Mrs., Ms., Dr., or 1 to 4 for them; else kept as sent */
      salutation?: string | undefined;
      /** country of citizenship */
      countryOfCitizenship?: string | undefined;
      /** Yes or No, or 1 or 2; anything else is kept as empty */
      authorizedSigner?: string | undefined;
      /** Yes or No, or 1 or 2; anything else is kept as empty */
      controlPerson?: string | undefined;
      /** Yes or No, or 1 or 2; anything else is kept as empty */
      politicallyExposedPerson?: string | undefined;
      /** needed when politicallyExposedPerson is Yes */
      politicallyExposedPersonDetails?: string | undefined;
      /** expected Spouse, Non-Spouse, Trust/Entity, or 1 to 3 for them; else kept as sent */
      beneficiaryType?: string | undefined;
      /** kept as sent */
      beneficiaryPercentage?: string | undefined;
      /** mailing address */
      mailingAddressLine1?: string | undefined;
      /** mailing address, second line */
      mailingAddressLine2?: string | undefined;
      mailingCity?: string | undefined;
      mailingState?: string | undefined;
      /** postal code */
      mailingZipCode?: string | undefined;
      mailingCountry?: string | undefined;
      /** Yes or No, or 1 or 2; anything else is kept as empty */
      publicCompany?: string | undefined;
      /** ticker of the public company */
      companyTicker?: string | undefined;
      /** firm that the party is associated with */
      associatedFirm?: string | undefined;
      /** IP address */
      createdIpAddress?: string | undefined;
    };
    answer: Envelope & {
      "party details": PartySupplement;
    };
  };
  /** Creates an entity. */
  createEntity: {
    fields: {
      /** expected U.S. citizen, U.S. resident or non-resident; kept as sent */
      domicile?: string | undefined;
      entityName: string;
      /** expected Revocable Trust, Irrevocable Trust, Limited Partnership, LLC or Corporation; kept as sent */
      entityType?: string | undefined;
      /** description */
      entityDesc?: string | undefined;
      /** employer id or individual tax id; digits, with or without hyphens */
      ein?: string | undefined;
      primCountry: string;
      primAddress1: string;
      /** address, second line */
      primAddress2?: string | undefined;
      primCity: string;
      /** two letters, NOUS outside the U.S.; kept as sent; of parties, only a non-resident needs none */
      primState: string;
      /** postal code */
      primZip: string;
      /** e-mail address */
      emailAddress: string;
      /** second e-mail address */
      emailAddress2?: string | undefined;
      /** telephone number */
      phone?: string | undefined;
      /** telephone number */
      phone2?: string | undefined;
      /** whole dollars */
      totalAssets?: number | string | undefined;
      /** expected Yes or No; kept as sent */
      ownersAI?: string | undefined;
      /** expected Pending, Auto Approved, Manually Approved or Disapproved; kept as sent */
      KYCstatus?: string | undefined;
      /** expected Pending, Auto Approved, Manually Approved or Disapproved; kept as sent */
      AMLstatus?: string | undefined;
      /** YYYY-MM-DD or MM-DD-YYYY; kept as sent */
      AMLdate?: string | undefined;
      /** tags, separated by commas, at most 10 */
      tags?: string | undefined;
      /** free text */
      notes?: string | undefined;
      /** YYYY-MM-DD or MM-DD-YYYY; kept as sent */
      formationDate?: string | undefined;
      /** not used (C55) */
      createdIpAddress?: unknown | undefined;
    };
    answer: Envelope & {
      entityDetails: [boolean, {
        partyId: string;
      }[]];
    };
  };
  /** Stores the supplemental details of an entity, which has none yet. */
  createEntitySupp: {
    fields: {
      /** entity id (E and 6 to 10 digits) */
      entityID: string;
      /** political contribution */
      poliCont?: string | undefined;
      /** date of the political contribution */
      poliContDate?: string | undefined;
      /** registered with the CFTC: Yes or No */
      CFTC?: string | undefined;
      /** role at the CFTC */
      CFTCrole?: string | undefined;
      /** Yes or No */
      CFIUS?: string | undefined;
      /** bank holding company: Yes or No */
      BankHoldingCo?: string | undefined;
      /** Investment Company Act */
      InvCompanyAct?: string | undefined;
      /** Investment Company Act, individual owners */
      InvCompanyAct_individualowners?: string | undefined;
      /** Investment Company Act, entity owners */
      InvCompanyAct_entityowners?: string | undefined;
      /** name of the beneficial owner */
      boName?: string | undefined;
      /** tax id of the beneficial owner */
      boSSN?: string | undefined;
      /** limit of plan assets */
      planassetLimit?: string | undefined;
      /** limit of insurance assets */
      insassetLimit?: string | undefined;
      /** month in which the tax year ends */
      TaxYEmonth?: string | undefined;
      /** Yes or No */
      USPerson?: string | undefined;
      /** benefit plan: purchaser */
      BPpurchaser?: string | undefined;
      /** benefit plan: employers */
      BPemployers?: string | undefined;
      /** benefit plan: affiliates */
      BPaffiliates?: string | undefined;
      /** benefit plan: sponsor */
      BPsponsor?: string | undefined;
      /** purchaser representative */
      PurchaserRep?: string | undefined;
      /** other occupations */
      OtherOccupations?: string | undefined;
      /** free text */
      notes?: string | undefined;
      /** IP address */
      createdIpAddress?: string | undefined;
    };
    answer: Envelope & {
      entityDetails: EntitySupplement[];
    };
  };
  /** Adds the one bank account of an account or issuer, of which funds can be debited. */
  createExternalAccount: {
    fields: {
      /** Account or Issuer, exactly */
      types: "Account" | "Issuer";
      /** account id, when types is Account */
      accountId?: string | undefined;
      /** issuer id, when types is Issuer */
      issuerId?: string | number | undefined;
      /** name of the holder */
      ExtAccountfullname: string;
      /** letters, digits, spaces, hyphens, underscores and slashes; in the sandbox some simulate outcomes */
      Extnickname: string;
      /** routing number of the bank */
      ExtRoutingnumber: string;
      /** account number */
      ExtAccountnumber: string;
      /** name of the bank */
      ExtBankname?: string | undefined;
      /** Checking or Savings; anything else is Checking */
      accountType?: string | undefined;
      /** IP address */
      updatedIpAddress?: string | undefined;
    };
    answer: Envelope & {
      "External Account Details"?: ExternalAccount;
      "Issuer External Account Details"?: ExternalAccount;
    };
  };
  /** Creates an issuer. */
  createIssuer: {
    fields: {
      /** issuer name */
      issuerName?: string | undefined;
      /** first name of the primary contact */
      firstName?: string | undefined;
      /** last name of the primary contact */
      lastName?: string | undefined;
      /** e-mail address of the primary contact */
      email?: string | undefined;
      /** telephone number */
      phoneNumber?: string | undefined;
      /** IP address */
      createdIpAddress?: string | undefined;
    };
    answer: Envelope & {
      issuerDetails: [boolean, IssuerStatus[]];
    };
  };
  /** Stores the account record of an issuer, or changes the existing one. */
  createIssuerAccount: {
    fields: {
      /** issuer id */
      issuerId: string | number;
      /** for example checking or savings */
      accountType?: string | undefined;
      /** for example LLC, LP, Corp, GP, Soleprop */
      entityType?: string | undefined;
      /** 9 digits */
      companyTaxID?: string | undefined;
      /** middle initial of the account holder */
      accountMiddleInitial?: string | undefined;
      /** xxx-xx-xxxx */
      socialSecurityNumber?: string | undefined;
      /** date of birth, MM-DD-YYYY, not in the future (US Eastern) */
      dob?: string | undefined;
      /** resident of the United States */
      residentUS?: "Yes" | "No" | undefined;
      /** citizen of the United States */
      citizenUS?: "Yes" | "No" | undefined;
      addressline1?: string | undefined;
      /** address, second line */
      addressline2?: string | undefined;
      city?: string | undefined;
      /** postal code */
      zip?: string | undefined;
      country?: string | undefined;
      /** free text */
      additionalInfo?: string | undefined;
      /** legal name */
      companyName?: string | undefined;
      /** two-letter abbreviation */
      companyState?: string | undefined;
      /** issuing country of the address */
      issuingCountry?: string | undefined;
      /** IP address */
      createdIpAddress?: string | undefined;
    };
    answer: Envelope & {
      "Financial issuer details": [boolean, WrittenIssuerAccount[]] | {
        "1": WrittenIssuerAccount[];
      };
    };
  };
  /** Links an account to a party, an entity or another account. */
  createLink: {
    fields: {
      /** Account, in any case */
      firstEntryType: string;
      /** account id */
      firstEntry: string;
      /** Account, IndivACParty or EntityACParty, in any case */
      relatedEntryType: string;
      /** id of the account, party or entity */
      relatedEntry: string;
      /** owner, secondary, manager, member, officer, ...; in any case */
      linkType: string;
      /** free text */
      notes?: string | undefined;
      /** 1: the primary party of the account, at most one; 0 by default */
      primary_value?: "0" | "1" | undefined;
    };
    answer: Envelope & {
      linkDetails: [boolean, {
        id: string;
      }[]];
    };
  };
  /** Creates an offering of an issuer. */
  createOffering: {
    fields: {
      /** issuer id */
      issuerId: string | number;
      /** offering name */
      issueName: string;
      /** expected Equity, Debt, Hybrid or Fund; kept as sent */
      issueType: string;
      /** must be below maxAmount */
      targetAmount: string | number;
      /** smallest single investment */
      minAmount: string | number;
      /** cap of the offering */
      maxAmount: string | number;
      /** price of one unit; totalShares is maxAmount / unitPrice */
      unitPrice: string | number;
      /** answers show it as MM-DD-YYYY */
      startDate: string;
      /** answers show it as MM-DD-YYYY */
      endDate: string;
      /** short description */
      offeringText: string;
      /** watermark text of offering documents */
      stampingText: string;
      /** IP address */
      createIPAddress?: string | undefined;
      /** IP address */
      createdIPAddress?: string | undefined;
      /** ignored: set by operations staff only */
      escrowAccountNumber?: unknown | undefined;
      /** custom field */
      field1?: string | undefined;
      /** custom field */
      field2?: string | undefined;
      /** custom field */
      field3?: string | undefined;
      /** whether parts of a unit are sold, an extension; No when it is created without */
      fractionalUnits?: "Yes" | "No" | undefined;
    };
    answer: Envelope & {
      offeringDetails: [boolean, OfferingStatus[]];
    };
  };
  /** Places an order. */
  createOrder: {
    fields: {
      /** The member that places the order. */
      memberid: string;
      issuerid?: string | number | undefined;
      /** The investor account that places the order. */
      accountid?: string | undefined;
      /** The offering id; or symbol. */
      securityid?: string | number | undefined;
      /** The symbol of the security (V67), in place of its id. */
      symbol?: string | undefined;
      type: "Limit" | "RFQ";
      action: "Buy" | "Sell";
      quantity: number | string;
      /** US dollars per share, at most six decimals; above 0 for Limit, 0 or above for RFQ. */
      price: string | number;
      /** IOC (an extension): what cannot trade at once is cancelled; with All or None it is fill-or-kill. */
      expiration: "GTC" | "Day" | "Other" | "IOC";
      /** US Eastern, not in the past; needed with Other, ignored otherwise. */
      expirationDate?: string | undefined;
      /** No hides the price on the book. */
      disclosePrice: "Yes" | "No";
      /** Blank is None. */
      contingencies?: "None" | "All or None" | "Minimum Quantity" | undefined;
      /** The fewest shares to execute, from 1 to the quantity; needed with Minimum Quantity, ignored otherwise. */
      minimumThreshold?: number | string | undefined;
      solicited: "Solicited" | "Unsolicited";
      /** The caller's own value, echoed in answers. */
      token?: string | undefined;
      /** Which of two orders of one owner that would trade with each other is cancelled instead (M15). */
      selfTradePrevention?: "None" | "Cancel Newest" | "Cancel Oldest" | "Cancel Both" | undefined;
      /** An extension (M18): Yes refuses or cancels the order where it would cross the other side on entering. */
      postOnly?: "Yes" | "No" | undefined;
      /** An extension (M19): the shares that the book shows at once. The others follow as these are executed. */
      displayQuantity?: number | string | undefined;
      /** An extension (V68): Yes takes a price that is further from the reference price than the collar. */
      beyondCollar?: "Yes" | "No" | undefined;
      /** An extension: Yes refuses a token that a live order has (H10). */
      uniqueToken?: "Yes" | "No" | undefined;
      /** Ignored: the venue sets the status of an order. */
      status?: unknown | undefined;
      /** Ignored, as status is. */
      orderStatus?: unknown | undefined;
    };
    answer: Envelope & {
      orderDetails: OrderState;
      /** An extension: only where the header Prefer asks for return=final. */
      outcome?: {
        orderStatus: "Pending" | "Live" | "Partially Executed" | "Executed" | "Cancelled" | "Partially Executed & Cancelled" | "Not Approved";
        /** No: the order is live; events report what follows. */
        isFinal: "Yes" | "No";
        number_shares: string;
        shares_remaining: string;
        /** Shares of all fills so far. */
        filledShares: string;
        /** Price times shares of all fills so far, exact. */
        filledAmount: string;
        /** filledAmount / filledShares, rounded half up to six places; null before the first fill. */
        averagePrice: string | null;
        /** Why it ended unexecuted, from the list of reasons; otherwise null. */
        reasonCode: string | null;
        /** Oldest first, 1000 at most; getOrder reads the rest after the last matchId. */
        fills: {
          matchId: string;
          fillPrice: string;
          fillShares: string;
          /** RFC 3339, microseconds. */
          eventTime: string;
        }[];
        moreFills: "Yes" | "No";
      };
    };
  };
  /** Creates an individual party. */
  createParty: {
    fields: {
      /** first name */
      firstName: string;
      /** middle initial */
      middleInitial?: string | undefined;
      /** last name */
      lastName: string;
      /** expected U.S. citizen, U.S. resident or non-resident; kept as sent */
      domicile?: string | undefined;
      /** xxx-xx-xxxx */
      socialSecurityNumber?: string | undefined;
      /** date of birth, MM-DD-YYYY, not in the future (US Eastern) */
      dob: string;
      primCountry: string;
      primAddress1: string;
      /** address, second line */
      primAddress2?: string | undefined;
      primCity: string;
      /** two letters, NOUS outside the U.S.; kept as sent; of parties, only a non-resident needs none */
      primState?: string | undefined;
      /** postal code */
      primZip: string;
      /** e-mail address */
      emailAddress: string;
      /** second e-mail address */
      emailAddress2?: string | undefined;
      /** telephone number */
      phone?: string | undefined;
      /** telephone number */
      phone2?: string | undefined;
      /** occupation */
      occupation?: string | undefined;
      /** associated with a broker dealer: expected Yes or No; kept as sent */
      associatedPerson?: string | undefined;
      /** for example Employed, Not Employed, Retired, Student; kept as sent */
      empStatus?: string | undefined;
      /** employer */
      empName?: string | undefined;
      /** country of the employer */
      empCountry?: string | undefined;
      /** address of the employer */
      empAddress1?: string | undefined;
      /** address of the employer, second line */
      empAddress2?: string | undefined;
      /** city of the employer */
      empCity?: string | undefined;
      /** state of the employer */
      empState?: string | undefined;
      /** postal code of the employer */
      empZip?: string | undefined;
      /** 0: invests for oneself; 1: on behalf of another; kept as sent */
      invest_to?: string | undefined;
      /** whole dollars */
      currentAnnIncome?: number | string | undefined;
      /** whole dollars */
      avgAnnIncome?: number | string | undefined;
      /** whole dollars */
      currentHouseholdIncome?: number | string | undefined;
      /** whole dollars */
      avgHouseholdIncome?: number | string | undefined;
      /** whole dollars */
      householdNetworth?: number | string | undefined;
      /** expected Pending, Auto Approved, Manually Approved or Disapproved; kept as sent */
      KYCstatus?: string | undefined;
      /** expected Pending, Auto Approved, Manually Approved or Disapproved; kept as sent */
      AMLstatus?: string | undefined;
      /** YYYY-MM-DD or MM-DD-YYYY; kept as sent */
      AMLdate?: string | undefined;
      /** tags, separated by commas, at most 10 */
      tags?: string | undefined;
      /** free text */
      notes?: string | undefined;
      /** custom field */
      field1?: string | undefined;
      /** custom field */
      field2?: string | undefined;
      /** custom field */
      field3?: string | undefined;
      /** not used (C55) */
      createdIpAddress?: unknown | undefined;
    };
    answer: Envelope & {
      partyDetails: [boolean, PersonStatus[]];
    };
  };
  /** Quotes on an RFQ order. */
  createQuote: {
    fields: {
      /** The RFQ order. */
      orderid: string | number;
      /** The member that places the order. */
      memberid: string;
      /** The investor account that places the order. */
      accountid?: string | undefined;
      /** US dollars per share, at most six decimals; above 0 for Limit, 0 or above for RFQ. */
      price: string | number;
      quantity: number | string;
      /** The caller's own value, echoed in answers. */
      token?: string | undefined;
    };
    answer: Envelope & {
      quoteDetails: Quote;
    };
  };
  /** Gives a security separate market hours. */
  createSecurityMarketHours: {
    fields: {
      securityId: string | number;
      /** yes when closed; null, or not sent, when hours are given. */
      mondayClosed?: "Yes" | "No" | "null" | undefined;
      /** HH:MM, US Eastern. */
      mondayHoursStart?: string | undefined;
      /** HH:MM, US Eastern, after the start. */
      mondayHoursEnd?: string | undefined;
      /** yes when closed; null, or not sent, when hours are given. */
      tuesdayClosed?: "Yes" | "No" | "null" | undefined;
      /** HH:MM, US Eastern. */
      tuesdayHoursStart?: string | undefined;
      /** HH:MM, US Eastern, after the start. */
      tuesdayHoursEnd?: string | undefined;
      /** yes when closed; null, or not sent, when hours are given. */
      wednesdayClosed?: "Yes" | "No" | "null" | undefined;
      /** HH:MM, US Eastern. */
      wednesdayHoursStart?: string | undefined;
      /** HH:MM, US Eastern, after the start. */
      wednesdayHoursEnd?: string | undefined;
      /** yes when closed; null, or not sent, when hours are given. */
      thursdayClosed?: "Yes" | "No" | "null" | undefined;
      /** HH:MM, US Eastern. */
      thursdayHoursStart?: string | undefined;
      /** HH:MM, US Eastern, after the start. */
      thursdayHoursEnd?: string | undefined;
      /** yes when closed; null, or not sent, when hours are given. */
      fridayClosed?: "Yes" | "No" | "null" | undefined;
      /** HH:MM, US Eastern. */
      fridayHoursStart?: string | undefined;
      /** HH:MM, US Eastern, after the start. */
      fridayHoursEnd?: string | undefined;
    };
    answer: Envelope & {
      securityHoursDetails: SecurityMarketHours;
    };
  };
  /** Invests for an account in an offering; no money is moved. */
  createTrade: {
    fields: {
      /** offering id */
      offeringId: string | number;
      /** A and 6 to 10 digits; needs a primary party */
      accountId: string;
      /** for example ACH, WIRE, CHECK, CREDITCARD, TBD, IRA */
      transactionType: string;
      /** units, at most the remaining shares of the offering */
      transactionUnits: string | number;
      /** added to the amount */
      fees?: string | number | undefined;
      /** IP address */
      createdIpAddress?: string | undefined;
      /** custom field */
      field1?: string | undefined;
      /** custom field */
      field2?: string | undefined;
      /** custom field */
      field3?: string | undefined;
      /** Pending when a trade is created without */
      RRApprovalStatus?: "Pending" | "Approved" | "Disapproved" | "Under Review" | undefined;
      /** registered representative */
      RRName?: string | undefined;
      /** MM-DD-YYYY */
      RRApprovalDate?: string | undefined;
      /** Pending when a trade is created without */
      PrincipalApprovalStatus?: "Pending" | "Approved" | "Disapproved" | "Under Review" | undefined;
      /** principal */
      PrincipalName?: string | undefined;
      /** MM-DD-YYYY */
      PrincipalDate?: string | undefined;
      /** the closing that the trade belongs to */
      closeId?: string | undefined;
    };
    answer: Envelope & {
      purchaseDetails: [boolean, {
        tradeId: string;
        /** id of the row */
        transactionId: string;
        transactionAmount: string;
        transactionDate: string;
        transactionStatus: string;
        RRApprovalStatus: string;
        RRName: string | null;
        RRApprovalDate: string | null;
        PrincipalApprovalStatus: string;
        PrincipalName: string | null;
        PrincipalDate: string | null;
        closeId: string | null;
        eligibleToClose: "yes" | "no";
      }[]];
    };
  };
  /** Makes a user, who then needs a way to sign in. */
  createUser: {
    fields: {
      /** the client whose user it is */
      clientId: string;
      /** name of the user */
      name: string;
      /** e-mail address of the user */
      email: string;
      /** roles of the user (P3) */
      roles: ("trader" | "compliance" | "backOffice" | "operator" | "surveillance" | "auditor")[];
    };
    answer: Envelope & {
      user: User;
    };
  };
  /** Registers a URL for the webhooks of a method. */
  createWebhook: {
    fields: {
      /** client id */
      clientId: string;
      /** method whose successful calls are sent */
      method: WebhookName;
      /** https URL that accepts POST */
      url: string;
      /** Yes: of matchedTradenotify the platform's form, with identifying headers; No: the venue's */
      platform?: "Yes" | "No" | undefined;
    };
    answer: Envelope & {
      webhook: RegisteredWebhook;
    };
  };
  /** Declines a negotiated block that another client reported. */
  declineBlock: {
    fields: {
      blockId: string | number;
      /** Shown to the other side. */
      reason?: string | undefined;
    };
    answer: Envelope & {
      blockDetails: Block;
    };
  };
  /** Declines a quote. */
  declineQuote: {
    fields: {
      quoteId: string | number;
      reason?: string | undefined;
    };
    answer: Envelope & {
      quoteDetails: Quote;
    };
  };
  /** Deletes an account virtually; it can place no more orders. */
  deleteAccount: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope;
  };
  /** Deletes a document; it is no longer shown. */
  deleteAccountDocument: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** documentid of a document */
      documentId: string;
    };
    answer: Envelope & {
      document_details: string;
    };
  };
  /** Deletes the linked card of an account. */
  deleteCreditCard: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope & {
      creditcardDetails: string;
    };
  };
  /** Deletes a document of an offering; it is no longer shown. */
  deleteDocumentsforOffering: {
    fields: {
      /** documentId of a document */
      documentId: string | number;
    };
    answer: Envelope & {
      document_details: string;
    };
  };
  /** Deletes an entity virtually. */
  deleteEntity: {
    fields: {
      /** E and 6 to 10 digits */
      partyId: string;
    };
    answer: Envelope;
  };
  /** Deletes a document; it is no longer shown. */
  deleteEntityDocument: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
      /** documentid of a document */
      documentId: string;
    };
    answer: Envelope & {
      partyDocumentDetails: string;
    };
  };
  /** Deletes the bank account of an account or issuer. */
  deleteExternalAccount: {
    fields: {
      /** Account or Issuer, exactly */
      types: "Account" | "Issuer";
      /** account id, when types is Account */
      accountId?: string | undefined;
      /** issuer id, when types is Issuer */
      issuerId?: string | number | undefined;
    };
    answer: Envelope & {
      accountId?: string;
      Ext_Status?: string;
      issuerId?: string;
      status?: string;
    };
  };
  /** Deletes an issuer virtually, and its offerings with it. */
  deleteIssuer: {
    fields: {
      /** issuer id */
      issuerId: string | number;
    };
    answer: Envelope;
  };
  /** Deletes the account records of an issuer, or its account at one custodian. */
  deleteIssuerAccount: {
    fields: {
      /** issuer id */
      issuerId: string | number;
      /** custodian id: only the account there is deleted */
      providerid?: string | number | undefined;
    };
    answer: Envelope;
  };
  /** Deletes the results of checks of a party or an entity virtually, and clears its statuses. */
  deleteKycAml: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
    };
    answer: Envelope;
  };
  /** Deletes a link virtually. */
  deleteLink: {
    fields: {
      id: string | number;
    };
    answer: Envelope;
  };
  /** Deletes an offering virtually; its security stops trading. */
  deleteOffering: {
    fields: {
      /** offering id */
      offeringId: string | number;
    };
    answer: Envelope & {
      offeringDetails: string;
    };
  };
  /** Deletes an individual party virtually. */
  deleteParty: {
    fields: {
      /** P and 6 to 10 digits */
      partyId: string;
    };
    answer: Envelope;
  };
  /** Deletes a document; it is no longer shown. */
  deletePartyDocument: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
      /** documentid of a document */
      documentId: string;
    };
    answer: Envelope & {
      partyDocumentDetails: string;
    };
  };
  /** Takes a security back to the default hours. */
  deleteSecurityMarketHours: {
    fields: {
      securityId: string | number;
    };
    answer: Envelope & {
      securityHoursDetails: string;
    };
  };
  /** Removes a template from its offering. */
  deleteSubscriptionsforOffering: {
    fields: {
      /** templateId of a template of an offering */
      templateId: string | number;
    };
    answer: Envelope & {
      document_details: string;
    };
  };
  /** Deletes the answers to the questions of suitability. */
  deleteSuitability: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope;
  };
  /** Withdraws a trade before its money is under way; it becomes CANCELED. */
  deleteTrade: {
    fields: {
      /** the account of the trade */
      accountId: string;
      /** trade id */
      tradeId: string | number;
      /** kept as errors */
      errDesc?: string | undefined;
    };
    answer: Envelope & {
      tradeDetails: EndedTrade;
    };
  };
  /** Deletes a document; it is no longer shown. */
  deleteTradeDocument: {
    fields: {
      /** trade id */
      tradeId: string;
      /** documentid of a document */
      documentId: string;
    };
    answer: Envelope & {
      document_details: string;
    };
  };
  /** Deletes a note of a trade. */
  deleteTradeNote: {
    fields: {
      noteId: string | number;
    };
    answer: Envelope & {
      notesDetails: string;
    };
  };
  /** Deletes a registration. */
  deleteWebhook: {
    fields: {
      /** id of the webhook */
      id: string;
    };
    answer: Envelope & {
      id: string;
    };
  };
  /** Changes the number of units of a trade that is CREATED or FUNDED. */
  editTrade: {
    fields: {
      /** the account of the trade */
      accountId: string;
      /** the offering of the trade */
      offeringId: string | number;
      /** trade id */
      tradeId: string | number;
      shares: string | number;
      /** the closing that the trade belongs to */
      closeId?: string | undefined;
    };
    answer: Envelope & {
      TradeFinancialDetails: {
        tradeId: string;
        shares: string;
        sharePrice: string;
        totalShares: string;
        remainingShares: string;
        closeId: string | null;
      };
    };
  };
  /** Changes unit price and units of a trade that is CREATED. */
  editTradeUnits: {
    fields: {
      /** the account of the trade */
      accountId: string;
      /** trade id */
      tradeId: string | number;
      /** price of one unit */
      unitPrice: string | number;
      totalShares: string | number;
    };
    answer: Envelope & {
      TradeFinancialDetails: {
        tradeId: string;
        sharePrice: number;
        unitPrice: string;
        totalShares: string;
      };
    };
  };
  /** Ends a session, or all sessions of a user. */
  endSession: {
    fields: {
      /** the session */
      sessionId?: string | undefined;
      /** the user, all of whose sessions end */
      userId?: string | undefined;
    };
    answer: Envelope & {
      /** Sessions that this call ended. */
      ended: number;
    };
  };
  /** Explains what a live order waits for. */
  explainOrder: {
    fields: {
      orderid: string | number;
    };
    answer: Envelope & {
      explanation: {
        orderId: string;
        securityId: string;
        orderStatus: "Pending" | "Live" | "Partially Executed" | "Executed" | "Cancelled" | "Partially Executed & Cancelled" | "Not Approved";
        market: "open" | "closed" | "halted";
        /** When the schedule next opens or closes the market; YYYY-MM-DD HH:MM:SS, UTC. */
        nextChange: string | null;
        /** An extension (M18): Yes refuses or cancels the order where it would cross the other side on entering. Absent where it was not sent. */
        postOnly?: "Yes";
        /** An extension (M19): the shares that the book shows at once. The others follow as these are executed. Absent where it was not sent. */
        displayQuantity?: string;
        /** An extension (V68): Yes takes a price that is further from the reference price than the collar. Absent where it was not sent. */
        beyondCollar?: "Yes";
        waitsFor: {
          /** Of the list of reasons. */
          reasonCode: string;
          /** Of docs/venue/venue.md or docs/venue/matching.md. */
          rule: string;
          reason: string;
          /** The fewest shares that it takes at once. */
          needs?: string;
          /** How many more must show at its price or better. */
          lacks?: string;
          visible?: {
            /** The best visible price of the other side; null where nothing shows. */
            bestPrice: string | null;
            firmShares: string;
            contingentShares: string;
            /** Those that cross the order and have no contingency. */
            firmOrders: number;
            /** Those that cross it and have one. */
            contingentOrders: number;
          };
        }[];
      };
    };
  };
  /** Debits the bank account of an investor for a trade. */
  externalFundMove: {
    fields: {
      /** account whose bank account is debited */
      accountId: string;
      /** offering of the trade */
      offeringId: string;
      /** trade, of transaction type ACH */
      tradeId: string;
      /** dollars, at most two decimals; less than the trade total, or up to 7 % more */
      amount: string;
      /** what it is for; goes to the bank */
      description: string;
      /** must be there; not used */
      checkNumber: unknown;
      /** not used any more */
      NickName?: unknown | undefined;
      /** IP address */
      createdIpAddress?: string | undefined;
    };
    answer: Envelope & {
      TradeFinancialDetails: {
        accountId: string;
        tradeId: string;
        offeringId: string;
        totalAmount: string;
        RefNum: string;
        fundStatus: string;
      }[];
    };
  };
  /** Reads the templates of the connected e-signature account. */
  fetchSubscriptionDocuments: {
    fields: Record<string, never>;
    answer: Envelope & {
      document_details: {
        templateId: string;
        name: string;
        shared: string;
        description: string;
        created: string;
        lastModified: string;
        pageCount: number;
        uri: string;
        folderName: string;
        owner: {
          userName: string;
          email: string;
          userId: string;
        };
      }[];
    };
  };
  /** Debits the external account of an account and puts the money into its custody account. @deprecated */
  fundCustodyAccount: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** dollars, at most 100,000.00 */
      amount: string | number;
      /** free text */
      description?: string | undefined;
      /** a CREATED trade of the account that the money is for */
      tradeId?: string | number | undefined;
    };
    answer: Envelope & {
      custodyTransaction: CustodyDeposit;
    };
  };
  /** Cancels an investment and returns its money; use cancelInvestment. @deprecated */
  fundReturnRequest: {
    fields: {
      /** trade id */
      tradeId: string | number;
      /** who asks for it; kept as the author of a note of the trade */
      requestedBy: string;
      /** kept as a note of the trade */
      reason: string;
      /** added to the reason */
      notes?: string | undefined;
      /** IP address */
      createdIpAddress?: string | undefined;
    };
    answer: Envelope & {
      tradeDetails: EndedTrade;
    };
  };
  /** Creates an identification token, sent with all webhooks of the parent client, and shows it once. */
  generateWebhookToken: {
    fields: {
      /** the parent client or any client below it */
      clientId: string;
    };
    answer: Envelope & {
      webhookToken: WebhookToken;
      /** not shown again */
      token: string;
    };
  };
  /** Reads an account. */
  getAccount: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope & {
      accountDetails: AccountRecord;
    };
  };
  /** Reads the documents, newest first, with download links that expire. */
  getAccountDocument: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** documentid of a document */
      documentId?: string | undefined;
    };
    answer: Envelope & {
      document_details: AccountDocument[];
    };
  };
  /** Reads an account with the ids of its links. */
  getAccountLinkId: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope & {
      accountDetails: {
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
        fivenotsixcLimit: string | null;
        linkIds: string[];
        /** whose record it is; for master keys */
        clientId?: string;
      };
    };
  };
  /** Reads the notes of an account, newest first. */
  getAccountNotes: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope & {
      notesDetails: AccountNote[];
    };
  };
  /** Reads the trades of an account, newest first, at most 10,000. */
  getAccountTradeHistory: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope & {
      accountDetails: {
        in_id: string;
        offeringId: string;
        orderId: string;
        partyId: string;
        accountId: string;
        totalAmount: string;
        esignStatus: string;
        clientId: string;
        trade_developerAPIKey: string;
        accountName: string;
        accreditedStatus: string;
        kycStatus: string;
        amlStatus: string;
        /** null when the offering is gone */
        issueName: string | null;
        transactionType: string;
        orderStatus: string;
        trade_createdDate: string;
      }[];
    };
  };
  /** Lists the batches of debits, newest first. */
  getAchBatches: {
    fields: {
      /** only those of this day, YYYY-MM-DD (US Eastern) */
      batchDay?: string | undefined;
      /** records to skip; 0 when absent */
      offset?: number | string | undefined;
      /** most records to list; 100 when absent */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      achBatches: {
        batchDay: string;
        entries: number;
        totalAmount: string;
        madeDate: string | null;
      }[];
      /** all that match */
      totalRecords: number;
    };
  };
  /** Lists the files of debits for the bank, newest first. */
  getAchFiles: {
    fields: {
      /** only those of this day, YYYY-MM-DD (US Eastern) */
      batchDay?: string | undefined;
      /** records to skip; 0 when absent */
      offset?: number | string | undefined;
      /** most records to list; 100 when absent */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      achFiles: {
        fileName: string;
        batchDay: string;
        entries: number;
        writtenDate: string | null;
      }[];
      /** all that match */
      totalRecords: number;
    };
  };
  /** Lists what the bank said of debits, newest file first. */
  getAchNotices: {
    fields: {
      /** only those of this code, for example R01 */
      code?: string | undefined;
      /** only those of this outcome, for example needs a person */
      outcome?: string | undefined;
      /** only those of files of this name */
      fileName?: string | undefined;
      /** only those of this line */
      line?: number | string | undefined;
      /** records to skip; 0 when absent */
      offset?: number | string | undefined;
      /** most records to list; 100 when absent */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      achNotices: {
        fileName: string;
        line: number;
        code: string;
        /** of the debit that it is about */
        traceNumber: string;
        RefNum: string | null;
        outcome: string;
        /** why it was not followed; null: it was */
        reason: string | null;
        /** of one that was not followed: the lines that the bank wrote, the first ten */
        bankRecords: string | null;
        readDate: string;
      }[];
      /** all that match */
      totalRecords: number;
    };
  };
  /** Reads the fund moves of an account that wait for the batch of the day, newest first. */
  getAchPendingId: {
    fields: {
      /** account or issuer id */
      accountId: string;
    };
    answer: Envelope & {
      investorExternalAccountDetails: {
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
      }[];
    };
  };
  /** Reads an action that needed a second operator, with the response of its method. */
  getAction: {
    fields: {
      /** The id of the action. */
      actionId: string;
    };
    answer: Envelope & {
      action: {
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
        answer: Record<string, unknown> | null;
      };
    };
  };
  /** Reads the documents and letters of the verification of an account, newest first. */
  getAiDocument: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** documentid of a document */
      documentId?: string | undefined;
    };
    answer: Envelope & {
      document_details: {
        id: string;
        accountId: string;
        documentFileName: string;
        createdDate: string;
        documentUrl: string;
        documentid: string;
        documentTitle: string;
        documentFileReferenceCode: string;
      }[];
      letter_details: {
        id: string;
        accountId: string;
        documentFileName: string;
        createdDate: string;
        documentUrl: string;
      }[];
    };
  };
  /** Reads the latest letter that confirms the accreditation of an account. */
  getAiLetter: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope & {
      document_details: {
        accountId: string;
        documentFileName: string;
        createdDate: string;
        documentUrl: string;
      }[];
    };
  };
  /** Reads the requests to verify the investor of an account, newest first, with the documents. */
  getAiRequest: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope & {
      accreditedDetails: {
        request: {
          accountId: string;
          aiRequestStatus: string;
          airequestId: string;
          accreditedStatus: string;
          notes: string | null;
          aiMethod: string;
          /** how the investor is accredited */
          allow: string | null;
          /** YYYY-MM-DD: last date of the approval */
          aiDate: string | null;
          reviewedBy: string | null;
          createdDate: string;
          accountName: string;
          clientId: string;
          developerAPIKey: string;
        }[];
        documents?: {
          id: string;
          documentid: string;
          documentTitle: string;
          documentFileName: string;
          documentFileReferenceCode: string;
          status: string;
          documentUrl: string;
        }[];
      };
    };
  };
  /** Lists the requests for verification of all clients in one status, the oldest first. */
  getAiRequests: {
    fields: {
      /** Pending when absent; as it was sent */
      aiRequestStatus?: string | undefined;
      /** requests to skip; 0 when absent */
      offset?: number | string | undefined;
      /** most requests to list; 100 when absent */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      requests: {
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
        clientId: string;
      }[];
      /** all that match */
      totalRecords: number;
    };
  };
  /** Reads an alert of surveillance with its evidence and what was done about it. */
  getAlert: {
    fields: {
      /** The id of the alert. */
      alertId: string;
    };
    answer: Envelope & {
      alert: SurveillanceAlert;
    };
  };
  /** Lists the alerts of surveillance, newest first. */
  getAlerts: {
    fields: {
      status?: "Open" | "Closed" | undefined;
      rule?: "Wash trade" | "Layering" | "Quick cancels" | "Marking the close" | "Price band" | "Concentration" | undefined;
      securityId?: string | number | undefined;
      /** Whose orders they are. */
      clientId?: string | undefined;
      /** Who looks into it. */
      assignedTo?: string | undefined;
      /** Raised at this moment or later. RFC 3339 in UTC, up to microseconds. */
      from?: string | undefined;
      /** Raised before this moment. RFC 3339 in UTC, up to microseconds. */
      to?: string | undefined;
      /** The cursor of the page before; absent: the newest. */
      cursor?: string | undefined;
      /** Alerts of a page; 200 when absent. */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      alerts: {
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
      }[];
      /** For the next page; null after the oldest alert. */
      nextCursor: string | null;
    };
  };
  /** All accounts of the client, newest first, at most 10,000; use GET /v3/accounts. @deprecated */
  getAllAccounts: {
    fields: Record<string, never>;
    answer: Envelope & {
      accountDetails: AccountRecord[];
    };
  };
  /** All issuers of the client, newest first, at most 10,000; use GET /v3/issuers. @deprecated */
  getAllIssuers: {
    fields: Record<string, never>;
    answer: Envelope & {
      issuerDetails: Issuer[];
    };
  };
  /** Links from and to an account, newest first, at most 10,000; use GET /v3/links. @deprecated */
  getAllLinks: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope & {
      linkDetails: Link[];
    };
  };
  /** All offerings of the client, newest first, at most 10,000. @deprecated */
  getAllOffers: {
    fields: Record<string, never>;
    answer: Envelope & {
      offeringDetails: OfferingWithCreation[];
    };
  };
  /** Reads the documents of a trade that were sent to be signed, newest first. */
  getAllSignedDocument: {
    fields: {
      /** trade id */
      tradeId: string | number;
    };
    answer: Envelope & {
      SignedDocumentDetails: {
        id: string;
        documentId: string;
        esignstatus: string;
        templateName: string;
        signcreatedDate: string;
        signupdatedDate: string;
        createdDate: string;
        developerAPIKey: string;
        offeringId: string;
        accountId: string;
        partyId: string;
        orderId: string;
        orderStatus: string;
        totalShares: string;
        totalAmount: string;
        transactionType: string;
        /** the signed document with its certificate; null until it is signed */
        documentUrl: string | null;
      }[];
    };
  };
  /** Reads the 500 newest trades; use GET /v3/trades. @deprecated */
  getAllTrades: {
    fields: Record<string, never>;
    answer: Envelope & {
      TradeFinancialDetails: {
        row_id: string;
        createdDate: string;
        accountId: string;
        orderId: string;
        offeringId: string;
        totalAmount: string;
        transactionType: string;
        orderStatus: string;
        esignstatus: string;
        field1: string;
        accountName: string | null;
        approvalStatus: string | null;
        kycStatus: string | null;
        amlStatus: string | null;
        issueName: string | null;
        clientName: string;
      }[];
    };
  };
  /** Refused here: the count is on the legacy host. @deprecated */
  getApiCount: {
    fields: Record<string, never>;
    answer: Envelope;
  };
  /** Lists the keys of a client (never their text), newest first. */
  getApiKeys: {
    fields: {
      /** client id */
      clientId: string;
    };
    answer: Envelope & {
      keys: ApiKey[];
    };
  };
  /** Lists who changed what, from where, and with which outcome, newest first. */
  getAudit: {
    fields: {
      /** The caller. */
      clientId?: string | undefined;
      /** Its key. */
      keyId?: string | undefined;
      /** The user who called; of users, orders are found too. */
      userId?: string | undefined;
      /** The name of the method, as it was called. */
      method?: string | undefined;
      outcome?: "Done" | "Waits" | "Refused" | undefined;
      /** The id of a record, of any kind. */
      recordId?: string | undefined;
      /** The first moment. RFC 3339 in UTC, up to microseconds. */
      from?: string | undefined;
      /** The end, not included. RFC 3339 in UTC, up to microseconds. */
      to?: string | undefined;
      /** The cursor of the page before; absent: the newest. */
      cursor?: string | undefined;
      /** Entries of a page; 500 when absent. */
      limit?: number | string | undefined;
      /** CSV: the page as text in csv; JSON when absent. */
      format?: "JSON" | "CSV" | undefined;
    };
    answer: Envelope & AuditPage;
  };
  /** Lists who changed what, from where, and with which outcome, newest first. */
  getAuditLog: {
    fields: {
      /** The caller. */
      clientId?: string | undefined;
      /** Its key. */
      keyId?: string | undefined;
      /** The user who called; of users, orders are found too. */
      userId?: string | undefined;
      /** The name of the method, as it was called. */
      method?: string | undefined;
      outcome?: "Done" | "Waits" | "Refused" | undefined;
      /** The id of a record, of any kind. */
      recordId?: string | undefined;
      /** The first moment. RFC 3339 in UTC, up to microseconds. */
      from?: string | undefined;
      /** The end, not included. RFC 3339 in UTC, up to microseconds. */
      to?: string | undefined;
      /** The cursor of the page before; absent: the newest. */
      cursor?: string | undefined;
      /** Entries of a page; 500 when absent. */
      limit?: number | string | undefined;
      /** CSV: the page as text in csv; JSON when absent. */
      format?: "JSON" | "CSV" | undefined;
    };
    answer: Envelope & AuditPage;
  };
  /** Reads the bars of a security of any days. */
  getBars: {
    fields: {
      securityId: string | number;
      /** The length of a bar. */
      interval: "1m" | "5m" | "1h" | "1d";
      /** The first trading day; today when absent. */
      date?: string | undefined;
      /** From that day on; 1 when absent. */
      days?: number | string | undefined;
    };
    answer: Envelope & {
      bars: {
        /** When the interval began: RFC 3339, UTC, with microseconds. */
        time: string;
        /** The trading day, YYYY-MM-DD. */
        date: string;
        open: string;
        high: string;
        low: string;
        last: string;
        volume: number;
        trades: number;
      }[];
    };
  };
  /** How many billed calls clients made in a month, by client and method. */
  getBilledCalls: {
    fields: {
      /** one client; all of them when absent */
      clientId?: string | undefined;
      /** YYYY-MM, UTC; this month when absent */
      month?: string | undefined;
    };
    answer: Envelope & {
      billedCalls: {
        clientId: string;
        method: string;
        calls: number;
      }[];
    };
  };
  /** Lists the negotiated blocks of the client that wait to be confirmed. */
  getBlocks: {
    fields: {
      /** The blocks with a higher blockId than this. */
      after?: string | number | undefined;
      /** Blocks of a page; 100 when absent. */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      blocks: Block[];
      /** Yes: more follow the last one of this page. */
      moreBlocks: "Yes" | "No";
    };
  };
  /** Lists the payments by card of an account, newest first, at most 10,000. */
  getCCFundMoveHistory: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope & {
      creditcardDetails: CardPayment[];
    };
  };
  /** Reads a payment by card. */
  getCCFundMoveInfo: {
    fields: {
      /** number of the payment, the ccreferencenumber of ccFundMove */
      RefNum: string | number;
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope & {
      creditcardDetails: CardPayment[];
    };
  };
  /** Shows what the key may do. */
  getCapabilities: {
    fields: Record<string, never>;
    answer: Envelope & {
      capabilities: {
        /** Of the client. */
        name: string;
        operator: "Yes" | "No";
        environment: string;
        fourEyes: "Yes" | "No";
        scopes: string[];
        methods: string[];
        /** Who calls, where a user does (P1). */
        user?: {
          userId: string;
          name: string;
          roles: string[];
        };
      };
    };
  };
  /** Lists the clients, oldest first. */
  getClients: {
    fields: {
      /** clients to skip; 0 when absent */
      offset?: number | string | undefined;
      /** most clients to list; 100 when absent */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      clients: Client[];
      /** all that match */
      totalRecords: number;
    };
  };
  /** Reads the top of the book of a security. */
  getClob: {
    fields: {
      securityID: string | number;
      issuerID: string | number;
    };
    answer: Envelope & {
      orderDetailsAll: {
        securityID: string;
        /** A price with six decimals, RFQ when only a request for quote is there, -- when nothing is. */
        orderDetailsBid: string;
        /** A price with six decimals, RFQ when only a request for quote is there, -- when nothing is. */
        orderDetailsOffer: string;
      };
    };
  };
  /** The nodes of the venue: which one leads, and how far the others lag. */
  getCluster: {
    fields: Record<string, never>;
    answer: Envelope & {
      cluster: {
        /** The node that leads the venue; null: none does now. */
        leader: string | null;
        /** How often the venue has changed its leader. */
        epoch: number;
        /** The last command of the journal. */
        lastCommandSeq: number;
        /** Whether a handover is asked for and not yet done. */
        handoverAsked: "Yes" | "No";
        nodes: {
          name: string;
          /** leader, standby, taking over, not eligible (J8) or deposed */
          role: string;
          /** Whether it reported within the last five seconds. */
          there: "Yes" | "No";
          /** Where it serves the API. */
          address: string;
          version: string;
          /** The last command that it has. */
          lastCommandSeq: number;
          /** Commands of the journal that it lacked when it reported. */
          lagCommands: number;
          /** Since when it is not known to have them all. */
          lagMilliseconds: number;
          /** How far its clock is ahead of that of the database. */
          clockMilliseconds: number;
          /** How long ago it reported. */
          reportedMilliseconds: number;
        }[];
      } | null;
    };
  };
  /** Does nothing; use getLinkedCreditCard. @deprecated */
  getCreditCard: {
    fields: Record<string, never>;
    answer: Envelope;
  };
  /** Reads the request for the custody account of an account. @deprecated */
  getCustodialAccountRequest: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope & {
      custodialAccountDetails: CustodyRequest[];
    };
  };
  /** Where investors send wires and checks for an offering. */
  getCustodianDetailsforOffering: {
    fields: {
      /** offering id */
      offeringId: string | number;
    };
    answer: Envelope & {
      custodianDetails: {
        name: string;
        additionaldescription: string;
        wire: {
          description: string;
          receivingbank: string;
          accountnumber: string;
          routingnumber: string;
          reference: string;
          address1: string;
          address2: string;
          city: string;
          state: string;
          zip: string;
          country: string;
          receivingfinancialinstitution: string;
          swiftcode: string;
          beneficiary: string;
          beneficiaryaccountnumber: string;
        };
        check: {
          description: string;
          mailto: string;
          address1: string;
          address2: string;
          city: string;
          state: string;
          zip: string;
          country: string;
          postaldescription: string;
          postaladdress: string;
          postalcity: string;
          postalstate: string;
          postalzip: string;
          postalcountry: string;
        };
      };
    };
  };
  /** Reads the request for the custody account of an account. */
  getCustodyAccountRequest: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope & {
      custodialAccountDetails: CustodyRequest[];
    };
  };
  /** Lists the requests for custody accounts of all clients in one status, the oldest first. */
  getCustodyAccountReviews: {
    fields: {
      /** Pending when absent */
      custAccStatus?: "Pending" | "Need More Info" | "New Info Added" | "Approved" | "Rejected" | undefined;
      /** requests to skip; 0 when absent */
      offset?: number | string | undefined;
      /** most requests to list; 100 when absent */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      requests: CustodyReview[];
      /** all that match */
      totalRecords: number;
    };
  };
  /** Reads the supplement of an account. */
  getCustodyAccountSupplement: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope & {
      accountDetails: AccountSupplement;
    };
  };
  /** Reads the attestation of the custody agreement. */
  getCustodyAgreementAttestation: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope & {
      attestation: CustodyAttestation;
    };
  };
  /** Lists the disbursements of the client, newest first. */
  getCustodyFundDisbursements: {
    fields: {
      /** Index of the first record, from 0 */
      offset?: number | string | undefined;
      /** Most records of the page */
      limit?: number | string | undefined;
      /** Whether deleted and archived records are in the list; false when absent */
      deleted?: true | false | "true" | "false" | "1" | "0" | 1 | 0 | undefined;
      /** Records whose fields have these values: all of the fields, any of the values of one field. In a URL `filter[name]=value` (repeated for alternatives), `filter={"name":"value"}` or `filter={"name":["one","other"]}` (JSON), or `filter=name:value` (repeated); ranges, where a field has them, `filter[name][min]=value` and `filter[name][max]=value`, both ends included. */
      filter?: {
        requestId?: string | number | boolean | (string | number | boolean)[] | undefined;
        accountId?: string | number | boolean | (string | number | boolean)[] | undefined;
        status?: string | number | boolean | (string | number | boolean)[] | undefined;
        type?: string | number | boolean | (string | number | boolean)[] | undefined;
        createdDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        /** whose records; with a master key, one client */
        clientId?: string | undefined;
      } | undefined;
      /** field:direction, for example requestId:asc; the direction in any case, ascending when absent. Newest first when absent or not one of requestId, accountId, status, type, createdDate */
      sort?: string | undefined;
    };
    answer: Envelope & {
      custodyFundDisbursements: (Disbursement & {
        /** Only with deleted=true. */
        virtualStatus?: "ACTIVE" | "DELETED";
      })[];
      pagination: Pagination;
    };
  };
  /** Reads a deposit into a custody account. */
  getCustodyFundMove: {
    fields: {
      /** referenceNumber of the deposit */
      referenceNumber: string | number;
    };
    answer: Envelope & {
      custodyTransaction: CustodyDeposit;
    };
  };
  /** Lists deposits into custody accounts, newest first; of one account, or of all. */
  getCustodyFundMoves: {
    fields: {
      /** A and 6 to 10 digits; all accounts when absent */
      accountId?: string | undefined;
      /** Index of the first record, from 0 */
      offset?: number | string | undefined;
      /** Most records of the page */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      custodyTransactions: (CustodyDeposit & {
        /** Only with deleted=true. */
        virtualStatus?: "ACTIVE" | "DELETED";
      })[];
      pagination: Pagination;
    };
  };
  /** Reads the supplement of a party or an entity. */
  getCustodyPartySupplement: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
    };
    answer: Envelope & {
      "party details": PartySupplement;
    };
  };
  /** Lists attempts to deliver the caller's webhooks, newest first. */
  getDeliveryLog: {
    fields: {
      /** only those of this webhook */
      webhookId?: string | undefined;
      /** only the attempts of this delivery */
      deliveryId?: string | undefined;
      /** only those of this method */
      method?: WebhookName | undefined;
      /** Yes: only attempts that failed */
      failed?: "Yes" | "No" | undefined;
      /** only those before this seq: the next page */
      before?: number | string | undefined;
      /** most attempts; 100 when absent */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      deliveries: OwnWebhookDelivery[];
    };
  };
  /** Reads the disclosed price levels of a security. */
  getDepth: {
    fields: {
      securityId: string | number;
      /** Of each side; 10 when absent. */
      levels?: number | string | undefined;
    };
    answer: Envelope & {
      depth: {
        securityId: string;
        /** Of the security (V67), where it has one. */
        symbol?: string;
        /** Of the last event that changed these levels (S27): the same as on the stream with as many. */
        seq: number;
        /** RFC 3339, UTC, with microseconds. */
        time: string;
        market: "open" | "closed" | "halted";
        /** The highest price first. */
        bids: PriceLevel[];
        /** The lowest price first. */
        offers: PriceLevel[];
        /** Whether the side has no level but a live request for quote. */
        bidRfq: boolean;
        offerRfq: boolean;
      };
    };
  };
  /** Reads the documents of an offering, newest first, with download links that expire. */
  getDocumentsforOffering: {
    fields: {
      /** offering id */
      offeringId: string | number;
    };
    answer: Envelope & {
      document_details: {
        documentTitle: string;
        documentId: string;
        templateName: string | null;
        documentFileReferenceCode: string;
        documentName: string;
        createdDate: string;
        url: string;
      }[];
    };
  };
  /** Reads an entity. */
  getEntity: {
    fields: {
      /** E and 6 to 10 digits */
      partyId: string;
    };
    answer: Envelope & {
      entityDetails: EntityRecord[];
    };
  };
  /** Reads the documents, newest first, with download links that expire. */
  getEntityDocument: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
      /** documentid of a document */
      documentId?: string | undefined;
    };
    answer: Envelope & {
      partyDocumentDetails: PartyDocument[];
    };
  };
  /** Reads the supplemental details of an entity. */
  getEntitySupp: {
    fields: {
      /** entity id (E and 6 to 10 digits) */
      entityID: string;
    };
    answer: Envelope & {
      entityDetails: EntitySupplement[];
    };
  };
  /** Reads the events of the client after a cursor, in the order of the venue. */
  getEvents: {
    fields: {
      /** The cursor of an earlier answer; `latest`: where the venue is now; absent: from the start. */
      after?: string | undefined;
      /** Events of a page; 100 when absent. */
      limit?: number | string | undefined;
      /** Seconds to wait for the first event; 0 when absent. Not with clients all. */
      wait?: number | string | undefined;
      /** all: of the clients below the parent too, for the key of a parent client or of a drop copy; own when absent. */
      clients?: "own" | "all" | undefined;
    };
    answer: Envelope & {
      events: (OrderEvent | MatchEvent | QuoteEvent | BlockEvent | SettlementEvent | BustEvent | AdjustEvent | NoticeEvent | MarketEvent)[];
      /** For the next call. */
      cursor: string;
      /** Yes: more follow the last one of this page. */
      moreEvents: "Yes" | "No";
    };
  };
  /** Reads the bank account of an account or issuer (under statusDesc). */
  getExternalAccount: {
    fields: {
      /** Account or Issuer, exactly */
      types: "Account" | "Issuer";
      /** account id, when types is Account */
      accountId?: string | undefined;
      /** issuer id, when types is Issuer */
      issuerId?: string | number | undefined;
    };
    answer: Envelope & {
      accountId?: string;
      issuerId?: string;
      statusDesc: {
        AccountName: string;
        AccountNickName: string;
        AccountRoutingNumber: string;
        AccountNumber: string;
        accountType: string;
        updatedDate: string;
        createdDate?: string;
      };
    };
  };
  /** Reads a fund move. */
  getExternalFundMove: {
    fields: {
      /** account or issuer id */
      accountId: string;
      /** reference number of the fund move */
      RefNum: string | number;
    };
    answer: Envelope & {
      investorExternalAccountDetails: AchDebit[];
    };
  };
  /** Reads all fund moves of an account, newest first, at most 10,000. */
  getExternalFundMoveHistory: {
    fields: {
      /** account or issuer id */
      accountId: string;
    };
    answer: Envelope & {
      accountDetails: AchDebit[];
    };
  };
  /** Reads the state of a fund move, and whom it is about. */
  getExternalFundMoveInfo: {
    fields: {
      /** account or issuer id */
      accountId: string;
      /** reference number of the fund move */
      RefNum: string | number;
    };
    answer: Envelope & {
      investorExternalAccountDetails: {
        fundStatus: string;
        error: string | null;
      };
      ACHDetails: {
        accountId: string;
        fundStatus: string;
        tradeId: string;
        createdDate: string;
        accountName: string;
        clientName: string;
        issueName: string;
        clientId: string;
        developerAPIKey: string;
      };
    };
  };
  /** Lists the reports of holders of a security with their reasons, newest first. */
  getHolderChanges: {
    fields: {
      /** The offering id. */
      securityId: string | number;
      /** The cursor of the page before; absent: the newest. */
      cursor?: string | undefined;
      /** Changes of a page; 100 when absent. */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      changes: {
        changeId: string;
        changedDate: string;
        by: "issuer" | "operator";
        /** The user who called; null of a key, and of a user of another client. */
        userId: string | null;
        /** Of the report. */
        holders: number;
        /** That the report gives these holders together. */
        shares: string;
        /** The holder, of a report of one. */
        clientId: string | null;
        accountId: string | null;
        reason: string | null;
      }[];
      /** For the next page; null after the first change. */
      nextCursor: string | null;
    };
  };
  /** Lists who holds shares of a security by its register. */
  getHoldings: {
    fields: {
      /** The offering id. */
      securityId: string | number;
      /** The place of the last holding that was read. */
      after?: string | undefined;
      /** Holders of a page; 100 when absent. */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      holdings: {
        /** Its place in the list, for `after`. */
        place: string;
        clientId: string;
        accountId: string | null;
        lots: {
          date: string;
          quantity: string;
        }[];
      }[];
      /** Yes: more follow the last one of this page. */
      moreHoldings: "Yes" | "No";
    };
  };
  /** Reads an issuer. */
  getIssuer: {
    fields: {
      /** issuer id */
      issuerId: string | number;
    };
    answer: Envelope & {
      issuerDetails: Issuer[];
    };
  };
  /** Reads the account record of an issuer (under statusDesc) and its accounts at custodians. */
  getIssuerAccount: {
    fields: {
      /** issuer id */
      issuerId: string | number;
    };
    answer: Envelope & {
      issuerId: string;
      "Financial issuer details": {
        CustodianName: string;
        CustodianAccountNumber: string;
        RoutingNumber: string;
        AccountNumber: string;
        AccountName: string;
        funds: string;
      }[];
      statusDesc: IssuerAccount;
    };
  };
  /** Lists the securities of an issuer that trade. */
  getIssuerApprovedSecurities: {
    fields: {
      issuerID: string | number;
    };
    answer: Envelope & {
      issuerDetails: {
        SecurityName: string;
        SecurityID: string;
      }[];
    };
  };
  /** Lists the active kill switches. */
  getKillSwitches: {
    fields: Record<string, never>;
    answer: Envelope & {
      killSwitches: KillSwitch[];
    };
  };
  /** Reads the KYC and AML status of a party or an entity. */
  getKycAml: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
    };
    answer: Envelope & {
      "KYC Status": string | null;
      "Party Status": {
        PartyID: string;
        "AML status": string | null;
        "AML date": string | null;
      };
    };
  };
  /** Reads the result of the latest check of a type. */
  getKycAmlResponse: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
      type: "Basic" | "Enhanced" | "AML Only" | "Screened Again";
    };
    answer: Envelope & {
      createdAt: string | null;
      kycamlDetails: {
        kyc?: {
          /** the raw response of the verification provider */
          response: Record<string, unknown>;
          kycstatus: string | null;
          amlstatus: string;
        };
      };
    };
  };
  /** Lists the reviews of all clients, the oldest first. */
  getKycAmlReviews: {
    fields: {
      /** true (when absent): those that wait; false: those that are decided */
      open?: true | false | "true" | "false" | "1" | "0" | 1 | 0 | undefined;
      /** reviews to skip; 0 when absent */
      offset?: number | string | undefined;
      /** most reviews to list; 100 when absent */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      reviews: InvestorReview[];
      /** all that match */
      totalRecords: number;
    };
  };
  /** Reads the limits of a client or of one of its accounts, and how much of them is used. */
  getLimits: {
    fields: {
      /** The client; with a master key only. */
      clientId?: string | undefined;
      /** The investor account that places the order. */
      accountid?: string | undefined;
      /** Yes: also the newest 50 versions, oldest first. */
      history?: "Yes" | "No" | undefined;
    };
    answer: Envelope & {
      accountId?: string;
      version: number;
      limits: Limits;
      used: {
        openOrders: number;
        openValue: string;
        ordersThisSecond: number;
      };
      accountsWithLimits?: string[];
      history?: LimitsVersion[];
    };
  };
  /** Reads a link. */
  getLink: {
    fields: {
      id: string | number;
    };
    answer: Envelope & {
      linkDetails: Link[];
    };
  };
  /** Reads the linked card of an account. */
  getLinkedCreditCard: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope & {
      creditcardDetails: Card;
    };
  };
  /** Lists the days of a year that differ from the week. */
  getMarketCalendar: {
    fields: {
      year: number | string;
    };
    answer: Envelope & {
      marketCalendar: MarketDay[];
    };
  };
  /** Reads the default market hours of Saturday and Sunday. */
  getMarketHolidays: {
    fields: Record<string, never>;
    answer: Envelope & {
      globalMarketHolidays: {
        saturdayclosed: "Yes" | "No";
        saturdayStartHours: string;
        saturdayStartMins: string;
        saturdayCloseHours: string;
        saturdayCloseMins: string;
        sundayclosed: "Yes" | "No";
        sundayStartHours: string;
        sundayStartMins: string;
        sundayCloseHours: string;
        sundayCloseMins: string;
      };
    };
  };
  /** Reads the default market hours, Monday to Friday. */
  getMarketHours: {
    fields: Record<string, never>;
    answer: Envelope & {
      globalMarketHours: {
        mondayclosed: "Yes" | "No";
        mondayStartHours: string;
        mondayStartMins: string;
        mondayCloseHours: string;
        mondayCloseMins: string;
        tuesdayclosed: "Yes" | "No";
        tuesdayStartHours: string;
        tuesdayStartMins: string;
        tuesdayCloseHours: string;
        tuesdayCloseMins: string;
        wednesdayclosed: "Yes" | "No";
        wednesdayStartHours: string;
        wednesdayStartMins: string;
        wednesdayCloseHours: string;
        wednesdayCloseMins: string;
        thursdayclosed: "Yes" | "No";
        thursdayStartHours: string;
        thursdayStartMins: string;
        thursdayCloseHours: string;
        thursdayCloseMins: string;
        fridayclosed: "Yes" | "No";
        fridayStartHours: string;
        fridayStartMins: string;
        fridayCloseHours: string;
        fridayCloseMins: string;
      };
    };
  };
  /** Shows the book of a security at a past moment, and the orders and trades of up to a minute after it. */
  getMarketReplay: {
    fields: {
      securityId: string | number;
      /** The moment: the book is that after all that happened up to it. RFC 3339 in UTC, up to microseconds. */
      from: string;
      /** How much of what came next; 60 when absent, 0 for the book alone. */
      seconds?: number | string | undefined;
      /** Of each side; 50 when absent. */
      levels?: number | string | undefined;
    };
    answer: Envelope & {
      replay: {
        securityId: string;
        /** RFC 3339, UTC, with microseconds. */
        from: string;
        /** How far the events go. */
        to: string;
        /** Of the last event of the venue up to `from`. */
        seq: number;
        /** At `from`; null: the venue did not know the security yet. */
        market: "open" | "closed" | "halted" | null;
        /** The highest price first. */
        bids: ReplayLevel[];
        /** The lowest price first. */
        offers: ReplayLevel[];
        /** After `from`, in the order of the venue. */
        events: {
          eventSeq: number;
          /** RFC 3339, UTC, with microseconds. */
          time: string;
          /** The user who caused it (O14); null where an API key or the venue did. */
          userId: string | null;
          order?: {
            orderId: string;
            clientId: string;
            accountId: string | null;
            action: "Bid" | "Offer";
            type: "Limit" | "RFQ" | "Block";
            /** entered, filled, replaced, cancelled ...: as in getOrderHistory. */
            change: string;
            status: "Pending" | "Live" | "Partially Executed" | "Executed" | "Cancelled" | "Partially Executed & Cancelled" | "Not Approved";
            price: string;
            quantity: string;
            remaining: string;
            reason: string | null;
          };
          match?: {
            matchId: string;
            price: string;
            quantity: string;
            bidOrderId: string;
            askOrderId: string;
            bidClientId: string;
            askClientId: string;
            /** The side whose order came last. */
            initiator: "Bid" | "Offer";
          };
          market?: {
            market: "open" | "closed" | "halted";
            reason: string | null;
          };
          /** The levels that it changed, as they then were; without orders: the level is gone. */
          levels: {
            side: "Bid" | "Offer";
            /** Six decimals. */
            price: string;
            quantity: number;
            orders: number;
            /** Shares of orders with a contingency (S8). */
            contingentQuantity: number;
            contingentOrders: number;
          }[];
        }[];
      };
    };
  };
  /** Shows whether the market of a security is open. */
  getMarketStatus: {
    fields: {
      securityId: string | number;
    };
    answer: Envelope & {
      securityId: string;
      market: "open" | "closed" | "halted";
      /** Why it is halted, or closed whatever the schedule says; otherwise absent. */
      reason?: string;
      /** The same, from the list of reasons. */
      reasonCode?: string;
      nextChange: null | {
        market: "open" | "closed";
        /** YYYY-MM-DD HH:MM:SS, UTC. */
        time: string;
      };
    };
  };
  /** Reads a match. */
  getMatchedTrade: {
    fields: {
      matchId: string | number;
    };
    answer: Envelope & {
      matchedTradeDetails: {
        /** YYYY-MM-DD HH:MM:SS, UTC. */
        executionTime: string;
        /** RFC 3339, UTC, with microseconds: that of its event on the stream and in webhooks (V34). */
        eventTime: string;
        numberOfShares: string;
        Price: string;
        ordersMatched: {
          askOrderId: string;
          bidOrderId: string;
        };
        /** An extension: the order that came to the other one, which was there. Absent of a block. */
        initiator?: "Bid" | "Offer";
        /** It was a negotiated block (V61). */
        block?: "Yes";
      };
    };
  };
  /** Reads the operator's notices to all clients, newest first. */
  getNotices: {
    fields: {
      /** 20 when absent. */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      notices: {
        eventSeq: number;
        noticeId: string;
        severity: "info" | "warning" | "urgent";
        /** The security that it is about; null: none in particular. */
        securityId: string | null;
        text: string;
        /** YYYY-MM-DD HH:MM:SS, UTC. */
        sentDate: string;
      }[];
    };
  };
  /** Reads an offering. */
  getOffering: {
    fields: {
      /** offering id */
      offeringId: string | number;
    };
    answer: Envelope & {
      offeringDetails: Offering[];
    };
  };
  /** Amounts and shares of the trades of an offering, added up by state. */
  getOfferingDetails: {
    fields: {
      /** offering id */
      offeringId: string | number;
    };
    answer: Envelope & {
      "Offering purchased details": {
        offeringId: string;
        issueName: string;
        escrowAccountNumber: string | null;
        targetAmount: string;
        totalTrades: string;
        createdAmount: string;
        createdShares: string;
        fundedAmount: string;
        fundedShares: string;
        unwindPendingAmount: string;
        unwindPendingShares: string;
        unwindSettledAmount: string;
        unwindSettledShares: string;
        settledAmount: string;
        settledShares: string;
        canceledAmount: string;
        canceledShares: string;
      }[];
    };
  };
  /** Purchases of an offering that were not canceled, newest first, at most 10,000. */
  getOfferingPurchaseHistory: {
    fields: {
      /** offering id */
      offeringId: string | number;
    };
    answer: Envelope & {
      "Offering purchased details": {
        offering_purchase_history: {
          tradeId: string;
          accountId: string;
          offeringId: string;
          totalAmount: string;
          totalShares: string;
          purchaseDate: string;
          accountName: string | null;
          offeringTotalShares: string;
          targetAmount: string;
          remainingShares: string;
        }[];
      };
    };
  };
  /** Reads the status of an offering. */
  getOfferingStatus: {
    fields: {
      /** offering id */
      offeringId: string | number;
    };
    answer: Envelope & {
      offeringDetails: OfferingStatus[];
    };
  };
  /** Reads an order, or all orders with a token. */
  getOrder: {
    fields: {
      orderid?: string | number | undefined;
      /** An extension: with an orderid, its matches with a higher matchid than this. */
      matchesAfter?: string | number | undefined;
      /** The caller's own value, echoed in answers. */
      token?: string | undefined;
      /** An extension: with a token, the orders with a lower order_Id than this. */
      before?: string | number | undefined;
      /** An extension: with a token, orders of a page; all of them in one answer without limit and before. */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      orderDetails: OrderDetails[];
      /** With a token: whether it has older orders than these. */
      moreOrders?: "Yes" | "No";
    };
  };
  /** Reads every change of an order. */
  getOrderHistory: {
    fields: {
      orderid: string | number;
      /** The changes with a higher eventSeq than this. */
      after?: string | number | undefined;
      /** Changes of a page; 500 when absent. */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      orderHistory: ({
        /** The venue's sequence number of the change. */
        eventSeq: number;
        eventTime: string;
        number_shares: string;
        shares_remaining: string;
        price_per_share: string;
        /** What happened, or how it ended (the reasons of the list). */
        change: "entered" | "approved" | "filled" | "replaced" | "held" | "released" | "refused" | "cancelled" | "expired" | "immediate remainder cancelled" | "mass cancelled" | "cancel timer ran out" | "connection lost" | "self-trade prevented" | "post-only crossed" | "kill switch" | "first refusal exercised" | "security ended";
        /** Of a replacement with newToken: the token before (H10). */
        previousToken?: string;
        orderStatus: "Pending" | "Live" | "Partially Executed" | "Executed" | "Cancelled" | "Partially Executed & Cancelled" | "Not Approved";
        reason: string | null;
        /** Of the list of reasons, where the change is one of it. */
        reasonCode: string | null;
        /** The user who made the change (O14); null where an API key or the venue did. */
        userId: string | null;
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
        /** The venue's sequence number of the change. */
        eventSeq: number;
        eventTime: string;
        number_shares: string;
        shares_remaining: string;
        price_per_share: string;
        /** What happened, or how it ended (the reasons of the list). */
        change: "entered" | "approved" | "filled" | "replaced" | "held" | "released" | "refused" | "cancelled" | "expired" | "immediate remainder cancelled" | "mass cancelled" | "cancel timer ran out" | "connection lost" | "self-trade prevented" | "post-only crossed" | "kill switch" | "first refusal exercised" | "security ended";
        /** Of a replacement with newToken: the token before (H10). */
        previousToken?: string;
        orderStatus: "Pending" | "Live" | "Partially Executed" | "Executed" | "Cancelled" | "Partially Executed & Cancelled" | "Not Approved";
        reason: string | null;
        /** Of the list of reasons, where the change is one of it. */
        reasonCode: string | null;
        /** The user who made the change (O14); null where an API key or the venue did. */
        userId: string | null;
        /** Shares of all fills so far. */
        filledShares: string;
        /** Price times shares of all fills so far, exact. */
        filledAmount: string;
        /** filledAmount / filledShares, rounded half up to six places; null before the first fill. */
        averagePrice: string | null;
        executionType: "New" | "Approved" | "Replaced" | "Suspended" | "Resumed" | "Rejected" | "Expired" | "Cancelled";
      })[];
      /** Yes: more follow the last one of this page. */
      moreChanges: "Yes" | "No";
    };
  };
  /** Lists the orders of a security that await approval. */
  getOrdersForApproval: {
    fields: {
      securityId: string | number;
      /** The orders with a higher orderId than this. */
      after?: string | number | undefined;
      /** Orders of a page; 100 when absent. */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      ordersForApproval: {
        orderId: string;
        securityId: string;
        /** Who sent the order. */
        clientId: string;
        memberId: string;
        accountId: string | null;
        action: "Bid" | "Offer";
        type: string;
        number_shares: string;
        /** Less than number_shares where the order traded before it was replaced. */
        shares_remaining: string;
        /** A decimal, or RFQ. */
        price_per_share: string;
        contingencies: string;
        minimumThreshold: string;
        expiration: string;
        expirationDate: string | null;
        orderStatus: "Pending" | "Live" | "Partially Executed" | "Executed" | "Cancelled" | "Partially Executed & Cancelled" | "Not Approved";
        /** That of the account; empty: not begun, null: the order is for no account. */
        kycStatus: string | null;
        amlStatus: string | null;
        accreditedStatus: string | null;
      }[];
      /** Yes: more follow the last one of this page. */
      moreOrders: "Yes" | "No";
    };
  };
  /** Lists the orders that wait for the answer to a right of first refusal. */
  getOrdersForFirstRefusal: {
    fields: {
      /** The offering id. */
      securityId: string | number;
      /** The orders with a higher orderId than this. */
      after?: string | number | undefined;
      /** Orders of a page; 100 when absent. */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      ordersForFirstRefusal: {
        orderId: string;
        securityId: string;
        /** Who sent the order. */
        clientId: string;
        memberId: string;
        accountId: string | null;
        action: "Bid" | "Offer";
        type: string;
        number_shares: string;
        /** Less than number_shares where the order traded before it was replaced. */
        shares_remaining: string;
        /** A decimal, or RFQ. */
        price_per_share: string;
        contingencies: string;
        minimumThreshold: string;
        expiration: string;
        expirationDate: string | null;
        orderStatus: "Pending" | "Live" | "Partially Executed" | "Executed" | "Cancelled" | "Partially Executed & Cancelled" | "Not Approved";
      }[];
      /** Yes: more follow the last one of this page. */
      moreOrders: "Yes" | "No";
    };
  };
  /** Reads an individual party. */
  getParty: {
    fields: {
      /** P and 6 to 10 digits */
      partyId: string;
    };
    answer: Envelope & {
      partyDetails: PartyRecord[];
    };
  };
  /** Reads the documents, newest first, with download links that expire. */
  getPartyDocument: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
      /** documentid of a document */
      documentId?: string | undefined;
    };
    answer: Envelope & {
      partyDocumentDetails: PartyDocument[];
    };
  };
  /** Lists the passkeys of the user who calls, the oldest first. */
  getPasskeys: {
    fields: Record<string, never>;
    answer: Envelope & {
      passkeys: {
        passkeyId: string;
        name: string;
        createdDate: string;
        lastUsedDate: string | null;
      }[];
    };
  };
  /** Lists the payments of every rail, newest first. */
  getPayments: {
    fields: {
      rail?: "ACH" | "CARD" | "CUSTODY" | undefined;
      /** The payment with this number. */
      referenceNumber?: string | number | undefined;
      status?: "Pending" | "Submitted" | "Settled" | "Returned" | "Voided" | "Declined" | undefined;
      /** Of the batch of this bank business day, YYYY-MM-DD. */
      batchDay?: string | undefined;
      /** Of this account. */
      accountId?: string | undefined;
      /** Of this investment. */
      tradeId?: string | number | undefined;
      /** Created at this moment or later. RFC 3339 in UTC, up to microseconds. */
      from?: string | undefined;
      /** Created before this moment. RFC 3339 in UTC, up to microseconds. */
      to?: string | undefined;
      /** The cursor of the page before; absent: the newest. */
      cursor?: string | undefined;
      /** Payments of a page; 200 when absent. */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      payments: {
        rail: "ACH" | "CARD" | "CUSTODY";
        referenceNumber: string;
        accountId: string;
        /** The investment that it pays; null: a deposit for none. */
        tradeId: string | null;
        /** Of a debit or a payment by card. */
        offeringId: string | null;
        amount: string;
        status: string;
        approvalStatus: string;
        /** Why it was returned or declined. */
        errors: string | null;
        /** The bank business day of its batch, YYYY-MM-DD; null: none, or paid by card. */
        batchDay: string | null;
        /** Its 15 digits at the bank. */
        traceNumber: string | null;
        createdDate: string;
        updatedDate: string;
        /** whose record it is; for master keys */
        clientId?: string;
      }[];
      /** For the next page; null after the oldest payment. */
      nextCursor: string | null;
    };
  };
  /** Lists the actions that need a second operator, oldest first. */
  getPendingActions: {
    fields: {
      /** actions to skip; 0 when absent */
      offset?: number | string | undefined;
      /** most actions to list; 100 when absent */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      pendingActions: PendingAction[];
      /** all that match */
      totalRecords: number;
    };
  };
  /** Lists the positions of a client and its accounts. */
  getPositions: {
    fields: {
      /** The client; with a master key only. */
      clientId?: string | undefined;
      /** The investor account that places the order. */
      accountid?: string | undefined;
      /** The offering id. */
      securityid?: string | number | undefined;
      offset?: number | string | undefined;
      /** Positions of a page; 500 when absent. */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      positions: {
        accountId?: string;
        securityId: string;
        /** Shares; below 0 when the account sold more than it had. */
        quantity: number;
        /** Of a share, or what it was sold for where the quantity is below 0; null: not known. */
        averageCost: string | null;
        /** Of the last match of the security that is not busted, as it was corrected; null without one. */
        lastPrice: string | null;
        /** quantity times lastPrice. */
        value: string | null;
      }[];
      /** Yes: more follow the last one of this page. */
      morePositions: "Yes" | "No";
    };
  };
  /** Lists the accounts at providers with which a user signs in, the oldest first. */
  getProviderAccounts: {
    fields: {
      /** the user; absent: who calls */
      userId?: string | undefined;
    };
    answer: Envelope & {
      providerAccounts: {
        /** The provider, by the name that its tokens have. */
        issuer: string;
        /** The account there. */
        subject: string;
        /** Of the first sign-in with it. */
        createdDate: string;
      }[];
    };
  };
  /** Lists the quotes on an RFQ order. */
  getQuotes: {
    fields: {
      /** The RFQ order. */
      orderid: string | number;
      /** The quotes with a higher quoteId than this. */
      after?: string | number | undefined;
      /** Quotes of a page; 100 when absent. */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      quotes: Quote[];
      /** Yes: more follow the last one of this page. */
      moreQuotes: "Yes" | "No";
    };
  };
  /** Adds up the payments of a day by rail: what was expected, has settled, was returned, and is under way. */
  getReconciliation: {
    fields: {
      /** The bank business day of the batch, YYYY-MM-DD. */
      day: string;
    };
    answer: Envelope & {
      day: string;
      rails: {
        rail: "ACH" | "CARD" | "CUSTODY";
        expected: {
          payments: number;
          amount: string;
        };
        settled: {
          payments: number;
          amount: string;
        };
        returned: {
          payments: number;
          amount: string;
        };
        underWay: {
          payments: number;
          amount: string;
        };
      }[];
      /** Of the investments that these payments are for: what is due and what is overpaid now (T13). */
      investments: {
        due: {
          investments: number;
          amount: string;
        };
        overpaid: {
          investments: number;
          amount: string;
        };
      };
      /** For master keys; null: no batch was made. */
      batch: {
        recorded?: {
          payments: number;
          amount: string;
        };
        found?: {
          payments: number;
          amount: string;
        };
        agrees?: "Yes" | "No";
      } | null;
    };
  };
  /** Gives links to the files of the report of a trading day. */
  getReport: {
    fields: {
      /** The date of the day, US Eastern. */
      date: string;
    };
    answer: Envelope & {
      report: {
        /** YYYY-MM-DD, US Eastern */
        date: string;
        /** when the day ended (E1), RFC 3339 */
        endedTime: string;
        firstEventSeq: number;
        lastEventSeq: number;
        /** the journal's chain at the end of the day: SHA-256 in hex */
        chainHash: string;
        madeDate: string;
        files: ReportFile[];
      };
    };
  };
  /** Lists the RFQ orders of a security that can be quoted on. */
  getRfqOrders: {
    fields: {
      /** The offering id. */
      securityId: string | number;
      /** Only orders of this side. */
      action?: "Buy" | "Sell" | undefined;
      /** The orders with a higher orderId than this. */
      after?: string | number | undefined;
      /** Orders of a page; 100 when absent. */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      rfqOrders: {
        orderId: string;
        securityId: string;
        action: "Bid" | "Offer";
        /** The largest quantity of a quote. */
        shares_remaining: string;
        contingencies: string;
        minimumThreshold: string;
        expiration: string;
        expirationDate: string | null;
        createdDate: string;
      }[];
      /** Yes: more follow the last one of this page. */
      moreOrders: "Yes" | "No";
    };
  };
  /** Lists the roles of users, with their rights. */
  getRoles: {
    fields: Record<string, never>;
    answer: Envelope & {
      roles: {
        role: "trader" | "compliance" | "backOffice" | "operator" | "surveillance" | "auditor";
        title: string;
        of: "client" | "operator";
        summary: string;
        scopes: string[];
        /** Groups of the reference page, names of methods, or scopes that methods ask for; *: all. */
        reads: string[];
        /** Groups of the reference page, names of methods, or scopes that methods ask for; *: all. */
        changes: string[];
      }[];
    };
  };
  /** Lists the securities of the venue, with their markets. */
  getSecurities: {
    fields: {
      /** A part of name or symbol, in any case. */
      name?: string | undefined;
      /** The securities with a higher securityId than this. */
      after?: string | number | undefined;
      /** Securities of a page; 1000 when absent. */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      securities: {
        securityId: string;
        market: "open" | "closed" | "halted";
        /** Why it is halted, or closed whatever the schedule says; otherwise absent. */
        reason?: string;
        /** The same, from the list of reasons. */
        reasonCode?: string;
        nextChange: null | {
          market: "open" | "closed";
          /** YYYY-MM-DD HH:MM:SS, UTC. */
          time: string;
        };
        issuerId: string;
        securityName: string;
        securityStatus: "Trading" | "Awaiting";
        orderApproval: "Yes" | "No";
        /** The market identifier of the venue (V66). */
        mic?: string;
        reference?: SecurityReference;
        /** Whether the client owns it. */
        own: "Yes" | "No";
      }[];
      /** Yes: more follow the last one of this page. */
      moreSecurities: "Yes" | "No";
    };
  };
  /** Reads the hours of a security. */
  getSecurityMarketHours: {
    fields: {
      securityId: string | number;
    };
    answer: Envelope & {
      securityHoursDetails: SecurityMarketHours;
    };
  };
  /** Reads the reference data of a security, with the symbols that it had. */
  getSecurityReference: {
    fields: {
      /** The offering id; or symbol. */
      securityId?: string | number | undefined;
      /** The symbol of the security (V67), in place of its id. */
      symbol?: string | undefined;
    };
    answer: Envelope & {
      securityReference: SecurityReferenceVersion;
    };
  };
  /** Reads the settings of a security. */
  getSecuritySettings: {
    fields: {
      securityId: string | number;
    };
    answer: Envelope & {
      securitySettings: {
        securityId: string;
        orderApproval: "Yes" | "No";
      };
    };
  };
  /** Lists the sessions of a user that are not over, the newest first. */
  getSessions: {
    fields: {
      /** the user; absent: who calls */
      userId?: string | undefined;
    };
    answer: Envelope & {
      sessions: {
        sessionId: string;
        userId: string;
        /** `oidc:` and the name of the provider, `passkey` or `link`. */
        how: string;
        /** Of the last use. */
        ip: string;
        userAgent: string;
        createdDate: string;
        /** When the user last proved who it is; null: its provider does not say. */
        signedInDate: string | null;
        /** The methods by which, as the provider names them. */
        amr: string[];
        /** The class of that authentication, as the provider names it. */
        acr: string | null;
        lastUsedDate: string;
        expiresDate: string;
        current: "Yes" | "No";
      }[];
    };
  };
  /** Shows whether a match was settled. */
  getSettlementStatus: {
    fields: {
      /** The match id. */
      tradeID: string | number;
    };
    answer: Envelope & {
      tradeDetails: {
        /** text where it is no number */
        memberid: number | string;
        issuerid: number;
        tradeID: number;
        /** BUSTED is an extension. */
        tradeStatus: "PENDING" | "SETTLED" | "CANCELED" | "BUSTED";
      };
    };
  };
  /** Reads the newest document of a trade that was sent to be signed, with the record of the trade. */
  getSignedDocument: {
    fields: {
      /** trade id */
      tradeId: string | number;
    };
    answer: Envelope & {
      SignedDocumentDetails: {
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
        documentId: string;
        esignstatus: string;
        templateName: string;
        widgetTemplate: string;
        docsId: string;
        documentUrl: string | null;
      };
    };
  };
  /** Makes the statement of a month as PDF. */
  getStatement: {
    fields: {
      /** YYYY-MM, US Eastern; not a later one than the present month. */
      month: string;
      /** The client; with a master key only. */
      clientId?: string | undefined;
      /** The investor account that places the order. */
      accountid?: string | undefined;
    };
    answer: Envelope & {
      statement: {
        month: string;
        fileName: string;
        pages: number;
        /** The PDF file, in base64. */
        content: string;
      };
    };
  };
  /** Lists the changes of the statuses of a party, an entity or an account, newest first. */
  getStatusHistory: {
    fields: {
      /** party id (P), entity id (E) or account id (A) */
      investorId: string;
    };
    answer: Envelope & {
      history: StatusChange[];
    };
  };
  /** Reads the templates of an offering, newest first, with links that expire. */
  getSubscriptionsforOffering: {
    fields: {
      /** offering id */
      offeringId: string | number;
    };
    answer: Envelope & {
      document_details: {
        templateId: number;
        templateKey: string;
        templateName: string;
        offeringId: string;
        templateUrl: string;
        createdDate: string;
      }[];
    };
  };
  /** Reads the answers to the questions of suitability. */
  getSuitability: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope & {
      accountDetails: {
        accountId: string;
        riskProfile: string | null;
        investmentExperience: string | null;
        privOffExperience: string | null;
        pctPrivSecurities: string | null;
        pctIlliquidSecurities: string | null;
        pctLiquidSecurities: string | null;
        pctRealEstate: string | null;
        timeHorizon: string | null;
        education: string | null;
        financialAdvisor: string | null;
        investmentObjective: string | null;
        notes: string | null;
        additionalnotes: string | null;
      }[];
    };
  };
  /** Lists the rules of surveillance with their thresholds, and who changed them. */
  getSurveillanceRules: {
    fields: Record<string, never>;
    answer: Envelope & SurveillanceRules;
  };
  /** Lists today's trades of a security, newest first. @deprecated */
  getTape: {
    fields: {
      securityId: string | number;
      /** Trades with a lower tradeId than this, which are older. */
      before?: string | number | undefined;
      /** Trades of a page; 1000 when absent. */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      trades: Sale[];
      /** Yes: more follow the last one of this page. */
      more: "Yes" | "No";
    };
  };
  /** Lists today's trades of a security, newest first. */
  getTimeAndSales: {
    fields: {
      securityId: string | number;
      /** Trades with a lower tradeId than this, which are older. */
      before?: string | number | undefined;
      /** Trades of a page; 1000 when absent. */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      trades: Sale[];
      /** Yes: more follow the last one of this page. */
      more: "Yes" | "No";
    };
  };
  /** Reads the top of the book of all securities, in pages. */
  getTops: {
    fields: {
      /** The securities with a higher securityId than this. */
      after?: string | number | undefined;
      /** Securities of a page; 1000 when absent. */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      tops: {
        securityId: string;
        /** Of the security (V67), where it has one. */
        symbol?: string;
        /** Counts the changes of this top (S10). */
        seq: number;
        /** RFC 3339, UTC, with microseconds. */
        time: string;
        market: "open" | "closed" | "halted";
        bid: null | {
          rfq: true;
        } | BestPrice;
        offer: null | {
          rfq: true;
        } | BestPrice;
      }[];
      /** Yes: more follow the last one of this page. */
      moreTops: "Yes" | "No";
    };
  };
  /** Reads a trade of an account. */
  getTrade: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** trade id */
      tradeId: string;
    };
    answer: Envelope & {
      partyDetails: PaidTrade[];
    };
  };
  /** Reads the documents, newest first, with download links that expire. */
  getTradeDocument: {
    fields: {
      /** trade id */
      tradeId: string;
      /** documentid of a document */
      documentId?: string | undefined;
    };
    answer: Envelope & {
      document_details: TradeDocument[];
    };
  };
  /** Gives links to the trades of a trading day, as CSV and as Parquet. */
  getTradeFiles: {
    fields: {
      /** The date of the day, US Eastern. */
      date: string;
    };
    answer: Envelope & {
      tradeFiles: {
        /** YYYY-MM-DD */
        date: string;
        files: ReportFile[];
      };
    };
  };
  /** Reads the notes of a trade, newest first. */
  getTradeNote: {
    fields: {
      /** trade id */
      tradeId: string;
    };
    answer: Envelope & {
      notesDetails: TradeNote[];
    };
  };
  /** Reads a trade with its state. */
  getTradeStatus: {
    fields: {
      /** trade id */
      tradeId: string;
    };
    answer: Envelope & {
      tradeDetails: PaidTrade[];
    };
  };
  /** Trades of an offering, oldest first, at most 10,000. */
  getTradesForOffering: {
    fields: {
      /** offering id */
      offeringId: string | number;
      /** only trades with this orderStatus, for example CREATED */
      tradeStatus?: string | undefined;
    };
    answer: Envelope & {
      "Offering purchased details": {
        orderId: string;
        accountId: string;
        transactionType: string;
        totalShares: string;
        unitPrice: string;
        totalAmount: string;
        orderStatus: string;
        field1: string;
        field2: string;
        field3: string;
        RRApprovalStatus: string;
        PrincipalApprovalStatus: string;
        esignStatus: string;
      }[];
    };
  };
  /** Reads the transfer rules of a security. */
  getTransferRules: {
    fields: {
      /** The offering id. */
      securityId: string | number;
    };
    answer: Envelope & {
      transferRules: TransferRules;
    };
  };
  /** Lists the users, oldest first. */
  getUsers: {
    fields: {
      /** only users of this client */
      clientId?: string | undefined;
      /** users to skip; 0 when absent */
      offset?: number | string | undefined;
      /** most users to list; 100 when absent */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      users: User[];
      /** all that match */
      totalRecords: number;
    };
  };
  /** The health of the venue: whether it serves, its last event, and its metrics. */
  getVenueHealth: {
    fields: Record<string, never>;
    answer: Envelope & {
      health: {
        version: string;
        time: string;
        serves: "Yes" | "No";
        /** Why it does not serve. */
        reason: string | null;
        /** The venue's sequence number of its last event. */
        lastEventSeq: number;
        /** The sequence number of the last command of the journal. */
        lastCommandSeq: number;
        /** When the journal's chain was verified last: when the venue started. YYYY-MM-DD HH:MM:SS, UTC. */
        chainVerifiedDate: string;
        /** The command of the snapshot that the start read: the chain was verified after it. */
        chainVerifiedAfter: number;
        /** The last command that was verified then. */
        chainVerifiedUpTo: number;
        figures: {
          name: string;
          labels: Record<string, string>;
          value: number;
        }[];
      };
    };
  };
  /** The metrics of the venue over time, of the last seven days. */
  getVenueMetrics: {
    fields: {
      /** Names of metrics; those of the page Health when absent. Histograms have _sum and _count. */
      names?: string[] | undefined;
      /** The first moment; an hour before the end when absent. RFC 3339 in UTC, up to microseconds. */
      from?: string | undefined;
      /** The end, not included; now when absent. RFC 3339 in UTC, up to microseconds. */
      to?: string | undefined;
      /** Seconds from one point to the next; when absent, as many as give 360 points. */
      step?: number | string | undefined;
    };
    answer: Envelope & {
      metrics: {
        /** RFC 3339, UTC. */
        from: string;
        to: string;
        /** Seconds. */
        step: number;
        times: string[];
        series: {
          name: string;
          labels: Record<string, string>;
          /** By times; null where there was no such metric. */
          values: (number | null)[];
        }[];
      };
    };
  };
  /** Lists deliveries of webhooks, newest first. */
  getWebhookDeliveries: {
    fields: {
      /** only those of this client */
      clientId?: string | undefined;
      /** only those of this method */
      method?: WebhookName | undefined;
      /** only those before this seq: the next page */
      before?: number | string | undefined;
      /** most deliveries; 100 when absent */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      deliveries: WebhookDelivery[];
    };
  };
  /** Lists the caller's webhooks, oldest first. */
  getWebhookRegistrations: {
    fields: Record<string, never>;
    answer: Envelope & {
      webhooks: Webhook[];
    };
  };
  /** Lists the identification tokens of a parent client, masked, newest first. */
  getWebhookTokens: {
    fields: {
      /** the parent client or any client below it */
      clientId: string;
    };
    answer: Envelope & {
      webhookTokens: WebhookToken[];
    };
  };
  /** Lists the registrations of a client, oldest first. */
  getWebhooks: {
    fields: {
      /** client id */
      clientId: string;
    };
    answer: Envelope & {
      webhooks: RegisteredWebhook[];
    };
  };
  /** Halts the market of a security. */
  haltSecurity: {
    fields: {
      securityId: string | number;
      reason: string;
    };
    answer: Envelope & {
      securityId: string;
      market: "open" | "closed" | "halted";
    };
  };
  /** Asks the node that leads the venue to hand it over to another one. */
  handOverVenue: {
    fields: Record<string, never>;
    answer: Envelope & {
      handoverAsked: "Yes";
    };
  };
  /** Makes a link with which a user stores a passkey, once. */
  inviteUser: {
    fields: {
      userId: string;
      /** invite when absent */
      purpose?: "invite" | "recover" | undefined;
      /** the roles that the caller read; 190 when the user has others */
      expectedRoles?: ("trader" | "compliance" | "backOffice" | "operator" | "surveillance" | "auditor")[] | undefined;
    };
    answer: Envelope & {
      userId: string;
      /** Not shown again. */
      signInLink: string;
      expiresDate: string;
    };
  };
  /** Makes the address of a form in which the investor links a card to an account. */
  linkCreditCard: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope & {
      /** address of the form */
      accountDetails: string;
    };
  };
  /** Makes the address of a page on which the holder of an account links its bank account. */
  linkExternalAccount: {
    fields: {
      /** account id */
      accountId: string;
    };
    answer: Envelope & {
      /** the address of the page */
      accountDetails: string;
    };
  };
  /** Lists accounts, newest first. */
  listAccounts: {
    fields: {
      /** Index of the first record, from 0 */
      offset?: number | string | undefined;
      /** Most records of the page */
      limit?: number | string | undefined;
      /** Whether deleted and archived records are in the list; false when absent */
      deleted?: true | false | "true" | "false" | "1" | "0" | 1 | 0 | undefined;
      /** Records whose fields have these values: all of the fields, any of the values of one field. In a URL `filter[name]=value` (repeated for alternatives), `filter={"name":"value"}` or `filter={"name":["one","other"]}` (JSON), or `filter=name:value` (repeated); ranges, where a field has them, `filter[name][min]=value` and `filter[name][max]=value`, both ends included. */
      filter?: {
        accountId?: string | number | boolean | (string | number | boolean)[] | undefined;
        accountName?: string | number | boolean | (string | number | boolean)[] | undefined;
        type?: string | number | boolean | (string | number | boolean)[] | undefined;
        entityType?: string | number | boolean | (string | number | boolean)[] | undefined;
        residentType?: string | number | boolean | (string | number | boolean)[] | undefined;
        address1?: string | number | boolean | (string | number | boolean)[] | undefined;
        address2?: string | number | boolean | (string | number | boolean)[] | undefined;
        city?: string | number | boolean | (string | number | boolean)[] | undefined;
        state?: string | number | boolean | (string | number | boolean)[] | undefined;
        zip?: string | number | boolean | (string | number | boolean)[] | undefined;
        country?: string | number | boolean | (string | number | boolean)[] | undefined;
        email?: string | number | boolean | (string | number | boolean)[] | undefined;
        phone?: string | number | boolean | (string | number | boolean)[] | undefined;
        kycStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        kycDate?: string | number | boolean | (string | number | boolean)[] | undefined;
        amlStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        amlDate?: string | number | boolean | (string | number | boolean)[] | undefined;
        suitabilityScore?: string | number | boolean | (string | number | boolean)[] | undefined;
        suitabilityDate?: string | number | boolean | (string | number | boolean)[] | undefined;
        suitabilityApprover?: string | number | boolean | (string | number | boolean)[] | undefined;
        accreditedStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        accreditedInvestor?: string | number | boolean | (string | number | boolean)[] | undefined;
        accreditedInvestorDate?: string | number | boolean | (string | number | boolean)[] | undefined;
        "506cLimit"?: string | number | boolean | (string | number | boolean)[] | undefined;
        accountTotalLimit?: string | number | boolean | (string | number | boolean)[] | undefined;
        singleInvestmentLimit?: string | number | boolean | (string | number | boolean)[] | undefined;
        associatedAC?: string | number | boolean | (string | number | boolean)[] | undefined;
        syndicate?: string | number | boolean | (string | number | boolean)[] | undefined;
        tags?: string | number | boolean | (string | number | boolean)[] | undefined;
        approvalStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        approvalPrincipal?: string | number | boolean | (string | number | boolean)[] | undefined;
        approvalLastReview?: string | number | boolean | (string | number | boolean)[] | undefined;
        accountstatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        field1?: string | number | boolean | (string | number | boolean)[] | undefined;
        field2?: string | number | boolean | (string | number | boolean)[] | undefined;
        field3?: string | number | boolean | (string | number | boolean)[] | undefined;
        createdDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        updatedDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        /** whose records; with a master key, one client */
        clientId?: string | undefined;
      } | undefined;
      /** field:direction, for example accountId:asc; the direction in any case, ascending when absent. Newest first when absent or not one of accountId, accountName, type, entityType, residentType, address1, address2, city, state, zip, country, email, phone, kycStatus, kycDate, amlStatus, amlDate, suitabilityScore, suitabilityDate, suitabilityApprover, accreditedStatus, accreditedInvestor, accreditedInvestorDate, 506cLimit, accountTotalLimit, singleInvestmentLimit, associatedAC, syndicate, tags, approvalStatus, approvalPrincipal, approvalLastReview, accountstatus, field1, field2, field3, createdDate, updatedDate */
      sort?: string | undefined;
    };
    answer: Envelope & {
      accounts: (Account & {
        /** Only with deleted=true. */
        virtualStatus?: "ACTIVE" | "DELETED";
      })[];
      pagination: Pagination;
    };
  };
  /** Lists the requests to verify that investors are accredited, newest first. */
  listAiRequests: {
    fields: {
      /** Index of the first record, from 0 */
      offset?: number | string | undefined;
      /** Most records of the page */
      limit?: number | string | undefined;
      /** Whether deleted and archived records are in the list; false when absent */
      deleted?: true | false | "true" | "false" | "1" | "0" | 1 | 0 | undefined;
      /** Records whose fields have these values: all of the fields, any of the values of one field. In a URL `filter[name]=value` (repeated for alternatives), `filter={"name":"value"}` or `filter={"name":["one","other"]}` (JSON), or `filter=name:value` (repeated); ranges, where a field has them, `filter[name][min]=value` and `filter[name][max]=value`, both ends included. */
      filter?: {
        airequestId?: string | number | boolean | (string | number | boolean)[] | undefined;
        accountId?: string | number | boolean | (string | number | boolean)[] | undefined;
        aiMethod?: string | number | boolean | (string | number | boolean)[] | undefined;
        aiRequestStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        aiDate?: string | number | boolean | (string | number | boolean)[] | undefined;
        createdDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        updatedDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        /** whose records; with a master key, one client */
        clientId?: string | undefined;
      } | undefined;
      /** field:direction, for example airequestId:asc; the direction in any case, ascending when absent. Newest first when absent or not one of airequestId, accountId, aiMethod, aiRequestStatus, aiDate, createdDate, updatedDate */
      sort?: string | undefined;
    };
    answer: Envelope & {
      aiRequests: (AccreditationRequestRecord & {
        /** Only with deleted=true. */
        virtualStatus?: "ACTIVE" | "DELETED";
      })[];
      pagination: Pagination;
    };
  };
  /** Lists the client's own orders, newest first. */
  listAtsOrders: {
    fields: {
      /** Index of the first record, from 0 */
      offset?: number | string | undefined;
      /** Most records of the page */
      limit?: number | string | undefined;
      /** Whether deleted and archived records are in the list; false when absent */
      deleted?: true | false | "true" | "false" | "1" | "0" | 1 | 0 | undefined;
      /** Records whose fields have these values: all of the fields, any of the values of one field. In a URL `filter[name]=value` (repeated for alternatives), `filter={"name":"value"}` or `filter={"name":["one","other"]}` (JSON), or `filter=name:value` (repeated); ranges, where a field has them, `filter[name][min]=value` and `filter[name][max]=value`, both ends included. */
      filter?: {
        orderId?: string | number | boolean | (string | number | boolean)[] | undefined;
        order_Id?: string | number | boolean | (string | number | boolean)[] | undefined;
        securityId?: string | number | boolean | (string | number | boolean)[] | undefined;
        symbol?: string | number | boolean | (string | number | boolean)[] | undefined;
        memberId?: string | number | boolean | (string | number | boolean)[] | undefined;
        accountId?: string | number | boolean | (string | number | boolean)[] | undefined;
        securityType?: string | number | boolean | (string | number | boolean)[] | undefined;
        type?: string | number | boolean | (string | number | boolean)[] | undefined;
        status?: string | number | boolean | (string | number | boolean)[] | undefined;
        orderStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        shares?: string | number | boolean | (string | number | boolean)[] | {
          /** whole number */
          min?: string | number | boolean | undefined;
          /** whole number */
          max?: string | number | boolean | undefined;
        } | undefined;
        remainingShares?: string | number | boolean | (string | number | boolean)[] | {
          /** whole number */
          min?: string | number | boolean | undefined;
          /** whole number */
          max?: string | number | boolean | undefined;
        } | undefined;
        sharePrice?: string | number | boolean | (string | number | boolean)[] | {
          /** decimal number */
          min?: string | number | boolean | undefined;
          /** decimal number */
          max?: string | number | boolean | undefined;
        } | undefined;
        contingencies?: string | number | boolean | (string | number | boolean)[] | undefined;
        token?: string | number | boolean | (string | number | boolean)[] | undefined;
        createdDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        updatedDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        /** whose records; with a master key, one client */
        clientId?: string | undefined;
      } | undefined;
      /** field:direction, for example orderId:asc; the direction in any case, ascending when absent. Newest first when absent or not one of orderId, order_Id, securityId, memberId, accountId, securityType, type, status, orderStatus, shares, remainingShares, sharePrice, contingencies, token, createdDate, updatedDate */
      sort?: string | undefined;
    };
    answer: Envelope & {
      ats_orders: Order[];
      pagination: Pagination;
    };
  };
  /** Lists the client's own sides of matches, newest first. */
  listAtsTrades: {
    fields: {
      /** Index of the first record, from 0 */
      offset?: number | string | undefined;
      /** Most records of the page */
      limit?: number | string | undefined;
      /** Whether deleted and archived records are in the list; false when absent */
      deleted?: true | false | "true" | "false" | "1" | "0" | 1 | 0 | undefined;
      /** Records whose fields have these values: all of the fields, any of the values of one field. In a URL `filter[name]=value` (repeated for alternatives), `filter={"name":"value"}` or `filter={"name":["one","other"]}` (JSON), or `filter=name:value` (repeated); ranges, where a field has them, `filter[name][min]=value` and `filter[name][max]=value`, both ends included. */
      filter?: {
        tradeId?: string | number | boolean | (string | number | boolean)[] | undefined;
        askId?: string | number | boolean | (string | number | boolean)[] | undefined;
        bidId?: string | number | boolean | (string | number | boolean)[] | undefined;
        offeringId?: string | number | boolean | (string | number | boolean)[] | undefined;
        securityId?: string | number | boolean | (string | number | boolean)[] | undefined;
        symbol?: string | number | boolean | (string | number | boolean)[] | undefined;
        memberId?: string | number | boolean | (string | number | boolean)[] | undefined;
        accountId?: string | number | boolean | (string | number | boolean)[] | undefined;
        partyType?: string | number | boolean | (string | number | boolean)[] | undefined;
        transactionType?: string | number | boolean | (string | number | boolean)[] | undefined;
        shares?: string | number | boolean | (string | number | boolean)[] | {
          /** whole number */
          min?: string | number | boolean | undefined;
          /** whole number */
          max?: string | number | boolean | undefined;
        } | undefined;
        sharePrice?: string | number | boolean | (string | number | boolean)[] | {
          /** decimal number */
          min?: string | number | boolean | undefined;
          /** decimal number */
          max?: string | number | boolean | undefined;
        } | undefined;
        createdDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        /** whose records; with a master key, one client */
        clientId?: string | undefined;
      } | undefined;
      /** field:direction, for example tradeId:asc; the direction in any case, ascending when absent. Newest first when absent or not one of tradeId, askId, bidId, offeringId, securityId, memberId, accountId, partyType, transactionType, shares, sharePrice, createdDate */
      sort?: string | undefined;
    };
    answer: Envelope & {
      ats_trades: MatchSide[];
      pagination: Pagination;
    };
  };
  /** Lists custody accounts and the requests for them, newest first. */
  listCustodyAccounts: {
    fields: {
      /** Index of the first record, from 0 */
      offset?: number | string | undefined;
      /** Most records of the page */
      limit?: number | string | undefined;
      /** Whether deleted and archived records are in the list; false when absent */
      deleted?: true | false | "true" | "false" | "1" | "0" | 1 | 0 | undefined;
      /** Records whose fields have these values: all of the fields, any of the values of one field. In a URL `filter[name]=value` (repeated for alternatives), `filter={"name":"value"}` or `filter={"name":["one","other"]}` (JSON), or `filter=name:value` (repeated); ranges, where a field has them, `filter[name][min]=value` and `filter[name][max]=value`, both ends included. */
      filter?: {
        custAccRequestID?: string | number | boolean | (string | number | boolean)[] | undefined;
        accountId?: string | number | boolean | (string | number | boolean)[] | undefined;
        custAccStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        accountStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        createdDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        updatedDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        /** whose records; with a master key, one client */
        clientId?: string | undefined;
      } | undefined;
      /** field:direction, for example custAccRequestID:asc; the direction in any case, ascending when absent. Newest first when absent or not one of custAccRequestID, accountId, custAccStatus, accountStatus, createdDate, updatedDate */
      sort?: string | undefined;
    };
    answer: Envelope & {
      custodyAccounts: (CustodyAccount & {
        /** Only with deleted=true. */
        virtualStatus?: "ACTIVE" | "DELETED";
      })[];
      pagination: Pagination;
    };
  };
  /** Lists entities, newest first. */
  listEntities: {
    fields: {
      /** Index of the first record, from 0 */
      offset?: number | string | undefined;
      /** Most records of the page */
      limit?: number | string | undefined;
      /** Whether deleted and archived records are in the list; false when absent */
      deleted?: true | false | "true" | "false" | "1" | "0" | 1 | 0 | undefined;
      /** Records whose fields have these values: all of the fields, any of the values of one field. In a URL `filter[name]=value` (repeated for alternatives), `filter={"name":"value"}` or `filter={"name":["one","other"]}` (JSON), or `filter=name:value` (repeated); ranges, where a field has them, `filter[name][min]=value` and `filter[name][max]=value`, both ends included. */
      filter?: {
        partyId?: string | number | boolean | (string | number | boolean)[] | undefined;
        domicile?: string | number | boolean | (string | number | boolean)[] | undefined;
        entityName?: string | number | boolean | (string | number | boolean)[] | undefined;
        entityType?: string | number | boolean | (string | number | boolean)[] | undefined;
        entityDesc?: string | number | boolean | (string | number | boolean)[] | undefined;
        primCountry?: string | number | boolean | (string | number | boolean)[] | undefined;
        primAddress1?: string | number | boolean | (string | number | boolean)[] | undefined;
        primAddress2?: string | number | boolean | (string | number | boolean)[] | undefined;
        primCity?: string | number | boolean | (string | number | boolean)[] | undefined;
        primState?: string | number | boolean | (string | number | boolean)[] | undefined;
        primZip?: string | number | boolean | (string | number | boolean)[] | undefined;
        emailAddress?: string | number | boolean | (string | number | boolean)[] | undefined;
        emailAddress2?: string | number | boolean | (string | number | boolean)[] | undefined;
        phone?: string | number | boolean | (string | number | boolean)[] | undefined;
        phone2?: string | number | boolean | (string | number | boolean)[] | undefined;
        totalAssets?: string | number | boolean | (string | number | boolean)[] | undefined;
        ownersAI?: string | number | boolean | (string | number | boolean)[] | undefined;
        KYCstatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        AMLstatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        AMLdate?: string | number | boolean | (string | number | boolean)[] | undefined;
        tags?: string | number | boolean | (string | number | boolean)[] | undefined;
        notes?: string | number | boolean | (string | number | boolean)[] | undefined;
        formationDate?: string | number | boolean | (string | number | boolean)[] | undefined;
        partystatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        esignStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        createdDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        updatedDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        /** whose records; with a master key, one client */
        clientId?: string | undefined;
      } | undefined;
      /** field:direction, for example partyId:asc; the direction in any case, ascending when absent. Newest first when absent or not one of partyId, domicile, entityName, entityType, entityDesc, primCountry, primAddress1, primAddress2, primCity, primState, primZip, emailAddress, emailAddress2, phone, phone2, totalAssets, ownersAI, KYCstatus, AMLstatus, AMLdate, tags, notes, formationDate, partystatus, esignStatus, createdDate, updatedDate */
      sort?: string | undefined;
    };
    answer: Envelope & {
      entities: (Entity & {
        /** Only with deleted=true. */
        virtualStatus?: "ACTIVE" | "DELETED";
      })[];
      pagination: Pagination;
    };
  };
  /** Lists issuers, newest first. */
  listIssuers: {
    fields: {
      /** Index of the first record, from 0 */
      offset?: number | string | undefined;
      /** Most records of the page */
      limit?: number | string | undefined;
      /** Whether deleted and archived records are in the list; false when absent */
      deleted?: true | false | "true" | "false" | "1" | "0" | 1 | 0 | undefined;
      /** Records whose fields have these values: all of the fields, any of the values of one field. In a URL `filter[name]=value` (repeated for alternatives), `filter={"name":"value"}` or `filter={"name":["one","other"]}` (JSON), or `filter=name:value` (repeated); ranges, where a field has them, `filter[name][min]=value` and `filter[name][max]=value`, both ends included. */
      filter?: {
        issuerId?: string | number | boolean | (string | number | boolean)[] | undefined;
        issuerName?: string | number | boolean | (string | number | boolean)[] | undefined;
        firstName?: string | number | boolean | (string | number | boolean)[] | undefined;
        lastName?: string | number | boolean | (string | number | boolean)[] | undefined;
        email?: string | number | boolean | (string | number | boolean)[] | undefined;
        phoneNumber?: string | number | boolean | (string | number | boolean)[] | undefined;
        issuerStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        createdDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        updatedDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        /** whose records; with a master key, one client */
        clientId?: string | undefined;
      } | undefined;
      /** field:direction, for example issuerId:asc; the direction in any case, ascending when absent. Newest first when absent or not one of issuerId, issuerName, firstName, lastName, email, phoneNumber, issuerStatus, createdDate, updatedDate */
      sort?: string | undefined;
    };
    answer: Envelope & {
      issuers: (Issuer & {
        /** Only with deleted=true. */
        virtualStatus?: "ACTIVE" | "DELETED";
      })[];
      pagination: Pagination;
    };
  };
  /** Lists the reviews by people of identities and names, newest first. */
  listKycReviews: {
    fields: {
      /** Index of the first record, from 0 */
      offset?: number | string | undefined;
      /** Most records of the page */
      limit?: number | string | undefined;
      /** Whether deleted and archived records are in the list; false when absent */
      deleted?: true | false | "true" | "false" | "1" | "0" | 1 | 0 | undefined;
      /** Records whose fields have these values: all of the fields, any of the values of one field. In a URL `filter[name]=value` (repeated for alternatives), `filter={"name":"value"}` or `filter={"name":["one","other"]}` (JSON), or `filter=name:value` (repeated); ranges, where a field has them, `filter[name][min]=value` and `filter[name][max]=value`, both ends included. */
      filter?: {
        requestId?: string | number | boolean | (string | number | boolean)[] | undefined;
        investorId?: string | number | boolean | (string | number | boolean)[] | undefined;
        kycStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        amlStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        open?: string | number | boolean | (string | number | boolean)[] | undefined;
        cause?: string | number | boolean | (string | number | boolean)[] | undefined;
        createdDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        updatedDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        /** whose records; with a master key, one client */
        clientId?: string | undefined;
      } | undefined;
      /** field:direction, for example requestId:asc; the direction in any case, ascending when absent. Newest first when absent or not one of requestId, investorId, kycStatus, amlStatus, open, cause, createdDate, updatedDate */
      sort?: string | undefined;
    };
    answer: Envelope & {
      kycReviews: KycReview[];
      pagination: Pagination;
    };
  };
  /** Lists links, newest first. */
  listLinks: {
    fields: {
      /** Index of the first record, from 0 */
      offset?: number | string | undefined;
      /** Most records of the page */
      limit?: number | string | undefined;
      /** Whether deleted and archived records are in the list; false when absent */
      deleted?: true | false | "true" | "false" | "1" | "0" | 1 | 0 | undefined;
      /** Records whose fields have these values: all of the fields, any of the values of one field. In a URL `filter[name]=value` (repeated for alternatives), `filter={"name":"value"}` or `filter={"name":["one","other"]}` (JSON), or `filter=name:value` (repeated); ranges, where a field has them, `filter[name][min]=value` and `filter[name][max]=value`, both ends included. */
      filter?: {
        id?: string | number | boolean | (string | number | boolean)[] | undefined;
        firstEntryType?: string | number | boolean | (string | number | boolean)[] | undefined;
        firstEntry?: string | number | boolean | (string | number | boolean)[] | undefined;
        relatedEntryType?: string | number | boolean | (string | number | boolean)[] | undefined;
        relatedEntry?: string | number | boolean | (string | number | boolean)[] | undefined;
        linkType?: string | number | boolean | (string | number | boolean)[] | undefined;
        primary_value?: string | number | boolean | (string | number | boolean)[] | undefined;
        createdDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        /** whose records; with a master key, one client */
        clientId?: string | undefined;
      } | undefined;
      /** field:direction, for example id:asc; the direction in any case, ascending when absent. Newest first when absent or not one of id, firstEntryType, firstEntry, relatedEntryType, relatedEntry, linkType, primary_value, createdDate */
      sort?: string | undefined;
    };
    answer: Envelope & {
      links: (Link & {
        /** Only with deleted=true. */
        virtualStatus?: "ACTIVE" | "DELETED";
      })[];
      pagination: Pagination;
    };
  };
  /** Lists parties, newest first. */
  listParties: {
    fields: {
      /** Index of the first record, from 0 */
      offset?: number | string | undefined;
      /** Most records of the page */
      limit?: number | string | undefined;
      /** Whether deleted and archived records are in the list; false when absent */
      deleted?: true | false | "true" | "false" | "1" | "0" | 1 | 0 | undefined;
      /** Records whose fields have these values: all of the fields, any of the values of one field. In a URL `filter[name]=value` (repeated for alternatives), `filter={"name":"value"}` or `filter={"name":["one","other"]}` (JSON), or `filter=name:value` (repeated); ranges, where a field has them, `filter[name][min]=value` and `filter[name][max]=value`, both ends included. */
      filter?: {
        partyId?: string | number | boolean | (string | number | boolean)[] | undefined;
        firstName?: string | number | boolean | (string | number | boolean)[] | undefined;
        middleInitial?: string | number | boolean | (string | number | boolean)[] | undefined;
        lastName?: string | number | boolean | (string | number | boolean)[] | undefined;
        domicile?: string | number | boolean | (string | number | boolean)[] | undefined;
        primCountry?: string | number | boolean | (string | number | boolean)[] | undefined;
        primAddress1?: string | number | boolean | (string | number | boolean)[] | undefined;
        primAddress2?: string | number | boolean | (string | number | boolean)[] | undefined;
        primCity?: string | number | boolean | (string | number | boolean)[] | undefined;
        primState?: string | number | boolean | (string | number | boolean)[] | undefined;
        primZip?: string | number | boolean | (string | number | boolean)[] | undefined;
        emailAddress?: string | number | boolean | (string | number | boolean)[] | undefined;
        emailAddress2?: string | number | boolean | (string | number | boolean)[] | undefined;
        phone?: string | number | boolean | (string | number | boolean)[] | undefined;
        phone2?: string | number | boolean | (string | number | boolean)[] | undefined;
        occupation?: string | number | boolean | (string | number | boolean)[] | undefined;
        associatedPerson?: string | number | boolean | (string | number | boolean)[] | undefined;
        empStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        empName?: string | number | boolean | (string | number | boolean)[] | undefined;
        empCountry?: string | number | boolean | (string | number | boolean)[] | undefined;
        empAddress1?: string | number | boolean | (string | number | boolean)[] | undefined;
        empAddress2?: string | number | boolean | (string | number | boolean)[] | undefined;
        empCity?: string | number | boolean | (string | number | boolean)[] | undefined;
        empState?: string | number | boolean | (string | number | boolean)[] | undefined;
        empZip?: string | number | boolean | (string | number | boolean)[] | undefined;
        invest_to?: string | number | boolean | (string | number | boolean)[] | undefined;
        currentAnnIncome?: string | number | boolean | (string | number | boolean)[] | undefined;
        avgAnnIncome?: string | number | boolean | (string | number | boolean)[] | undefined;
        currentHouseholdIncome?: string | number | boolean | (string | number | boolean)[] | undefined;
        avgHouseholdIncome?: string | number | boolean | (string | number | boolean)[] | undefined;
        householdNetworth?: string | number | boolean | (string | number | boolean)[] | undefined;
        kycStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        amlStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        amlDate?: string | number | boolean | (string | number | boolean)[] | undefined;
        tags?: string | number | boolean | (string | number | boolean)[] | undefined;
        notes?: string | number | boolean | (string | number | boolean)[] | undefined;
        field1?: string | number | boolean | (string | number | boolean)[] | undefined;
        field2?: string | number | boolean | (string | number | boolean)[] | undefined;
        field3?: string | number | boolean | (string | number | boolean)[] | undefined;
        partystatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        esignStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        createdDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        updatedDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        /** whose records; with a master key, one client */
        clientId?: string | undefined;
      } | undefined;
      /** field:direction, for example partyId:asc; the direction in any case, ascending when absent. Newest first when absent or not one of partyId, firstName, middleInitial, lastName, domicile, primCountry, primAddress1, primAddress2, primCity, primState, primZip, emailAddress, emailAddress2, phone, phone2, occupation, associatedPerson, empStatus, empName, empCountry, empAddress1, empAddress2, empCity, empState, empZip, invest_to, currentAnnIncome, avgAnnIncome, currentHouseholdIncome, avgHouseholdIncome, householdNetworth, kycStatus, amlStatus, amlDate, tags, notes, field1, field2, field3, partystatus, esignStatus, createdDate, updatedDate */
      sort?: string | undefined;
    };
    answer: Envelope & {
      parties: (Party & {
        /** Only with deleted=true. */
        virtualStatus?: "ACTIVE" | "DELETED";
      })[];
      pagination: Pagination;
    };
  };
  /** Lists the reports of trading days, newest first. */
  listReports: {
    fields: {
      /** reports to skip; 0 when absent */
      offset?: number | string | undefined;
      /** most reports to list; 100 when absent */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      reports: {
        /** YYYY-MM-DD, US Eastern */
        date: string;
        /** when the day ended (E1), RFC 3339 */
        endedTime: string;
        firstEventSeq: number;
        lastEventSeq: number;
        /** the journal's chain at the end of the day: SHA-256 in hex */
        chainHash: string;
        madeDate: string;
      }[];
      /** all that match */
      totalRecords: number;
    };
  };
  /** Lists the documents that were sent to be signed, newest first. */
  listSignatures: {
    fields: {
      /** Index of the first record, from 0 */
      offset?: number | string | undefined;
      /** Most records of the page */
      limit?: number | string | undefined;
      /** Whether deleted and archived records are in the list; false when absent */
      deleted?: true | false | "true" | "false" | "1" | "0" | 1 | 0 | undefined;
      /** Records whose fields have these values: all of the fields, any of the values of one field. In a URL `filter[name]=value` (repeated for alternatives), `filter={"name":"value"}` or `filter={"name":["one","other"]}` (JSON), or `filter=name:value` (repeated); ranges, where a field has them, `filter[name][min]=value` and `filter[name][max]=value`, both ends included. */
      filter?: {
        signatureId?: string | number | boolean | (string | number | boolean)[] | undefined;
        documentKey?: string | number | boolean | (string | number | boolean)[] | undefined;
        kind?: string | number | boolean | (string | number | boolean)[] | undefined;
        status?: string | number | boolean | (string | number | boolean)[] | undefined;
        offeringId?: string | number | boolean | (string | number | boolean)[] | undefined;
        accountId?: string | number | boolean | (string | number | boolean)[] | undefined;
        partyId?: string | number | boolean | (string | number | boolean)[] | undefined;
        tradeId?: string | number | boolean | (string | number | boolean)[] | undefined;
        templateName?: string | number | boolean | (string | number | boolean)[] | undefined;
        createdDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        updatedDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        /** whose records; with a master key, one client */
        clientId?: string | undefined;
      } | undefined;
      /** field:direction, for example signatureId:asc; the direction in any case, ascending when absent. Newest first when absent or not one of signatureId, documentKey, kind, status, offeringId, accountId, partyId, tradeId, templateName, createdDate, updatedDate */
      sort?: string | undefined;
    };
    answer: Envelope & {
      signatures: (Signature & {
        /** Only with deleted=true. */
        virtualStatus?: "ACTIVE" | "DELETED";
      })[];
      pagination: Pagination;
    };
  };
  /** Lists trades, newest first. */
  listTrades: {
    fields: {
      /** Index of the first record, from 0 */
      offset?: number | string | undefined;
      /** Most records of the page */
      limit?: number | string | undefined;
      /** Whether deleted and archived records are in the list; false when absent */
      deleted?: true | false | "true" | "false" | "1" | "0" | 1 | 0 | undefined;
      /** Records whose fields have these values: all of the fields, any of the values of one field. In a URL `filter[name]=value` (repeated for alternatives), `filter={"name":"value"}` or `filter={"name":["one","other"]}` (JSON), or `filter=name:value` (repeated); ranges, where a field has them, `filter[name][min]=value` and `filter[name][max]=value`, both ends included. */
      filter?: {
        tradeId?: string | number | boolean | (string | number | boolean)[] | undefined;
        offeringId?: string | number | boolean | (string | number | boolean)[] | undefined;
        accountId?: string | number | boolean | (string | number | boolean)[] | undefined;
        partyId?: string | number | boolean | (string | number | boolean)[] | undefined;
        transactionType?: string | number | boolean | (string | number | boolean)[] | undefined;
        totalAmount?: string | number | boolean | (string | number | boolean)[] | {
          /** decimal number */
          min?: string | number | boolean | undefined;
          /** decimal number */
          max?: string | number | boolean | undefined;
        } | undefined;
        totalShares?: string | number | boolean | (string | number | boolean)[] | {
          /** decimal number */
          min?: string | number | boolean | undefined;
          /** decimal number */
          max?: string | number | boolean | undefined;
        } | undefined;
        unitPrice?: string | number | boolean | (string | number | boolean)[] | {
          /** decimal number */
          min?: string | number | boolean | undefined;
          /** decimal number */
          max?: string | number | boolean | undefined;
        } | undefined;
        orderStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        esignStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        eligibleToClose?: string | number | boolean | (string | number | boolean)[] | undefined;
        archived?: string | number | boolean | (string | number | boolean)[] | undefined;
        field1?: string | number | boolean | (string | number | boolean)[] | undefined;
        field2?: string | number | boolean | (string | number | boolean)[] | undefined;
        field3?: string | number | boolean | (string | number | boolean)[] | undefined;
        RRApprovalStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        PrincipalApprovalStatus?: string | number | boolean | (string | number | boolean)[] | undefined;
        closeId?: string | number | boolean | (string | number | boolean)[] | undefined;
        createdDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        updatedDate?: string | number | boolean | (string | number | boolean)[] | {
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          min?: string | number | boolean | undefined;
          /** YYYY-MM-DD HH:MM:SS or YYYY-MM-DD (all of the day), in UTC */
          max?: string | number | boolean | undefined;
        } | undefined;
        /** whose records; with a master key, one client */
        clientId?: string | undefined;
      } | undefined;
      /** field:direction, for example tradeId:asc; the direction in any case, ascending when absent. Newest first when absent or not one of tradeId, offeringId, accountId, partyId, transactionType, totalAmount, totalShares, unitPrice, orderStatus, esignStatus, eligibleToClose, archived, field1, field2, field3, RRApprovalStatus, PrincipalApprovalStatus, closeId, createdDate, updatedDate */
      sort?: string | undefined;
    };
    answer: Envelope & {
      trades: (Trade & {
        /** Only with deleted=true. */
        virtualStatus?: "ACTIVE" | "DELETED";
      })[];
      pagination: Pagination;
    };
  };
  /** Sets many positions from a CSV file, all or none. */
  loadPositions: {
    fields: {
      /** The content of the file: the line clientId,accountId,securityId,quantity, then at most 10000 lines of these; an empty accountId is the client itself. A fifth column averageCost is optional. */
      positions: string;
    };
    answer: Envelope & {
      /** How many were set. */
      positions: number;
    };
  };
  /** Reports that a match was settled, or will not be. */
  notifySettlement: {
    fields: {
      /** The member that places the order. */
      memberid: string;
      issuerid: string | number;
      /** The match id. */
      tradeID: string | number;
      tradeStatus: "Settled" | "Canceled";
    };
    answer: Envelope & {
      tradeStatus: "Settled" | "Canceled";
    };
  };
  /** Screens a party or an entity against the watch lists. */
  performAml: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
    };
    answer: Envelope & {
      partyDetails: {
        /** the raw response of the verification provider */
        response: Record<string, unknown>;
        amlStatus: string;
      };
    };
  };
  /** Checks an identity, with questions, and the watch lists. */
  performKycAml: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
    };
    answer: Envelope & {
      kyc?: KycOutcome;
      "AML SCORE"?: Record<string, unknown> | number;
    };
  };
  /** Checks an identity and the watch lists. */
  performKycAmlBasic: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
    };
    answer: Envelope & {
      kyc?: KycOutcome;
      "AML SCORE"?: Record<string, unknown> | number;
    };
  };
  /** Whether the API answers. */
  ping: {
    fields: Record<string, never>;
    answer: Envelope & {
      status: "ok";
    };
  };
  /** Stores the account that a custodian holds for an issuer, and replaces the one stored before. */
  putIssuerCustodianAccount: {
    fields: {
      /** issuer id */
      issuerId: string | number;
      /** custodian id */
      providerId: string | number;
      /** name of the custodian */
      custodianName: string;
      /** account number at the custodian */
      custodianAccountNumber: string;
      /** 9 digits */
      routingNumber: string;
      /** bank account number */
      accountNumber: string;
      /** name of the account */
      accountName: string;
      /** funds in the account, dollars */
      funds?: string | number | undefined;
    };
    answer: Envelope;
  };
  /** Sets the escrow account number of an offering, and its wire and check instructions. */
  putOfferingEscrow: {
    fields: {
      /** offering id */
      offeringId: string | number;
      /** escrow account number; absent: none */
      escrowAccountNumber?: string | undefined;
      /** name of the escrow institution */
      name?: string | undefined;
      /** what else investors must know */
      additionaldescription?: string | undefined;
      /** wire instructions */
      wire?: {
        /** description */
        description?: string | undefined;
        /** receivingbank */
        receivingbank?: string | undefined;
        /** accountnumber */
        accountnumber?: string | undefined;
        /** routingnumber */
        routingnumber?: string | undefined;
        /** reference */
        reference?: string | undefined;
        /** address1 */
        address1?: string | undefined;
        /** address2 */
        address2?: string | undefined;
        city?: string | undefined;
        state?: string | undefined;
        zip?: string | undefined;
        country?: string | undefined;
        /** receivingfinancialinstitution */
        receivingfinancialinstitution?: string | undefined;
        /** swiftcode */
        swiftcode?: string | undefined;
        /** beneficiary */
        beneficiary?: string | undefined;
        /** beneficiaryaccountnumber */
        beneficiaryaccountnumber?: string | undefined;
      } | undefined;
      /** check instructions */
      check?: {
        /** description */
        description?: string | undefined;
        mailto?: string | undefined;
        /** address1 */
        address1?: string | undefined;
        /** address2 */
        address2?: string | undefined;
        city?: string | undefined;
        state?: string | undefined;
        zip?: string | undefined;
        country?: string | undefined;
        /** postaldescription */
        postaldescription?: string | undefined;
        /** postaladdress */
        postaladdress?: string | undefined;
        /** postalcity */
        postalcity?: string | undefined;
        /** postalstate */
        postalstate?: string | undefined;
        /** postalzip */
        postalzip?: string | undefined;
        /** postalcountry */
        postalcountry?: string | undefined;
      } | undefined;
    };
    answer: Envelope;
  };
  /** Reads an account. */
  readAccount: {
    fields: {
      /** id, text */
      accountId: string;
    };
    answer: Envelope & {
      account: Account;
    };
  };
  /** Reads a request to verify that an investor is accredited. */
  readAiRequest: {
    fields: {
      /** id, text */
      airequestId: string;
    };
    answer: Envelope & {
      aiRequest: AccreditationRequestRecord;
    };
  };
  /** Reads an order of the client. */
  readAtsOrder: {
    fields: {
      /** id, whole number */
      id: string;
    };
    answer: Envelope & {
      ats_order: Order;
    };
  };
  /** Reads the client's own side of a match. */
  readAtsTrade: {
    fields: {
      /** tradeId, whole number */
      id: string;
    };
    answer: Envelope & {
      ats_trade: MatchSide;
    };
  };
  /** Reads the files of the bank now, without waiting for the next scheduled read. */
  readBankFiles: {
    fields: Record<string, never>;
    answer: Envelope & {
      files: {
        fileName: string;
        /** read; refused as a whole; failed: retried later */
        outcome: string;
        /** the number of its notices by outcome; null when the same content was read before */
        notices: Record<string, number> | null;
        /** why it was refused or failed */
        reason: string | null;
      }[];
    };
  };
  /** Reads a custody account or the request for it, with the changes of its statuses. */
  readCustodyAccount: {
    fields: {
      /** id, text */
      custAccRequestID: string;
    };
    answer: Envelope & {
      custodyAccount: {
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
        history: StatusChange[];
        /** whose record it is; for master keys */
        clientId?: string;
      };
    };
  };
  /** Reads a disbursement, with the changes of its status. */
  readCustodyDisbursement: {
    fields: {
      /** id, text */
      requestId: string;
    };
    answer: Envelope & {
      disbursement: {
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
        history: StatusChange[];
        /** whose record it is; for master keys */
        clientId?: string;
      };
    };
  };
  /** Reads an entity. */
  readEntity: {
    fields: {
      /** id, text */
      partyId: string;
    };
    answer: Envelope & {
      entity: Entity;
    };
  };
  /** Reads a review by people. */
  readKycReview: {
    fields: {
      /** id, text */
      requestId: string;
    };
    answer: Envelope & {
      kycReview: KycReview;
    };
  };
  /** Reads a party. */
  readParty: {
    fields: {
      /** id, text */
      partyId: string;
    };
    answer: Envelope & {
      party: Party;
    };
  };
  /** Reads a document that was sent to be signed, with its events, oldest first. */
  readSignature: {
    fields: {
      /** id, whole number */
      signatureId: string;
    };
    answer: Envelope & {
      signature: {
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
        /** The document as it was sent, by a link that expires; null where the provider keeps it. */
        sourceUrl: string | null;
        /** The signed document with its certificate, by a link that expires; null until it is signed. */
        documentUrl: string | null;
        events: {
          /** created, sent, viewed, signed, declined, voided or reported */
          name: string;
          happenedDate: string;
        }[];
        /** whose record it is; for master keys */
        clientId?: string;
      };
    };
  };
  /** Reads a trade. */
  readTrade: {
    fields: {
      /** id, whole number */
      tradeId: string;
    };
    answer: Envelope & {
      trade: Trade;
    };
  };
  /** Registers a URL for the webhooks of a method. */
  registerWebhook: {
    fields: {
      /** method whose successful calls are sent, by the name that is called */
      method: WebhookName;
      /** https URL that accepts POST */
      url: string;
      /** Yes: signed by the headers of Standard Webhooks */
      signed?: "Yes" | "No" | undefined;
      /** Yes: a failed delivery is retried for three days */
      retries?: "Yes" | "No" | undefined;
      /** Yes: later webhooks about a record wait for one that is being retried; requires retries */
      ordered?: "Yes" | "No" | undefined;
      /** Yes: of matchedTradenotify the platform's form, with identifying headers; No: the venue's */
      platform?: "Yes" | "No" | undefined;
    };
    answer: Envelope & {
      webhook: Webhook;
      /** whsec_ and base64; not shown again */
      secret?: string;
    };
  };
  /** Rejects the action of another operator, or withdraws one of the own client. */
  rejectAction: {
    fields: {
      /** The id of the action. */
      actionId: string;
      reason?: string | undefined;
    };
    answer: Envelope & {
      action: Action;
    };
  };
  /** Releases a kill switch. */
  releaseKillSwitch: {
    fields: {
      /** What is stopped; venue and security are for master keys. */
      scope: "venue" | "security" | "client" | "account";
      /** Of a client or account; with a master key only. */
      clientId?: string | undefined;
      /** The investor account that places the order. */
      accountid?: string | undefined;
      /** The offering id. */
      securityid?: string | number | undefined;
    };
    answer: Envelope & {
      released: "Yes";
    };
  };
  /** Reads the files of the watch lists again; if that fails, the lists in use stay. */
  reloadWatchList: {
    fields: Record<string, never>;
    answer: Envelope & {
      watchList: {
        entries: number;
        names: number;
        loadedDate: string;
        lists: {
          list: string;
          files: string[];
          /** as the file says */
          published: string | null;
          entries: number;
          /** records that could not be read and were left out */
          faultCount: number;
          /** the first of them */
          faults: {
            file: string;
            record: number;
            reason: string;
          }[];
        }[];
      };
    };
  };
  /** Removes a passkey of the user who calls. */
  removePasskey: {
    fields: {
      /** the passkey */
      passkeyId: string;
    };
    answer: Envelope & {
      passkeyId: string;
    };
  };
  /** Removes an account at a provider from a user, whose sessions that began with it end. */
  removeProviderAccount: {
    fields: {
      /** the user; absent: who calls */
      userId?: string | undefined;
      /** the provider */
      issuer: string;
      /** the account there */
      subject: string;
    };
    answer: Envelope & {
      userId: string;
      issuer: string;
      subject: string;
    };
  };
  /** Gives a closed or cancelled offering its previous status back. */
  reopenOffering: {
    fields: {
      /** offering id */
      offeringId: string | number;
    };
    answer: Envelope & {
      OfferID: string;
    };
  };
  /** Changes an order. */
  replaceOrder: {
    fields: {
      /** Or token. */
      orderid?: string | number | undefined;
      /** The caller's own value, echoed in answers. */
      token?: string | undefined;
      quantity?: number | string | undefined;
      /** US dollars per share, at most six decimals; above 0 for Limit, 0 or above for RFQ. */
      price?: string | number | undefined;
      /** Blank is None. */
      contingencies?: "None" | "All or None" | "Minimum Quantity" | undefined;
      /** The fewest shares to execute, from 1 to the quantity; needed with Minimum Quantity, ignored otherwise. */
      minimumThreshold?: number | string | undefined;
      /** The token of the order from then on. Its earlier ones name it too (H10). */
      newToken?: string | undefined;
      /** An extension (M19): the shares that the book shows at once. The others follow as these are executed. */
      displayQuantity?: number | string | undefined;
    };
    answer: Envelope & {
      orderDetails: OrderState;
      lostPriority: "Yes" | "No";
    };
  };
  /** Delivers webhooks of the caller's again. */
  replayDeliveries: {
    fields: {
      /** id of the webhook */
      id: string;
      /** only this one */
      deliveryId?: string | undefined;
      /** No: those that were delivered too; Yes when absent */
      failed?: "Yes" | "No" | undefined;
      /** only those fired at this time or later; YYYY-MM-DD HH:MM:SS, UTC */
      firedFrom?: string | undefined;
      /** only those fired at this time or earlier; YYYY-MM-DD HH:MM:SS, UTC */
      firedTo?: string | undefined;
      /** most webhooks; 100 when absent */
      limit?: number | string | undefined;
    };
    answer: Envelope & {
      replayed: string[];
      /** Yes: the limit was reached; call again for the rest */
      more: "Yes" | "No";
    };
  };
  /** Reports a negotiated block that another client is to confirm. */
  reportBlock: {
    fields: {
      /** The offering id; or symbol. */
      securityid?: string | number | undefined;
      /** The symbol of the security (V67), in place of its id. */
      symbol?: string | undefined;
      action: "Buy" | "Sell";
      quantity: number | string;
      /** US dollars per share, at most six decimals; above 0 for Limit, 0 or above for RFQ. */
      price: string | number;
      /** The member that places the order. */
      memberid: string;
      /** The investor account that places the order. */
      accountid?: string | undefined;
      /** The client id of the other side. */
      counterpartyId: string;
      /** The account that the other side trades for. */
      counterpartyAccount?: string | undefined;
      /** How long the other side has to confirm it; by default BLOCK_CONFIRM_SECONDS. */
      seconds?: number | string | undefined;
      /** The caller's own value, echoed in answers. */
      token?: string | undefined;
      /** As of createOrder, for both orders of the block (V68). */
      beyondCollar?: "Yes" | "No" | undefined;
    };
    answer: Envelope & {
      blockDetails: Block;
    };
  };
  /** Requests that people verify that the investor of an account is accredited. */
  requestAiVerification: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** how it is verified: Upload; kept as sent */
      aiMethod: string;
      /** for the reviewer */
      notes?: string | undefined;
    };
    answer: Envelope & {
      accreditedDetails: AccreditationRequest[];
    };
  };
  /** Requests a custody account for an account. @deprecated */
  requestCustodialAccount: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** IP address */
      createdIpAddress?: string | undefined;
    };
    answer: Envelope & {
      custodialAccountDetails: NewCustodyRequest[];
    };
  };
  /** Takes back a fund move that has not gone to the bank. */
  requestForVoidACH: {
    fields: {
      /** reference number of the fund move */
      RefNum: string | number;
    };
    answer: Envelope & {
      investorExternalAccountDetails: string;
    };
  };
  /** Calls off a payment by card that is Pending. */
  requestForVoidCCTransaction: {
    fields: {
      /** number of the payment, the ccreferencenumber of ccFundMove */
      RefNum: string | number;
    };
    answer: Envelope & {
      investorExternalAccountDetails: string;
    };
  };
  /** Voids a deposit that is Pending; the older form of updateCustodyFundMove. @deprecated */
  requestForVoidCustodyACH: {
    fields: {
      /** referenceNumber of the deposit */
      RefNum: string | number;
    };
    answer: Envelope & {
      investorExternalAccountDetails: string;
    };
  };
  /** Requests that people review a party, an entity or an account; once for each. */
  requestKycAml: {
    fields: {
      /** party id (P), entity id (E) or account id (A) */
      investorId: string;
    };
    answer: Envelope & {
      requestDetails: {
        investorId: string;
        requestId: string;
      }[];
    };
  };
  /** Uploads documents, a multipart form with a title, a name and a file for each. */
  requestUploadPartyDocument: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
      /** a title for each file: documentTitle0=<title>&documentTitle1=<title> */
      documentTitle: string;
      /** a name for each file: filename0=<name>&filename1=<name> */
      file_name: string;
      /** IP address */
      createdIpAddress?: string | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile0?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile1?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile2?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile3?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile4?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile5?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile6?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile7?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile8?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile9?: Blob | undefined;
    };
    answer: Envelope & {
      document_details: string;
    };
  };
  /** Sends the unsigned documents of a trade again. */
  resendSubscriptionDocuments: {
    fields: {
      /** offering id */
      offeringId: string | number;
      /** A and 6 to 10 digits */
      accountId: string;
      /** trade id */
      tradeId: string | number;
    };
    answer: Envelope & {
      document_details: {
        documentKey: string;
        esignStatus: string;
        accountId: string;
        tradeId?: string;
      }[];
    };
  };
  /** Ends the halt of a security. */
  resumeSecurity: {
    fields: {
      securityId: string | number;
      reason: string;
    };
    answer: Envelope & {
      securityId: string;
      market: "open" | "closed" | "halted";
    };
  };
  /** Stops sending a token. */
  retireWebhookToken: {
    fields: {
      /** id of the token */
      tokenId: string;
    };
    answer: Envelope & {
      webhookToken: WebhookToken;
    };
  };
  /** Decides on a request for a custody account, or asks for more information. */
  reviewCustodyAccountRequest: {
    fields: {
      /** custAccRequestID of the request */
      custAccRequestID: string;
      custAccStatus: "Need More Info" | "Approved" | "Rejected";
      /** reason shown to the client; none when absent */
      reasonForStatus?: string | undefined;
      /** whether the custody account is restricted; kept when absent */
      restrictedStatus?: "Yes" | "No" | undefined;
    };
    answer: Envelope & {
      request: CustodyReview;
    };
  };
  /** Sets the status of a disbursement, as its review and the bank have it. */
  reviewCustodyFundDisbursement: {
    fields: {
      /** requestId of the disbursement */
      requestId: string;
      status: "pending" | "in_review" | "processing" | "on_hold" | "approved" | "rejected" | "scheduled" | "completed" | "failed" | "terminated" | "reopened";
      /** why; kept for the operator */
      reason?: string | undefined;
    };
    answer: Envelope & {
      custodyFundDisbursement: Disbursement;
    };
  };
  /** Decides on the KYC or AML status of an investor under review, or asks for more information. */
  reviewKycAml: {
    fields: {
      /** requestId of requestKycAml */
      requestId: string;
      /** which of the statuses */
      type: "KYC" | "AML";
      status: "Needs More Info" | "Manually Approved" | "Disapproved";
      /** shown to the client; unchanged when absent */
      notes?: string | undefined;
    };
    answer: Envelope & {
      review: InvestorReview;
    };
  };
  /** Revokes a key at once. */
  revokeApiKey: {
    fields: {
      /** id of the key */
      keyId: string;
    };
    answer: Envelope & {
      key: ApiKey;
    };
  };
  /** Creates a key that follows another one, which ends after an overlap. */
  rotateApiKey: {
    fields: {
      /** id of the key to follow */
      keyId: string;
      /** until the other key ends; 1440 (a day) when absent, 0: at once */
      overlapMinutes?: number | string | undefined;
    };
    answer: Envelope & {
      key: ApiKey;
      /** not shown again */
      developerAPIKey: string;
      endingKey: ApiKey;
    };
  };
  /** Gives a webhook a new signing secret. */
  rotateWebhookSecret: {
    fields: {
      /** id of the webhook */
      id: string;
    };
    answer: Envelope & {
      id: string;
      /** whsec_ and base64; not shown again */
      secret: string;
    };
  };
  /** Accounts by id, or by part of the name, newest first, at most 10,000; use GET /v3/accounts. @deprecated */
  searchAccount: {
    fields: {
      /** an account id, or part of an account name */
      searchKeyword: string;
    };
    answer: Envelope & {
      accountDetails: AccountRecord[];
    };
  };
  /** Issuers by id, or by part of the first or last name of their contact; use GET /v3/issuers. @deprecated */
  searchIssuer: {
    fields: {
      /** an issuer id, or part of a first or last name */
      searchKeyword: string;
    };
    answer: Envelope & {
      issuerDetails: Issuer[];
    };
  };
  /** Offerings of an issuer by id, or by part of the name. */
  searchOffering: {
    fields: {
      /** an offering id, or part of an offering name */
      searchKeyword: string;
      /** issuer id */
      issuerId: string | number;
    };
    answer: Envelope & {
      offeringDetails: ListedOffering[];
    };
  };
  /** Sends a non-disclosure agreement for an offering to the account's primary party. */
  sendNda: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** offering id */
      offeringId: string | number;
    };
    answer: Envelope & {
      document_details: {
        documentKey: string;
        esignStatus: string;
        accountId: string;
        tradeId?: string;
        /** where it is signed, until it is */
        signingUrl?: string;
        /** once it is signed: the signed document, by a link that expires */
        documentUrl?: string | null;
      }[];
    };
  };
  /** Sends a notice to all clients. */
  sendNotice: {
    fields: {
      text: string;
      /** info when absent. */
      severity?: "info" | "warning" | "urgent" | undefined;
      /** The security that it is about; absent: none in particular. */
      securityId?: string | number | undefined;
    };
    answer: Envelope & {
      noticeDetails: {
        noticeId: string;
        severity: "info" | "warning" | "urgent";
        /** The security that it is about; null: none in particular. */
        securityId: string | null;
        text: string;
        /** YYYY-MM-DD HH:MM:SS, UTC. */
        sentDate: string;
      };
    };
  };
  /** Sends the documents of a trade to the account's primary party, to be signed. */
  sendSubscriptionDocument: {
    fields: {
      /** offering id */
      offeringId: string | number;
      /** A and 6 to 10 digits */
      accountId: string;
      /** trade id */
      tradeId: string | number;
    };
    answer: Envelope & {
      document_details: string;
    };
  };
  /** Sends the documents of a trade, and returns the address at which each is signed. */
  sendSubscriptionDocumentClient: {
    fields: {
      /** offering id */
      offeringId: string | number;
      /** A and 6 to 10 digits */
      accountId: string;
      /** trade id */
      tradeId: string | number;
    };
    answer: Envelope & {
      document_details: {
        documentKey: string;
        templateId: string;
        templateName: string;
        esignStatus: string;
        signingUrl: string;
      }[];
    };
  };
  /** Sends a test to one of the caller's webhooks. */
  sendTestWebhook: {
    fields: {
      /** id of the webhook */
      id: string;
    };
    answer: Envelope & {
      id: string;
      deliveryId: string;
    };
  };
  /** Sets the most that one payment by card of a client may come to. */
  setCardLimit: {
    fields: {
      /** client id */
      clientId: string;
      amountMax: string | number;
    };
    answer: Envelope & {
      clientId: string;
      amountMax: string;
    };
  };
  /** Sets the most that one deposit of a client into a custody account may come to. */
  setCustodyDepositLimit: {
    fields: {
      /** client id */
      clientId: string;
      /** dollars, at most 100,000.00 */
      amountMax: string | number;
    };
    answer: Envelope & {
      clientId: string;
      amountMax: string;
    };
  };
  /** Replaces the field permissions of a key. */
  setFieldPermissions: {
    fields: {
      /** id of the key */
      keyId: string;
      /** field permissions, <method>.<field>; * (or a list of only *): all */
      fieldPermissions: string[];
    };
    answer: Envelope & {
      key: ApiKey;
    };
  };
  /** Reports who holds shares of a security, and since when. */
  setHoldings: {
    fields: {
      /** The offering id. */
      securityId: string | number;
      holdings: {
        clientId: string;
        /** The investor account that places the order. */
        accountId?: string | undefined;
        /** All shares of the holder; an empty list removes the holder. */
        lots: {
          /** When they were bought (US Eastern), not in the future. */
          date: string;
          quantity: number | string;
        }[];
      }[];
      /** Why the register changes. */
      reason?: string | undefined;
    };
    answer: Envelope & {
      securityId: string;
      holders: number;
    };
  };
  /** Sets the limits of a client, or of one of its accounts. */
  setLimits: {
    fields: {
      clientId: string;
      /** The investor account that places the order. */
      accountid?: string | undefined;
      /** The limits; an absent field means no limit. */
      limits: NewLimits;
      /** The version that the caller read; 190 when there is a newer one. */
      expectedVersion?: number | string | undefined;
    };
    answer: Envelope & AccountLimits;
  };
  /** Replaces the list of methods and fields that a key may not use. */
  setMethodPermissions: {
    fields: {
      /** id of the key */
      keyId: string;
      /** methods (111 for this key) and <method>.<field> (110); an empty list allows all */
      deniedMethods: string[];
      /** the list that the caller read; 190 when the key has another one */
      expectedDeniedMethods?: string[] | undefined;
    };
    answer: Envelope & {
      key: ApiKey;
    };
  };
  /** Sets how many shares a client, or one of its accounts, has. */
  setPosition: {
    fields: {
      clientId: string;
      /** The investor account that places the order. */
      accountid?: string | undefined;
      /** The offering id. */
      securityid: string | number;
      quantity: number | string;
      /** Of a share; when absent, that of the position so far is kept, where it is known. */
      averageCost?: string | number | undefined;
    };
    answer: Envelope & {
      accountId?: string;
      securityId: string;
      /** Shares; below 0 when the account sold more than it had. */
      quantity: number;
      averageCost?: string;
    };
  };
  /** Sets the reference price of the price bands of a security. */
  setReferencePrice: {
    fields: {
      /** The offering id. */
      securityid: string | number;
      /** US dollars per share, at most six decimals; above 0 for Limit, 0 or above for RFQ. */
      price?: string | number | undefined;
    };
    answer: Envelope & {
      securityId: string;
      referencePrice?: string;
    };
  };
  /** Replaces the scopes of a key. */
  setScopes: {
    fields: {
      /** id of the key */
      keyId: string;
      /** scopes, for example ["account.read","link.read"]; * (or a list of only *): all */
      scopes?: string[] | undefined;
      /** a named list of scopes (C91) */
      preset?: "read-only" | "drop-copy" | "trading" | "operations" | undefined;
    };
    answer: Envelope & {
      key: ApiKey;
    };
  };
  /** Sets the thresholds of surveillance. */
  setSurveillanceThresholds: {
    fields: {
      /** Shares of a match between related accounts from which it is an alert; 0: none is. */
      washShares?: number | string | undefined;
      /** Time in which surveillance counts cancelled orders, seconds. */
      windowSeconds?: number | string | undefined;
      /** Unfilled orders of one side that a client cancels around a fill on the other side, from which it is an alert; 0: off. */
      layeringOrders?: number | string | undefined;
      /** Unfilled orders of a client in a security, each cancelled within quickCancelMs, from which it is an alert; 0: off. */
      quickCancels?: number | string | undefined;
      /** Time from the entry of an order to its cancel that counts as quick, milliseconds. */
      quickCancelMs?: number | string | undefined;
      /** Time before a close in which surveillance looks at the price, seconds. */
      closeSeconds?: number | string | undefined;
      /** Change of the price in that time, mostly by one client, from which it is an alert, percent; 0: off. */
      closeMovePercent?: number | string | undefined;
      /** Change of the price from one match to the next above which it is an alert, percent; 0: off. */
      priceBandPercent?: number | string | undefined;
      /** Part of the held shares of a security above which a holder is an alert at the end of a day, percent; 0: off. */
      holderPercent?: number | string | undefined;
      /** Why; kept with who and when. */
      reason: string;
      /** The version that this one replaces. */
      expectedVersion?: number | string | undefined;
    };
    answer: Envelope & SurveillanceRules;
  };
  /** Sets who may trade a security, and when. */
  setTransferRules: {
    fields: {
      /** The offering id. */
      securityId: string | number;
      /** The version that the caller read; the change is refused when there is a newer one. */
      version?: number | string | undefined;
      /** Days after which bought shares may be sold; 0: only registered shares may be sold. */
      holdingDays?: number | string | undefined;
      /** Clients that may trade the security. */
      allowedClients?: string[] | undefined;
      /** Accounts that may trade the security. */
      allowedAccounts?: string[] | undefined;
      /** The most holders. */
      holdersMax?: number | string | undefined;
      /** When the security trades, within its market hours; in order of time, without overlap. */
      windows?: {
        /** The first instant in the window; YYYY-MM-DD HH:MM:SS, UTC */
        from: string;
        /** The end of the window, not included; YYYY-MM-DD HH:MM:SS, UTC */
        to: string;
      }[] | undefined;
      /** How long orders to sell wait for answerFirstRefusal. */
      firstRefusalHours?: number | string | undefined;
      /** What happens when nobody answers; Waive when absent. */
      firstRefusalUnanswered?: "Waive" | "Exercise" | undefined;
    };
    answer: Envelope & {
      transferRules: TransferRules;
    };
  };
  /** Sets or removes the key that encrypts the webhooks of a client. */
  setWebhookEncryptionKey: {
    fields: {
      /** client id */
      clientId: string;
      /** base64 of 32 bytes; absent: a new key is generated */
      key?: string | undefined;
      /** Yes: webhooks are sent plain from now on */
      remove?: "Yes" | "No" | undefined;
    };
    answer: Envelope & {
      clientId: string;
      encrypted: "Yes" | "No";
      /** base64 of a new key; not shown again */
      key?: string;
    };
  };
  /** Reports the outcome of a payment, in place of the bank, the card processor or the custodian. */
  settlePayment: {
    fields: {
      /** trade whose payment it is; needed without the other two */
      tradeId?: string | number | undefined;
      /** referenceNumber of a deposit, in place of tradeId */
      referenceNumber?: string | number | undefined;
      /** requestId of a disbursement, in place of tradeId */
      requestId?: string | undefined;
      /** the outcome */
      outcome: "Settled" | "Returned" | "Failed";
      /** why the bank sends a debit or a deposit back; R01 when absent */
      returnCode?: "R01" | "R02" | "R03" | "R04" | "R05" | "R06" | "R07" | "R08" | "R09" | "R10" | "R11" | "R12" | "R13" | "R14" | "R15" | "R16" | "R17" | "R18" | "R19" | "R20" | "R21" | "R22" | "R23" | "R24" | "R25" | "R26" | "R27" | "R28" | "R29" | "R30" | "R31" | "R32" | "R33" | "R34" | "R35" | "R36" | "R37" | "R38" | "R39" | "R40" | "R41" | "R42" | "R43" | "R44" | "R45" | "R46" | "R47" | "R50" | "R51" | "R52" | "R53" | "R80" | "R81" | "R82" | "R83" | "R84" | "R85" | undefined;
    };
    answer: Envelope & {
      payment: {
        paymentType: string;
        accountId: string;
        status: string;
        tradeId: string | null;
        /** null for a wire */
        referenceNumber: string | null;
        /** why it was returned or failed */
        errors: string | null;
      };
    };
  };
  /** Server time, build and environment. */
  status: {
    fields: Record<string, never>;
    answer: Envelope & {
      /** server time, ISO 8601 */
      timestamp: string;
      /** deployed build */
      version: string;
      environment: string;
      flags: null;
      /** of one of several processes that may own the venue; absent where there is one */
      node?: {
        name: string;
        /** standby, taking over, owner or deposed */
        role: string;
        /** how often the venue has changed its owner */
        epoch: number;
        /** the last command that this node has */
        sequence: number;
        /** group commits that it does not have yet */
        lagGroups: number;
        /** since when it is not known to have them all */
        lagMilliseconds: number;
      };
    };
  };
  /** Cancels the live orders of a client, an account, a security or the venue, and takes no new ones. */
  throwKillSwitch: {
    fields: {
      /** What is stopped; venue and security are for master keys. */
      scope: "venue" | "security" | "client" | "account";
      /** Of a client or account; with a master key only. */
      clientId?: string | undefined;
      /** The investor account that places the order. */
      accountid?: string | undefined;
      /** The offering id. */
      securityid?: string | number | undefined;
      reason: string;
    };
    answer: Envelope & {
      killSwitch: KillSwitch;
      cancelledOrders: number;
    };
  };
  /** Tightens the client's own limits, or those of one of its accounts. */
  tightenLimits: {
    fields: {
      /** The investor account that places the order. */
      accountid?: string | undefined;
      /** The limits; an absent field means no limit. */
      limits: NewLimits;
      /** The version that the caller read; 190 when there is a newer one. */
      expectedVersion?: number | string | undefined;
    };
    answer: Envelope & AccountLimits;
  };
  /** Ends one of the caller's webhooks. */
  unregisterWebhook: {
    fields: {
      /** id of the webhook */
      id: string;
    };
    answer: Envelope & {
      id: string;
    };
  };
  /** Changes an account; what is not sent keeps its value. */
  updateAccount: {
    fields: {
      /** exact registration, such as a joint or trust name */
      accountRegistration?: string | undefined;
      /** expected Individual, Entity, TIC, JTWROS, IRA, SepIRA, ROTH or Joint; kept as sent */
      type?: string | undefined;
      /** expected Revocable Trust, Irrevocable Trust, Limited Partnership, LLC or Corporation; kept as sent */
      entityType?: string | undefined;
      /** expected domestic_account or international_account; kept as sent */
      domesticYN?: string | undefined;
      streetAddress1?: string | undefined;
      streetAddress2?: string | undefined;
      city?: string | undefined;
      /** two letters, NOUS outside the U.S.; kept as sent */
      state?: string | undefined;
      /** postal code */
      zip?: string | undefined;
      country?: string | undefined;
      /** e-mail address */
      email?: string | undefined;
      /** telephone number */
      phone?: string | undefined;
      /** digits, with or without hyphens; kept as sent */
      taxID?: string | undefined;
      /** expected Pending, Auto Approved, Manually Approved or Disapproved; kept as sent */
      KYCstatus?: string | undefined;
      /** expected Pending, Auto Approved, Manually Approved or Disapproved; kept as sent */
      AMLstatus?: string | undefined;
      /** YYYY-MM-DD or MM-DD-YYYY; kept as sent */
      AMLdate?: string | undefined;
      /** 5 is most suitable */
      suitabilityScore?: number | string | undefined;
      /** YYYY-MM-DD or MM-DD-YYYY; kept as sent */
      suitabilityDate?: string | undefined;
      /** representative */
      suitabilityApprover?: string | undefined;
      /** expected Pending, Self Accredited, Verified Accredited or Not Accredited; kept as sent */
      AccreditedStatus?: string | undefined;
      /** how accredited, for example Income or Assets */
      Allow?: string | undefined;
      /** YYYY-MM-DD or MM-DD-YYYY; kept as sent */
      AIdate?: string | undefined;
      /** whole dollars */
      "506cLimit"?: number | string | undefined;
      /** whole dollars */
      accountTotalLimit?: number | string | undefined;
      /** whole dollars */
      singleInvestmentLimit?: number | string | undefined;
      /** expected Yes or No; kept as sent */
      associatedAC?: string | undefined;
      /** stored as the word syndicate by keys with the field permission, else not at all */
      syndicate?: string | undefined;
      /** tags, separated by commas, at most 10 */
      tags?: string | undefined;
      /** free text */
      notes?: string | undefined;
      /** expected Pending, Approved or Not Approved; kept as sent */
      approvalStatus?: string | undefined;
      /** name of the principal */
      approvalPrincipal?: string | undefined;
      /** YYYY-MM-DD or MM-DD-YYYY; kept as sent */
      approvalLastReview?: string | undefined;
      /** custom field */
      field1?: string | undefined;
      /** custom field */
      field2?: string | undefined;
      /** custom field */
      field3?: string | undefined;
      /** A and 6 to 10 digits */
      accountId: string;
      /** IP address */
      updatedIpAddress?: string | undefined;
    };
    answer: Envelope & {
      accountDetails: AccountApproval[];
    };
  };
  /** Archives a record, or makes it active again. */
  updateAccountArchiveStatus: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** 1: archived, 0: active */
      archiveStatus: "1" | "0";
    };
    answer: Envelope & {
      accountDetails: {
        accountId: string;
        archiveStatus: string;
      }[];
    };
  };
  /** Archives a record, or makes it active again. */
  updateAccountArchivestatus: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** 1: archived, 0: active */
      archiveStatus: "1" | "0";
    };
    answer: Envelope & {
      accountDetails: {
        accountId: string;
        archiveStatus: string;
      }[];
    };
  };
  /** Blocks an account for debits, or lifts the block. */
  updateAchBlock: {
    fields: {
      /** account id */
      accountId: string;
      blocked: "Yes" | "No";
      /** why it is blocked */
      reason?: string | undefined;
    };
    answer: Envelope & {
      achBlock: {
        accountId: string;
        blocked: "Yes" | "No";
      };
    };
  };
  /** Sets whether debits are made for a client, and how large one may be. */
  updateAchSettings: {
    fields: {
      /** client id */
      clientId: string;
      /** No: there is no payment provider (211) */
      enabled?: "Yes" | "No" | undefined;
      /** largest trade total of one debit, dollars (234 above it) */
      singleAmountMax?: string | number | undefined;
    };
    answer: Envelope & {
      achSettings: {
        clientId: string;
        enabled: "Yes" | "No";
        singleAmountMax: string;
      };
    };
  };
  /** Sets the status of a request for verification, for example New Info Added. */
  updateAiRequest: {
    fields: {
      /** airequestId of requestAiVerification */
      airequestId: string;
      /** for example New Info Added or Updated Letter Requested */
      aiRequestStatus: string;
    };
    answer: Envelope & {
      accreditedDetails: {
        accountId: string;
        aiRequestStatus: string;
        airequestId: string;
        accreditedStatus: string;
      }[];
    };
  };
  /** Decides on a request for verification, and may add the letter that confirms it. */
  updateAiVerification: {
    fields: {
      /** airequestId of the request */
      airequestId: string;
      /** Approved, Rejected, or for example Needs More Info */
      aiRequestStatus: string;
      /** shown to the client; unchanged when absent */
      notes?: string | undefined;
      /** who decided */
      reviewedBy?: string | undefined;
      /** how the investor is accredited, for example Income or Assets */
      allow?: string | undefined;
      /** last date of an approval; 90 days from today when absent */
      aiDate?: string | undefined;
      /** title of the letter; Letter when absent */
      documentTitle?: string | undefined;
      /** the letter, if any: pdf, jpg, jpeg, png or txt; 1024 bytes to 100 MB (a file) */
      userfile?: Blob | undefined;
      /** the letter, if any: pdf, jpg, jpeg, png or txt; 1024 bytes to 100 MB (a file) */
      userfile0?: Blob | undefined;
    };
    answer: Envelope & {
      accreditedDetails: AccreditationRequest[];
    };
  };
  /** Assigns, comments, closes or reopens an alert of surveillance. */
  updateAlert: {
    fields: {
      /** The id of the alert. */
      alertId: string;
      /** Who looks into it; empty: nobody any more. */
      assignedTo?: string | undefined;
      comment?: string | undefined;
      status?: "Open" | "Closed" | undefined;
    };
    answer: Envelope & {
      alert: SurveillanceAlert;
    };
  };
  /** Approves or declines a Pending payment by card. */
  updateCCFundMoveApprovedStatus: {
    fields: {
      /** number of the payment, the ccreferencenumber of ccFundMove */
      RefNum: string | number;
      transactionstatus: "Pending" | "Approved" | "Declined";
    };
    answer: Envelope & {
      creditcardDetails: CardPayment[];
    };
  };
  /** Sets what became of a payment by card that is handled outside of this program. */
  updateCCFundMoveStatus: {
    fields: {
      /** number of the payment, the ccreferencenumber of ccFundMove */
      RefNum: string | number;
      /** Voided: see requestForVoidCCTransaction */
      fundStatus: "Submitted" | "Settled" | "Returned";
      /** why it was returned; kept for Returned only */
      errors?: string | undefined;
      /** what the processor said */
      processorTransactionMessage?: string | undefined;
    };
    answer: Envelope & {
      creditcardDetails: CardPayment[];
    };
  };
  /** Renames a client, or stops or resumes its access. */
  updateClient: {
    fields: {
      /** client id */
      clientId: string;
      /** name of the client */
      name?: string | undefined;
      /** No: its keys are refused from now on */
      active?: "Yes" | "No" | undefined;
      /** Yes, with active No: its live orders are cancelled */
      cancelOrders?: "Yes" | "No" | undefined;
    };
    answer: Envelope & {
      client: Client;
      cancelledOrders?: number;
    };
  };
  /** Does nothing; use updateLinkedCreditCard. @deprecated */
  updateCreditCard: {
    fields: Record<string, never>;
    answer: Envelope;
  };
  /** Says that information was added to a request, or asks for a new review. @deprecated */
  updateCustodialAccountRequest: {
    fields: {
      /** custAccRequestID of the request */
      custAccRequestID: string;
      custAccRequestStatus: "Pending" | "New Info Added";
      /** for the reviewer */
      notes?: string | undefined;
      /** IP address */
      updatedIpAddress?: string | undefined;
    };
    answer: Envelope & {
      custodialAccountDetails: UpdatedCustodyRequest[];
    };
  };
  /** Says that information was added to a request, or asks for a new review. */
  updateCustodyAccountRequest: {
    fields: {
      /** custAccRequestID of the request */
      custAccRequestID: string;
      custAccRequestStatus: "Pending" | "New Info Added";
      /** for the reviewer */
      notes?: string | undefined;
      /** IP address */
      updatedIpAddress?: string | undefined;
    };
    answer: Envelope & {
      custodialAccountDetails: UpdatedCustodyRequest[];
    };
  };
  /** Changes the supplement of an account; what is not sent keeps its value. */
  updateCustodyAccountSupplement: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** 1: appoint a manager, 2: no appointment */
      appointmentOfInvestmentManager?: "1" | "2" | undefined;
      /** 1: receive all proxy material, 2: send all to an investment manager, 3: send none */
      proxyVotingPreferences?: "1" | "2" | "3" | undefined;
      /** details of other services */
      otherServices?: string | undefined;
      /** 1: Transfer, 2: Regular Contribution, 3: Roth Conversion, 4: Rollover, 5: SEP Contribution */
      methodOfContributionOrFunding?: "1" | "2" | "3" | "4" | "5" | undefined;
      /** YYYY; needed when the method of contribution is 2 */
      methodOfContributionTaxYear?: string | undefined;
      /** number of an account abroad */
      internationalAccountNumber?: string | undefined;
      /** bank or firm, where assets are held */
      bankFirmName1?: string | undefined;
      /** country of the bank, where assets are held */
      bankCountry1?: string | undefined;
      /** name of the account, where assets are held */
      bankAccountName1?: string | undefined;
      /** number of the account, where assets are held */
      bankAccountNumber1?: string | undefined;
      /** bank or firm, second place where assets are held */
      bankFirmName2?: string | undefined;
      /** country of the bank, second place where assets are held */
      bankCountry2?: string | undefined;
      /** name of the account, second place where assets are held */
      bankAccountName2?: string | undefined;
      /** number of the account, second place where assets are held */
      bankAccountNumber2?: string | undefined;
      /** 1: not married, 2: married; kept as sent */
      maritalStatus?: string | undefined;
      /** mailing address */
      mailingAddressLine1?: string | undefined;
      /** mailing address, second line */
      mailingAddressLine2?: string | undefined;
      mailingCity?: string | undefined;
      mailingState?: string | undefined;
      /** postal code */
      mailingZipCode?: string | undefined;
      mailingCountry?: string | undefined;
      /** IP address */
      createdIpAddress?: string | undefined;
    };
    answer: Envelope & {
      accountDetails: {
        clientID: string;
        developerAPIKey: string;
        accountId: string;
      };
    };
  };
  /** Voids a deposit that is Pending. */
  updateCustodyFundMove: {
    fields: {
      /** referenceNumber of the deposit */
      referenceNumber: string | number;
      status: "void";
    };
    answer: Envelope & {
      custodyTransaction: CustodyDeposit;
    };
  };
  /** Records what the bank did with a deposit. */
  updateCustodyFundMoveStatus: {
    fields: {
      /** referenceNumber of the deposit */
      referenceNumber: string | number;
      status: "Submitted" | "Settled" | "Returned" | "Declined";
      /** code and text of the bank; cleared when absent */
      errors?: string | undefined;
    };
    answer: Envelope & {
      custodyTransaction: CustodyDeposit;
    };
  };
  /** Changes the supplement of a party or an entity; what is not sent keeps its value. */
  updateCustodyPartySupplement: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
      /** owner for the account owner; kept as sent */
      relationship?: string | undefined;
      /** expected Mr., Mrs., Ms., Dr., or 1 to 4 for them; else kept as sent */
      salutation?: string | undefined;
      /** country of citizenship */
      countryOfCitizenship?: string | undefined;
      /** Yes or No, or 1 or 2; anything else is kept as empty */
      authorizedSigner?: string | undefined;
      /** Yes or No, or 1 or 2; anything else is kept as empty */
      controlPerson?: string | undefined;
      /** Yes or No, or 1 or 2; anything else is kept as empty */
      politicallyExposedPerson?: string | undefined;
      /** needed when politicallyExposedPerson is Yes */
      politicallyExposedPersonDetails?: string | undefined;
      /** expected Spouse, Non-Spouse, Trust/Entity, or 1 to 3 for them; else kept as sent */
      beneficiaryType?: string | undefined;
      /** kept as sent */
      beneficiaryPercentage?: string | undefined;
      /** mailing address */
      mailingAddressLine1?: string | undefined;
      /** mailing address, second line */
      mailingAddressLine2?: string | undefined;
      mailingCity?: string | undefined;
      mailingState?: string | undefined;
      /** postal code */
      mailingZipCode?: string | undefined;
      mailingCountry?: string | undefined;
      /** Yes or No, or 1 or 2; anything else is kept as empty */
      publicCompany?: string | undefined;
      /** ticker of the public company */
      companyTicker?: string | undefined;
      /** firm that the party is associated with */
      associatedFirm?: string | undefined;
      /** IP address */
      updatedIpAddress?: string | undefined;
    };
    answer: Envelope & {
      "party details": PartySupplement;
    };
  };
  /** Changes an entity; what is not sent keeps its value. */
  updateEntity: {
    fields: {
      /** E and 6 to 10 digits */
      partyId: string;
      /** expected U.S. citizen, U.S. resident or non-resident; kept as sent */
      domicile?: string | undefined;
      entityName?: string | undefined;
      /** expected Revocable Trust, Irrevocable Trust, Limited Partnership, LLC or Corporation; kept as sent */
      entityType?: string | undefined;
      /** description */
      entityDesc?: string | undefined;
      /** employer id or individual tax id; digits, with or without hyphens */
      ein?: string | undefined;
      primCountry?: string | undefined;
      primAddress1?: string | undefined;
      /** address, second line */
      primAddress2?: string | undefined;
      primCity?: string | undefined;
      /** two letters, NOUS outside the U.S.; kept as sent; of parties, only a non-resident needs none */
      primState?: string | undefined;
      /** postal code */
      primZip?: string | undefined;
      /** e-mail address */
      emailAddress?: string | undefined;
      /** second e-mail address */
      emailAddress2?: string | undefined;
      /** telephone number */
      phone?: string | undefined;
      /** telephone number */
      phone2?: string | undefined;
      /** whole dollars */
      totalAssets?: number | string | undefined;
      /** expected Yes or No; kept as sent */
      ownersAI?: string | undefined;
      /** expected Pending, Auto Approved, Manually Approved or Disapproved; kept as sent */
      KYCstatus?: string | undefined;
      /** expected Pending, Auto Approved, Manually Approved or Disapproved; kept as sent */
      AMLstatus?: string | undefined;
      /** YYYY-MM-DD or MM-DD-YYYY; kept as sent */
      AMLdate?: string | undefined;
      /** tags, separated by commas, at most 10 */
      tags?: string | undefined;
      /** free text */
      notes?: string | undefined;
      /** YYYY-MM-DD or MM-DD-YYYY; kept as sent */
      formationDate?: string | undefined;
      /** IP address */
      updatedIpAddress?: string | undefined;
    };
    answer: Envelope & {
      entityDetails: [boolean, PersonStatus[]];
    };
  };
  /** Changes the supplemental details of an entity; what is not sent keeps its value. */
  updateEntitySupp: {
    fields: {
      /** entity id (E and 6 to 10 digits) */
      entityID: string;
      /** political contribution */
      poliCont?: string | undefined;
      /** date of the political contribution */
      poliContDate?: string | undefined;
      /** registered with the CFTC: Yes or No */
      CFTC?: string | undefined;
      /** role at the CFTC */
      CFTCrole?: string | undefined;
      /** Yes or No */
      CFIUS?: string | undefined;
      /** bank holding company: Yes or No */
      BankHoldingCo?: string | undefined;
      /** Investment Company Act */
      InvCompanyAct?: string | undefined;
      /** Investment Company Act, individual owners */
      InvCompanyAct_individualowners?: string | undefined;
      /** Investment Company Act, entity owners */
      InvCompanyAct_entityowners?: string | undefined;
      /** name of the beneficial owner */
      boName?: string | undefined;
      /** tax id of the beneficial owner */
      boSSN?: string | undefined;
      /** limit of plan assets */
      planassetLimit?: string | undefined;
      /** limit of insurance assets */
      insassetLimit?: string | undefined;
      /** month in which the tax year ends */
      TaxYEmonth?: string | undefined;
      /** Yes or No */
      USPerson?: string | undefined;
      /** benefit plan: purchaser */
      BPpurchaser?: string | undefined;
      /** benefit plan: employers */
      BPemployers?: string | undefined;
      /** benefit plan: affiliates */
      BPaffiliates?: string | undefined;
      /** benefit plan: sponsor */
      BPsponsor?: string | undefined;
      /** purchaser representative */
      PurchaserRep?: string | undefined;
      /** other occupations */
      OtherOccupations?: string | undefined;
      /** free text */
      notes?: string | undefined;
      /** IP address */
      updatedIpAddress?: string | undefined;
    };
    answer: Envelope & {
      entityDetails: EntitySupplement[];
    };
  };
  /** Replaces the bank account of an account or issuer, or adds the first one. */
  updateExternalAccount: {
    fields: {
      /** Account or Issuer, exactly */
      types: "Account" | "Issuer";
      /** account id, when types is Account */
      accountId?: string | undefined;
      /** issuer id, when types is Issuer */
      issuerId?: string | number | undefined;
      /** name of the holder */
      ExtAccountfullname: string;
      /** letters, digits, spaces, hyphens, underscores and slashes; in the sandbox some simulate outcomes */
      Extnickname: string;
      /** routing number of the bank */
      ExtRoutingnumber: string;
      /** account number */
      ExtAccountnumber: string;
      /** name of the bank */
      ExtBankname?: string | undefined;
      /** Checking or Savings; anything else is Checking */
      accountType?: string | undefined;
      /** IP address */
      updatedIpAddress?: string | undefined;
    };
    answer: Envelope & {
      "Account External Account Details"?: [boolean, ExternalAccount[]];
      "Issuer External Account Details"?: [boolean, ExternalAccount[]];
    };
  };
  /** Approves or declines a fund move that waits for the batch. */
  updateExternalFundMoveApprovedStatus: {
    fields: {
      /** reference number of the fund move */
      RefNum: string | number;
      transactionstatus: "Pending" | "Approved" | "Declined";
    };
    answer: Envelope & {
      investorExternalAccountDetails: AchDebit[];
    };
  };
  /** Records the outcome at the bank of a fund move. */
  updateExternalFundMoveStatus: {
    fields: {
      /** reference number of the fund move */
      RefNum: string | number;
      /** account of the fund move; another one is refused */
      accountId?: string | undefined;
      /** Voided: use requestForVoidACH */
      fundStatus: "Pending" | "Submitted" | "Settled" | "Returned";
      /** code and text of a return; kept when it is Returned */
      errors?: string | undefined;
    };
    answer: Envelope & {
      investorExternalAccountDetails: AchDebit[];
    };
  };
  /** Changes an issuer; what is not sent keeps its value. */
  updateIssuer: {
    fields: {
      /** issuer id */
      issuerId: string;
      /** issuer name */
      issuerName?: string | undefined;
      /** first name of the primary contact */
      firstName?: string | undefined;
      /** last name of the primary contact */
      lastName?: string | undefined;
      /** e-mail address of the primary contact */
      email?: string | undefined;
      /** telephone number */
      phoneNumber?: string | undefined;
      /** any text, for example Approved */
      issuerStatus?: string | undefined;
      /** IP address */
      updatedIpAddress?: string | undefined;
    };
    answer: Envelope & {
      issuerDetails: [boolean, IssuerStatus[]];
    };
  };
  /** Changes the account record of an issuer; what is not sent keeps its value. */
  updateIssuerAccount: {
    fields: {
      /** issuer id */
      issuerId: string | number;
      /** for example checking or savings */
      accountType?: string | undefined;
      /** for example LLC, LP, Corp, GP, Soleprop */
      entityType?: string | undefined;
      /** 9 digits */
      companyTaxID?: string | undefined;
      /** middle initial of the account holder */
      accountMiddleInitial?: string | undefined;
      /** xxx-xx-xxxx */
      socialSecurityNumber?: string | undefined;
      /** date of birth, MM-DD-YYYY, not in the future (US Eastern) */
      dob?: string | undefined;
      /** resident of the United States */
      residentUS?: "Yes" | "No" | undefined;
      /** citizen of the United States */
      citizenUS?: "Yes" | "No" | undefined;
      addressline1?: string | undefined;
      /** address, second line */
      addressline2?: string | undefined;
      city?: string | undefined;
      /** postal code */
      zip?: string | undefined;
      country?: string | undefined;
      /** free text */
      additionalInfo?: string | undefined;
      /** legal name */
      companyName?: string | undefined;
      /** two-letter abbreviation */
      companyState?: string | undefined;
      /** issuing country of the address */
      issuingCountry?: string | undefined;
      /** IP address */
      createdIpAddress?: string | undefined;
      /** IP address */
      updatedIpAddress?: string | undefined;
    };
    answer: Envelope & {
      "Financial issuer details": [boolean, WrittenIssuerAccount[]] | {
        "1": WrittenIssuerAccount[];
      };
    };
  };
  /** Answers the questions of the newest performKycAml, once, within 600 seconds. */
  updateKycAml: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
      /** number of questions */
      noOfqns: number | string;
      /** id-number of performKycAml */
      idNumber: string | number;
      /** type of the question, as the check said it */
      type1: string;
      /** the answer, one of the options of the question */
      qns1: string;
      /** type of the question, as the check said it */
      type2: string;
      /** the answer, one of the options of the question */
      qns2: string;
      /** type of the question, as the check said it */
      type3: string;
      /** the answer, one of the options of the question */
      qns3: string;
      /** type of the question, as the check said it */
      type4: string;
      /** the answer, one of the options of the question */
      qns4: string;
      /** type of the question, as the check said it */
      type5: string;
      /** the answer, one of the options of the question */
      qns5: string;
    };
    answer: Envelope & {
      "Financial investor details": {
        partyId: string;
        kycStatus: string;
      };
    };
  };
  /** Makes the address of a page on which the holder of an account replaces its bank account. */
  updateLinkExternalAccount: {
    fields: {
      /** account id */
      accountId: string;
    };
    answer: Envelope & {
      /** the address of the page */
      accountDetails: string;
    };
  };
  /** Makes the address of a form in which the investor replaces the linked card of an account. */
  updateLinkedCreditCard: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
    };
    answer: Envelope & {
      /** address of the form */
      accountDetails: string;
    };
  };
  /** Sets what a single date has. */
  updateMarketHoliday: {
    fields: {
      /** US Eastern, from today to ten years ahead. */
      date: string;
      /** Needed unless the date goes back to the rule. */
      name?: string | undefined;
      closed: "Yes" | "No";
      /** HH:MM, US Eastern. */
      start?: string | undefined;
      /** HH:MM, US Eastern, after the start. */
      close?: string | undefined;
    };
    answer: Envelope & {
      marketHoliday: null | MarketDay;
    };
  };
  /** Changes an offering; what is not sent keeps its value. */
  updateOffering: {
    fields: {
      /** offering id */
      offeringId: string | number;
      /** offering name */
      issueName?: string | undefined;
      /** in any case */
      issueType?: "Equity" | "Debt" | "Hybrid" | "Fund" | undefined;
      /** must be below maxAmount */
      targetAmount?: string | number | undefined;
      /** smallest single investment */
      minAmount?: string | number | undefined;
      /** cap of the offering */
      maxAmount?: string | number | undefined;
      /** price of one unit; totalShares is maxAmount / unitPrice */
      unitPrice?: string | number | undefined;
      /** answers show it as MM-DD-YYYY */
      startDate?: string | undefined;
      /** answers show it as MM-DD-YYYY */
      endDate?: string | undefined;
      /** expected Pending, Approved or Denied; kept as sent */
      offeringStatus?: string | undefined;
      /** short description */
      offeringText?: string | undefined;
      /** id of the escrow institution */
      providerId?: number | string | undefined;
      /** watermark text of offering documents */
      stampingText?: string | undefined;
      /** IP address */
      updatedIPAddress?: string | undefined;
      /** ignored: set by operations staff only */
      escrowAccountNumber?: unknown | undefined;
      /** custom field */
      field1?: string | undefined;
      /** custom field */
      field2?: string | undefined;
      /** custom field */
      field3?: string | undefined;
      /** whether parts of a unit are sold, an extension; No when it is created without */
      fractionalUnits?: "Yes" | "No" | undefined;
    };
    answer: Envelope & {
      offeringDetails: [boolean, OfferingStatus[]];
    };
  };
  /** Changes the title and reference of a document of an offering, and its file where one is sent. */
  updateOfferingDocument: {
    fields: {
      /** documentId of a document */
      documentId: string | number;
      /** offering id */
      offeringId: string | number;
      documentTitle: string;
      /** any number */
      documentFileReferenceCode: string;
      /** pdf, xls, docx; from 1 to 52428800 bytes (a file) */
      userfile0?: Blob | undefined;
    };
    answer: Envelope & {
      document_details: {
        offeringId: string;
        documentId: string;
        documentTitle: string;
        documentURL: string;
      }[];
    };
  };
  /** Approves or refuses a Pending order. */
  updateOrder: {
    fields: {
      orderid: string | number;
      /** The issuer of the security. */
      issuerid: string | number;
      /** Live approves, Not Approved refuses. */
      orderStatus: "Live" | "Not Approved";
      reason?: string | undefined;
      quantity?: number | string | undefined;
      /** US dollars per share, at most six decimals; above 0 for Limit, 0 or above for RFQ. */
      price?: string | number | undefined;
      /** Blank is None. */
      contingencies?: "None" | "All or None" | "Minimum Quantity" | undefined;
    };
    answer: Envelope & {
      orderDetails: OrderState;
    };
  };
  /** Changes an individual party; what is not sent keeps its value. */
  updateParty: {
    fields: {
      /** P and 6 to 10 digits */
      partyId: string;
      /** first name */
      firstName?: string | undefined;
      /** middle initial */
      middleInitial?: string | undefined;
      /** last name */
      lastName?: string | undefined;
      /** expected U.S. citizen, U.S. resident or non-resident; kept as sent */
      domicile?: string | undefined;
      /** xxx-xx-xxxx */
      socialSecurityNumber?: string | undefined;
      /** date of birth, MM-DD-YYYY, not in the future (US Eastern) */
      dob?: string | undefined;
      primCountry?: string | undefined;
      primAddress1?: string | undefined;
      /** address, second line */
      primAddress2?: string | undefined;
      primCity?: string | undefined;
      /** two letters, NOUS outside the U.S.; kept as sent; of parties, only a non-resident needs none */
      primState?: string | undefined;
      /** postal code */
      primZip?: string | undefined;
      /** e-mail address */
      emailAddress?: string | undefined;
      /** second e-mail address */
      emailAddress2?: string | undefined;
      /** telephone number */
      phone?: string | undefined;
      /** telephone number */
      phone2?: string | undefined;
      /** occupation */
      occupation?: string | undefined;
      /** associated with a broker dealer: expected Yes or No; kept as sent */
      associatedPerson?: string | undefined;
      /** for example Employed, Not Employed, Retired, Student; kept as sent */
      empStatus?: string | undefined;
      /** employer */
      empName?: string | undefined;
      /** country of the employer */
      empCountry?: string | undefined;
      /** address of the employer */
      empAddress1?: string | undefined;
      /** address of the employer, second line */
      empAddress2?: string | undefined;
      /** city of the employer */
      empCity?: string | undefined;
      /** state of the employer */
      empState?: string | undefined;
      /** postal code of the employer */
      empZip?: string | undefined;
      /** 0: invests for oneself; 1: on behalf of another; kept as sent */
      invest_to?: string | undefined;
      /** whole dollars */
      currentAnnIncome?: number | string | undefined;
      /** whole dollars */
      avgAnnIncome?: number | string | undefined;
      /** whole dollars */
      currentHouseholdIncome?: number | string | undefined;
      /** whole dollars */
      avgHouseholdIncome?: number | string | undefined;
      /** whole dollars */
      householdNetworth?: number | string | undefined;
      /** expected Pending, Auto Approved, Manually Approved or Disapproved; kept as sent */
      KYCstatus?: string | undefined;
      /** expected Pending, Auto Approved, Manually Approved or Disapproved; kept as sent */
      AMLstatus?: string | undefined;
      /** YYYY-MM-DD or MM-DD-YYYY; kept as sent */
      AMLdate?: string | undefined;
      /** tags, separated by commas, at most 10 */
      tags?: string | undefined;
      /** free text */
      notes?: string | undefined;
      /** custom field */
      field1?: string | undefined;
      /** custom field */
      field2?: string | undefined;
      /** custom field */
      field3?: string | undefined;
      /** IP address */
      updatedIpAddress?: string | undefined;
    };
    answer: Envelope & {
      partyDetails: [boolean, PersonStatus[]];
    };
  };
  /** Archives a record, or makes it active again. */
  updatePartyEntityArchiveStatus: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
      /** 1: archived, 0: active */
      archiveStatus: "1" | "0";
    };
    answer: Envelope & {
      partyDetails: {
        partyId: string;
        archiveStatus: string;
      }[];
    };
  };
  /** Archives a record, or makes it active again. */
  updatePartyEntityArchivestatus: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
      /** 1: archived, 0: active */
      archiveStatus: "1" | "0";
    };
    answer: Envelope & {
      partyDetails: {
        partyId: string;
        archiveStatus: string;
      }[];
    };
  };
  /** Changes a security's own hours. */
  updateSecurityMarketHours: {
    fields: {
      securityId: string | number;
      /** yes when closed; null, or not sent, when hours are given. */
      mondayClosed?: "Yes" | "No" | "null" | undefined;
      /** HH:MM, US Eastern. */
      mondayHoursStart?: string | undefined;
      /** HH:MM, US Eastern, after the start. */
      mondayHoursEnd?: string | undefined;
      /** yes when closed; null, or not sent, when hours are given. */
      tuesdayClosed?: "Yes" | "No" | "null" | undefined;
      /** HH:MM, US Eastern. */
      tuesdayHoursStart?: string | undefined;
      /** HH:MM, US Eastern, after the start. */
      tuesdayHoursEnd?: string | undefined;
      /** yes when closed; null, or not sent, when hours are given. */
      wednesdayClosed?: "Yes" | "No" | "null" | undefined;
      /** HH:MM, US Eastern. */
      wednesdayHoursStart?: string | undefined;
      /** HH:MM, US Eastern, after the start. */
      wednesdayHoursEnd?: string | undefined;
      /** yes when closed; null, or not sent, when hours are given. */
      thursdayClosed?: "Yes" | "No" | "null" | undefined;
      /** HH:MM, US Eastern. */
      thursdayHoursStart?: string | undefined;
      /** HH:MM, US Eastern, after the start. */
      thursdayHoursEnd?: string | undefined;
      /** yes when closed; null, or not sent, when hours are given. */
      fridayClosed?: "Yes" | "No" | "null" | undefined;
      /** HH:MM, US Eastern. */
      fridayHoursStart?: string | undefined;
      /** HH:MM, US Eastern, after the start. */
      fridayHoursEnd?: string | undefined;
    };
    answer: Envelope & {
      securityHoursDetails: SecurityMarketHours;
    };
  };
  /** Sets the reference data of a security, and the rules that its orders must meet. */
  updateSecurityReference: {
    fields: {
      /** The offering id. */
      securityId: string | number;
      /** The reference data; an absent field is not set. */
      reference: {
        /** The symbol of the security (V67), in place of its id. */
        symbol?: string | undefined;
        isin?: string | undefined;
        cusip?: string | undefined;
        figi?: string | undefined;
        /** ISO 4217; prices are in US dollars (V6). */
        currency?: "USD" | undefined;
        /** From a price on, prices are multiples of the tick; rising from 0. */
        tickSizes?: {
          /** US dollars per share, at most six decimals; above 0 for Limit, 0 or above for RFQ. */
          from: string | number;
          /** US dollars per share, at most six decimals; above 0 for Limit, 0 or above for RFQ. */
          tick: string | number;
        }[] | undefined;
        /** The shares of each order are a multiple of it. */
        lotSize?: number | string | undefined;
        /** Shares of an order. */
        minimumQuantity?: number | string | undefined;
        /** Shares of an order. */
        maximumQuantity?: number | string | undefined;
        /** The most that a price may differ from the reference price of the security, in percent (V51). */
        priceCollar?: string | number | undefined;
      };
      /** The version that this one replaces. */
      expectedVersion?: number | string | undefined;
    };
    answer: Envelope & {
      securityReference: SecurityReferenceVersion;
    };
  };
  /** Changes the settings of a security. */
  updateSecuritySettings: {
    fields: {
      securityId: string | number;
      orderApproval: "Yes" | "No";
    };
    answer: Envelope & {
      securitySettings: {
        securityId: string;
        orderApproval: "Yes" | "No";
      };
    };
  };
  /** Sets the handling of orders that would trade with each other and have the same owner. */
  updateSelfTradePrevention: {
    fields: {
      /** The investor account that places the order. */
      accountid?: string | undefined;
      /** Which of two orders of one owner that would trade with each other is cancelled instead (M15). */
      selfTradePrevention: "None" | "Cancel Newest" | "Cancel Oldest" | "Cancel Both";
    };
    answer: Envelope & {
      accountId?: string;
      selfTradePrevention: string;
    };
  };
  /** Replaces a template of an offering by another one of the account, or only renames it. */
  updateSubscriptionsforOffering: {
    fields: {
      /** offering id */
      offeringId: string | number;
      /** templateId of a template of the offering */
      templateId: string | number;
      /** <templateId>--<templateName> of the account, or a new name */
      templatename: string;
      /** IP address */
      updatedIpAddress?: string | undefined;
    };
    answer: Envelope & {
      "document details": {
        offeringId: string;
        templateId: string;
        templatename: string;
      }[];
    };
  };
  /** Changes the answers to the questions of suitability; what is not sent keeps its value. */
  updateSuitability: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** expected 1 (very conservative) to 5 (very aggressive) */
      riskProfile?: string | undefined;
      /** expected 1 (none) to 5 (extensive) */
      investmentExperience?: string | undefined;
      /** experience in private offerings, expected 1 to 5 */
      privOffExperience?: string | undefined;
      /** private securities, % of the portfolio */
      pctPrivSecurities?: number | string | undefined;
      /** illiquid securities, % of the portfolio */
      pctIlliquidSecurities?: number | string | undefined;
      /** liquid securities, % of the portfolio */
      pctLiquidSecurities?: number | string | undefined;
      /** real estate, % of the portfolio */
      pctRealEstate?: number | string | undefined;
      /** years to maturity */
      timeHorizon?: string | undefined;
      /** High School or GED, 4 Year College or University, Graduate Degree, Other; kept as sent */
      education?: string | undefined;
      /** expected Yes or No; kept as sent */
      financialAdvisor?: string | undefined;
      /** for example Primarily on Capital Preservation; kept as sent */
      investmentObjective?: string | undefined;
      /** free text */
      notes?: string | undefined;
      /** free text */
      additionalnotes?: string | undefined;
    };
    answer: Envelope & {
      accountDetails: {
        accountId: string;
      }[];
    };
  };
  /** Changes the approvals, custom fields and closing of a trade; what is not sent keeps its value. */
  updateTrade: {
    fields: {
      /** trade id */
      tradeId: string;
      /** the account of the trade */
      accountId: string;
      /** custom field */
      field1?: string | undefined;
      /** custom field */
      field2?: string | undefined;
      /** custom field */
      field3?: string | undefined;
      /** Pending when a trade is created without */
      RRApprovalStatus?: "Pending" | "Approved" | "Disapproved" | "Under Review" | undefined;
      /** registered representative */
      RRName?: string | undefined;
      /** MM-DD-YYYY */
      RRApprovalDate?: string | undefined;
      /** Pending when a trade is created without */
      PrincipalApprovalStatus?: "Pending" | "Approved" | "Disapproved" | "Under Review" | undefined;
      /** principal */
      PrincipalName?: string | undefined;
      /** MM-DD-YYYY */
      PrincipalDate?: string | undefined;
      /** the closing that the trade belongs to */
      closeId?: string | undefined;
      /** IP address */
      updatedIpAddress?: string | undefined;
    };
    answer: Envelope & {
      tradeDetails: {
        tradeId: string;
        accountId: string;
        offeringId: string;
        orderStatus: string;
        RRApprovalStatus: string;
        RRName: string | null;
        RRApprovalDate: string | null;
        PrincipalApprovalStatus: string;
        PrincipalName: string | null;
        PrincipalDate: string | null;
        field1: string;
        field2: string;
        field3: string;
        closeId: string | null;
      }[];
    };
  };
  /** Archives a trade, or makes it active again. */
  updateTradeArchivestatus: {
    fields: {
      /** trade id */
      tradeId: string;
      /** 1: archived, 0: active */
      archiveStatus: "1" | "0";
    };
    answer: Envelope & {
      tradeDetails: {
        tradeId: string;
        partyId: string;
        offeringId: string;
        orderStatus: string;
        archiveStatus: string;
      }[];
    };
  };
  /** Archives a document of a trade, or makes it active again. */
  updateTradeDocArchivestatus: {
    fields: {
      /** trade id */
      tradeId: string;
      /** documentid of a document */
      documentId: string;
      /** 1: archived, 0: active */
      archiveStatus: "1" | "0";
    };
    answer: Envelope & {
      document_details: {
        tradeId: string;
        documentid: string;
        documentTitle: string;
        documentFileName: string;
        documentFileReferenceCode: string;
        virtualStatus: string;
        createdDate: string;
        archiveStatus: string;
      }[];
    };
  };
  /** Changes a note of a trade. */
  updateTradeNote: {
    fields: {
      noteId: string | number;
      /** the note */
      notes: string;
      /** who writes the note */
      authorName?: string | undefined;
    };
    answer: Envelope & {
      notesDetails: string;
    };
  };
  /** Moves a trade to another state. */
  updateTradeStatus: {
    fields: {
      /** trade id */
      tradeId: string | number;
      /** the account of the trade */
      accountId: string;
      /** also with underscores */
      orderStatus: "CREATED" | "FUNDED" | "UNWIND PENDING" | "UNWIND SETTLED" | "SETTLED";
      /** kept as errors */
      errDesc?: string | undefined;
      /** custom field */
      field1?: string | undefined;
      /** custom field */
      field2?: string | undefined;
      /** custom field */
      field3?: string | undefined;
      /** Pending when a trade is created without */
      RRApprovalStatus?: "Pending" | "Approved" | "Disapproved" | "Under Review" | undefined;
      /** registered representative */
      RRName?: string | undefined;
      /** MM-DD-YYYY */
      RRApprovalDate?: string | undefined;
      /** Pending when a trade is created without */
      PrincipalApprovalStatus?: "Pending" | "Approved" | "Disapproved" | "Under Review" | undefined;
      /** principal */
      PrincipalName?: string | undefined;
      /** MM-DD-YYYY */
      PrincipalDate?: string | undefined;
      /** the closing that the trade belongs to */
      closeId?: string | undefined;
    };
    answer: Envelope & {
      tradeDetails: TradeRecord[];
    };
  };
  /** Changes the way in which a trade is paid. */
  updateTradeTransactionType: {
    fields: {
      /** trade id */
      tradeId: string;
      /** for example ACH, WIRE, CHECK, CREDITCARD, TBD, IRA */
      transactionType: string;
    };
    answer: Envelope & {
      TradeDetails: {
        developerAPIKey: string;
        orderId: string;
        id: string;
        transactionType: string;
        offeringId: string;
        accountId: string;
        partyId: string;
        party_type: string;
        totalAmount: string;
        totalShares: string;
        orderStatus: string;
      }[];
    };
  };
  /** Changes the name or the roles of a user, or ends its access. */
  updateUser: {
    fields: {
      userId: string;
      /** name of the user */
      name?: string | undefined;
      /** roles of the user (P3) */
      roles?: ("trader" | "compliance" | "backOffice" | "operator" | "surveillance" | "auditor")[] | undefined;
      /** No: the user cannot sign in from now on */
      active?: "Yes" | "No" | undefined;
      /** another operator, who answers for the keys of the user from now on; absent: they end */
      keysTo?: string | undefined;
      /** the roles that the caller read; 190 when the user has others */
      expectedRoles?: ("trader" | "compliance" | "backOffice" | "operator" | "surveillance" | "auditor")[] | undefined;
    };
    answer: Envelope & {
      user: User;
    };
  };
  /** Uploads documents, a multipart form with a title, a name and a file for each. */
  uploadAccountDocument: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** a title for each file: documentTitle0=<title>&documentTitle1=<title> */
      documentTitle: string;
      /** a name for each file: filename0=<name>&filename1=<name> */
      file_name: string;
      /** IP address */
      createdIpAddress?: string | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile0?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile1?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile2?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile3?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile4?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile5?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile6?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile7?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile8?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile9?: Blob | undefined;
    };
    answer: Envelope & {
      document_details: string;
    };
  };
  /** Uploads documents, a multipart form with a title, a name and a file for each. */
  uploadEntityDocument: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
      /** a title for each file: documentTitle0=<title>&documentTitle1=<title> */
      documentTitle: string;
      /** a name for each file: filename0=<name>&filename1=<name> */
      file_name: string;
      /** IP address */
      createdIpAddress?: string | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile0?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile1?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile2?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile3?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile4?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile5?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile6?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile7?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile8?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile9?: Blob | undefined;
    };
    answer: Envelope & {
      document_details: string;
    };
  };
  /** Uploads documents, a multipart form with a title, a name and a file for each. */
  uploadPartyDocument: {
    fields: {
      /** party id (P) or entity id (E) */
      partyId: string;
      /** a title for each file: documentTitle0=<title>&documentTitle1=<title> */
      documentTitle: string;
      /** a name for each file: filename0=<name>&filename1=<name> */
      file_name: string;
      /** IP address */
      createdIpAddress?: string | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile0?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile1?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile2?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile3?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile4?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile5?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile6?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile7?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile8?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile9?: Blob | undefined;
    };
    answer: Envelope & {
      document_details: string;
    };
  };
  /** Uploads documents, a multipart form with a title, a name and a file for each. */
  uploadTradeDocument: {
    fields: {
      /** trade id */
      tradeId: string;
      /** a title for each file: documentTitle0=<title>&documentTitle1=<title> */
      documentTitle: string;
      /** a name for each file: filename0=<name>&filename1=<name> */
      file_name: string;
      /** IP address */
      createdIpAddress?: string | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile0?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile1?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile2?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile3?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile4?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile5?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile6?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile7?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile8?: Blob | undefined;
      /** pdf, jpg, jpeg, png, heic, heif, bmp; from 1000 to 104857600 bytes (a file) */
      userfile9?: Blob | undefined;
    };
    answer: Envelope & {
      document_details: string;
    };
  };
  /** Uploads a document that shows that the investor of an account is accredited. */
  uploadVerificationDocument: {
    fields: {
      /** A and 6 to 10 digits */
      accountId: string;
      /** the plain title */
      documentTitle: string;
      /** IP address */
      createdIpAddress?: string | undefined;
      /** pdf, jpg, jpeg, png or txt; from 1024 bytes to 100 MB (a file) */
      userfile?: Blob | undefined;
      /** pdf, jpg, jpeg, png or txt; from 1024 bytes to 100 MB (a file) */
      userfile0?: Blob | undefined;
    };
    answer: Envelope & {
      document_details: string;
    };
  };
  /** Says whether a routing number is valid: nine digits, the last of which checks the others. */
  validateABARoutingNumber: {
    fields: {
      /** routing number */
      routingNumber: string;
    };
    answer: Envelope & {
      accountDetails: string;
    };
  };
  /** Shows what createOrder would answer, without placing the order. */
  validateOrder: {
    fields: {
      /** The member that places the order. */
      memberid: string;
      issuerid?: string | number | undefined;
      /** The investor account that places the order. */
      accountid?: string | undefined;
      /** The offering id; or symbol. */
      securityid?: string | number | undefined;
      /** The symbol of the security (V67), in place of its id. */
      symbol?: string | undefined;
      type: "Limit" | "RFQ";
      action: "Buy" | "Sell";
      quantity: number | string;
      /** US dollars per share, at most six decimals; above 0 for Limit, 0 or above for RFQ. */
      price: string | number;
      /** IOC (an extension): what cannot trade at once is cancelled; with All or None it is fill-or-kill. */
      expiration: "GTC" | "Day" | "Other" | "IOC";
      /** US Eastern, not in the past; needed with Other, ignored otherwise. */
      expirationDate?: string | undefined;
      /** No hides the price on the book. */
      disclosePrice: "Yes" | "No";
      /** Blank is None. */
      contingencies?: "None" | "All or None" | "Minimum Quantity" | undefined;
      /** The fewest shares to execute, from 1 to the quantity; needed with Minimum Quantity, ignored otherwise. */
      minimumThreshold?: number | string | undefined;
      solicited: "Solicited" | "Unsolicited";
      /** The caller's own value, echoed in answers. */
      token?: string | undefined;
      /** Which of two orders of one owner that would trade with each other is cancelled instead (M15). */
      selfTradePrevention?: "None" | "Cancel Newest" | "Cancel Oldest" | "Cancel Both" | undefined;
      /** An extension (M18): Yes refuses or cancels the order where it would cross the other side on entering. */
      postOnly?: "Yes" | "No" | undefined;
      /** An extension (M19): the shares that the book shows at once. The others follow as these are executed. */
      displayQuantity?: number | string | undefined;
      /** An extension (V68): Yes takes a price that is further from the reference price than the collar. */
      beyondCollar?: "Yes" | "No" | undefined;
      /** An extension: Yes refuses a token that a live order has (H10). */
      uniqueToken?: "Yes" | "No" | undefined;
      /** Ignored: the venue sets the status of an order. */
      status?: unknown | undefined;
      /** Ignored, as status is. */
      orderStatus?: unknown | undefined;
    };
    answer: Envelope & {
      orderDetails: {
        securityId: string;
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
      ignoredFields: string[];
    };
  };
}
