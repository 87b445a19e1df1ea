/** Made by `npm run client:types` from the declarations of the methods; not edited by hand. */

/** By name: the messages of the stream (/asyncapi.json). */
export interface Frames {
  /** Answer to auth (S2) */
  authenticated: {
    type: "authenticated";
    id?: string | number;
    clientID: string;
  };
  /** Answer to subscribe, with the parameters that hold (S5, S23, S33) */
  subscribed: {
    type: "subscribed";
    id?: string | number;
    channel: "topOfBook" | "trades" | "depth" | "market" | "orders";
    /** The name of the subscription (S43) */
    subscription?: string;
    mode: "every" | "conflated";
    intervalMs?: number;
    levels?: number | "all";
    checksum?: boolean;
    clients?: "own" | "all";
    securityIds?: string[];
    seq?: number;
    /** For since, and for GET /v3/events (S22). */
    cursor?: string;
  };
  /** Answer to unsubscribe (S12) */
  unsubscribed: {
    type: "unsubscribed";
    id?: string | number;
    channel: "topOfBook" | "trades" | "depth" | "market" | "orders";
    /** The name of the subscription (S43) */
    subscription?: string;
    securityIds?: string[];
  };
  /** Answer to list (S12) */
  subscriptions: {
    type: "subscriptions";
    id?: string | number;
    subscriptions: {
      channel: "topOfBook" | "trades" | "depth" | "market" | "orders";
      /** The name of the subscription (S43) */
      subscription?: string;
      mode: "every" | "conflated";
      intervalMs?: number;
      levels?: number | "all";
      checksum?: boolean;
      clients?: "own" | "all";
      everything: boolean;
      securityIds?: string[];
    }[];
  };
  /** Answer to ping (S12), with where to go on (S37) */
  pong: {
    type: "pong";
    id?: string | number;
    /** RFC 3339, UTC, microseconds. */
    time: string;
    seq: number;
    /** For since, and for GET /v3/events (S22). */
    cursor?: string;
  };
  /** Answer to cancelOnDisconnect (S20) */
  cancelOnDisconnect: {
    type: "cancelOnDisconnect";
    id?: string | number;
    enabled: boolean;
    accountId?: string;
    seconds?: number;
  };
  /** Answer to a call, with the fields that HTTP would answer (S17) */
  answer: {
    type: "answer";
    id: string | number;
    op: "createOrder" | "replaceOrder" | "cancelOrder" | "cancelOrders";
    replayed?: true;
    /** What was sent and had no effect (C89) */
    ignoredFields?: string[];
    statusCode: string;
    statusDesc: string;
  };
  /** A request that could not be done, or why the connection ends (S15) */
  error: {
    type: "error";
    id?: string | number;
    code: "malformed-json" | "malformed-request" | "unknown-op" | "unknown-channel" | "unknown-security" | "unknown-account" | "all-subscribed" | "too-many-subscriptions" | "too-many-messages" | "future-sequence" | "malformed-cursor" | "foreign-cursor" | "future-cursor" | "cursor-too-old" | "not-permitted" | "stream-full" | "too-many-connections" | "not-authenticated" | "authentication-failed" | "too-many-failures" | "authentication-timeout" | "already-authenticated" | "not-authorised" | "nothing-asked" | "stopping" | "venue-unavailable" | "internal-error";
    message: string;
    /** The name of the subscription (S43) */
    subscription?: string;
  };
  /** After a second of silence (S13) */
  heartbeat: {
    type: "heartbeat";
    /** RFC 3339, UTC, microseconds. */
    time: string;
    seq: number;
  };
  /** Before a planned stop (S35) */
  goodbye: {
    type: "goodbye";
    reason: string;
    retryAfterMs: number;
  };
  topSnapshot: {
    type: "snapshot";
    channel: "topOfBook";
    /** The name of the subscription (S43) */
    subscription?: string;
    securityId: string;
    seq: number;
    /** RFC 3339, UTC, microseconds. */
    time: string;
    market: "open" | "closed" | "halted";
    bid: null | {
      rfq: true;
    } | {
      /** Dollars, six decimals. */
      price: string;
      /** Whole shares. */
      quantity: number;
      orders: number;
      contingent?: {
        /** Whole shares. */
        quantity: number;
        orders: number;
      };
      firm?: {
        /** Dollars, six decimals. */
        price: string;
        /** Whole shares. */
        quantity: number;
        orders: number;
      };
    };
    offer: null | {
      rfq: true;
    } | {
      /** Dollars, six decimals. */
      price: string;
      /** Whole shares. */
      quantity: number;
      orders: number;
      contingent?: {
        /** Whole shares. */
        quantity: number;
        orders: number;
      };
      firm?: {
        /** Dollars, six decimals. */
        price: string;
        /** Whole shares. */
        quantity: number;
        orders: number;
      };
    };
    resumed?: false;
    reason?: "too-old";
  };
  /** A change of the visible top (S10) */
  topUpdate: {
    type: "update";
    channel: "topOfBook";
    /** The name of the subscription (S43) */
    subscription?: string;
    securityId: string;
    seq: number;
    prevSeq: number;
    /** RFC 3339, UTC, microseconds. */
    time: string;
    bid: null | {
      rfq: true;
    } | {
      /** Dollars, six decimals. */
      price: string;
      /** Whole shares. */
      quantity: number;
      orders: number;
      contingent?: {
        /** Whole shares. */
        quantity: number;
        orders: number;
      };
      firm?: {
        /** Dollars, six decimals. */
        price: string;
        /** Whole shares. */
        quantity: number;
        orders: number;
      };
    };
    offer: null | {
      rfq: true;
    } | {
      /** Dollars, six decimals. */
      price: string;
      /** Whole shares. */
      quantity: number;
      orders: number;
      contingent?: {
        /** Whole shares. */
        quantity: number;
        orders: number;
      };
      firm?: {
        /** Dollars, six decimals. */
        price: string;
        /** Whole shares. */
        quantity: number;
        orders: number;
      };
    };
    between?: {
      changes: number;
      bid: {
        /** Dollars, six decimals. */
        high: string;
        /** Dollars, six decimals. */
        low: string;
      } | null;
      offer: {
        /** Dollars, six decimals. */
        high: string;
        /** Dollars, six decimals. */
        low: string;
      } | null;
    };
  };
  /** The day so far (S25) */
  tradesSnapshot: {
    type: "snapshot";
    channel: "trades";
    /** The name of the subscription (S43) */
    subscription?: string;
    securityId: string;
    seq: number;
    /** For since, and for GET /v3/events (S22). */
    cursor: string;
    /** RFC 3339, UTC, microseconds. */
    time: string;
    day: {
      /** US Eastern. */
      date: string;
      open: string | null;
      high: string | null;
      low: string | null;
      last: string | null;
      /** Whole shares. */
      volume: number;
      trades: number;
    };
  };
  /** A match (S24) */
  trade: {
    type: "trade";
    channel: "trades";
    /** The name of the subscription (S43) */
    subscription?: string;
    securityId: string;
    seq: number;
    prevSeq: number;
    /** For since, and for GET /v3/events (S22). */
    cursor: string;
    /** RFC 3339, UTC, microseconds. */
    time: string;
    tradeId: string;
    /** Dollars, six decimals. */
    price: string;
    /** Whole shares. */
    quantity: number;
    side: "Buy" | "Sell" | null;
    block?: true;
    day?: {
      /** US Eastern. */
      date: string;
      open: string | null;
      high: string | null;
      low: string | null;
      last: string | null;
      /** Whole shares. */
      volume: number;
      trades: number;
    };
  };
  /** The matches of one interval (S36) */
  bar: {
    type: "bar";
    channel: "trades";
    /** The name of the subscription (S43) */
    subscription?: string;
    securityId: string;
    seq: number;
    prevSeq: number;
    /** For since, and for GET /v3/events (S22). */
    cursor: string;
    /** RFC 3339, UTC, microseconds. */
    time: string;
    trades: number;
    /** Whole shares. */
    volume: number;
    /** Dollars, six decimals. */
    open: string;
    /** Dollars, six decimals. */
    high: string;
    /** Dollars, six decimals. */
    low: string;
    /** Dollars, six decimals. */
    last: string;
    day?: {
      /** US Eastern. */
      date: string;
      open: string | null;
      high: string | null;
      low: string | null;
      last: string | null;
      /** Whole shares. */
      volume: number;
      trades: number;
    };
  };
  /** A busted match (S24) */
  bust: {
    type: "bust";
    channel: "trades";
    /** The name of the subscription (S43) */
    subscription?: string;
    securityId: string;
    seq: number;
    prevSeq: number;
    /** For since, and for GET /v3/events (S22). */
    cursor: string;
    /** RFC 3339, UTC, microseconds. */
    time: string;
    tradeId: string;
    /** Dollars, six decimals. */
    price: string;
    /** Whole shares. */
    quantity: number;
  };
  /** A match whose price or quantity the operator corrected (S24) */
  adjust: {
    type: "adjust";
    channel: "trades";
    /** The name of the subscription (S43) */
    subscription?: string;
    securityId: string;
    seq: number;
    prevSeq: number;
    /** For since, and for GET /v3/events (S22). */
    cursor: string;
    /** RFC 3339, UTC, microseconds. */
    time: string;
    tradeId: string;
    /** Dollars, six decimals. */
    price: string;
    /** Whole shares. */
    quantity: number;
    /** Dollars, six decimals. */
    priceBefore: string;
    /** Whole shares. */
    quantityBefore: number;
  };
  /** What holds of the day now (S25) */
  day: {
    type: "day";
    channel: "trades";
    /** The name of the subscription (S43) */
    subscription?: string;
    securityId: string;
    seq: number;
    /** For since, and for GET /v3/events (S22). */
    cursor: string;
    /** RFC 3339, UTC, microseconds. */
    time: string;
    day: {
      /** US Eastern. */
      date: string;
      open: string | null;
      high: string | null;
      low: string | null;
      last: string | null;
      /** Whole shares. */
      volume: number;
      trades: number;
    };
  };
  /** The disclosed levels of a book (S26) */
  depthSnapshot: {
    type: "snapshot";
    channel: "depth";
    /** The name of the subscription (S43) */
    subscription?: string;
    securityId: string;
    seq: number;
    /** RFC 3339, UTC, microseconds. */
    time: string;
    market: "open" | "closed" | "halted";
    bids: {
      /** Dollars, six decimals. */
      price: string;
      /** Whole shares. */
      quantity: number;
      orders: number;
      contingent?: {
        /** Whole shares. */
        quantity: number;
        orders: number;
      };
    }[];
    offers: {
      /** Dollars, six decimals. */
      price: string;
      /** Whole shares. */
      quantity: number;
      orders: number;
      contingent?: {
        /** Whole shares. */
        quantity: number;
        orders: number;
      };
    }[];
    bidRfq: boolean;
    offerRfq: boolean;
    /** CRC-32 (S28) */
    checksum?: number;
    resumed?: false;
    reason?: "too-old";
  };
  /** The levels that changed (S27) */
  depthUpdate: {
    type: "update";
    channel: "depth";
    /** The name of the subscription (S43) */
    subscription?: string;
    securityId: string;
    seq: number;
    prevSeq: number;
    /** RFC 3339, UTC, microseconds. */
    time: string;
    bids: {
      /** Dollars, six decimals. */
      price: string;
      /** Whole shares. */
      quantity: number;
      orders: number;
      contingent?: {
        /** Whole shares. */
        quantity: number;
        orders: number;
      };
    }[];
    offers: {
      /** Dollars, six decimals. */
      price: string;
      /** Whole shares. */
      quantity: number;
      orders: number;
      contingent?: {
        /** Whole shares. */
        quantity: number;
        orders: number;
      };
    }[];
    bidRfq?: boolean;
    offerRfq?: boolean;
    /** CRC-32 (S28) */
    checksum?: number;
  };
  /** The usual hours of the venue (S29) */
  venueSnapshot: {
    type: "snapshot";
    channel: "market";
    /** The name of the subscription (S43) */
    subscription?: string;
    securityId: null;
    seq: number;
    /** For since, and for GET /v3/events (S22). */
    cursor: string;
    /** RFC 3339, UTC, microseconds. */
    time: string;
    market: "open" | "closed";
    nextChange: {
      /** RFC 3339, UTC, microseconds. */
      at: string;
      market: "open" | "closed";
    } | null;
    /** The market identifier of the venue (V66). */
    mic?: string;
  };
  /** The market of a security (S29) */
  marketSnapshot: {
    type: "snapshot";
    channel: "market";
    /** The name of the subscription (S43) */
    subscription?: string;
    securityId: string;
    seq: number;
    /** For since, and for GET /v3/events (S22). */
    cursor: string;
    /** RFC 3339, UTC, microseconds. */
    time: string;
    market: "open" | "closed" | "halted";
    reason: string | null;
    reasonCode: string | null;
    nextChange: {
      /** RFC 3339, UTC, microseconds. */
      at: string;
      market: "open" | "closed";
    } | null;
    orderApproval: boolean;
    /** The reference data of the security (V66); absent while it never had any */
    reference?: {
      symbol?: string;
      isin?: string;
      cusip?: string;
      figi?: string;
      currency?: string;
      tickSizes?: {
        /** Dollars, six decimals. */
        from: string;
        /** Dollars, six decimals. */
        tick: string;
      }[];
      /** Whole shares. */
      lotSize?: number;
      /** Whole shares. */
      minimumQuantity?: number;
      /** Whole shares. */
      maximumQuantity?: number;
      /** Percent. */
      priceCollar?: string;
    };
  };
  /** A change of a market (S29) */
  marketUpdate: {
    type: "update";
    channel: "market";
    /** The name of the subscription (S43) */
    subscription?: string;
    securityId: string;
    seq: number;
    prevSeq: number;
    /** For since, and for GET /v3/events (S22). */
    cursor: string;
    /** RFC 3339, UTC, microseconds. */
    time: string;
    market: "open" | "closed" | "halted";
    reason: string | null;
    reasonCode: string | null;
    nextChange?: {
      /** RFC 3339, UTC, microseconds. */
      at: string;
      market: "open" | "closed";
    } | null;
    orderApproval?: boolean;
    /** The reference data of the security (V66); absent while it never had any */
    reference?: {
      symbol?: string;
      isin?: string;
      cusip?: string;
      figi?: string;
      currency?: string;
      tickSizes?: {
        /** Dollars, six decimals. */
        from: string;
        /** Dollars, six decimals. */
        tick: string;
      }[];
      /** Whole shares. */
      lotSize?: number;
      /** Whole shares. */
      minimumQuantity?: number;
      /** Whole shares. */
      maximumQuantity?: number;
      /** Percent. */
      priceCollar?: string;
    };
  };
  /** A notice of the operator to all (S30) */
  notice: {
    type: "notice";
    channel: "market";
    /** The name of the subscription (S43) */
    subscription?: string;
    securityId: string | null;
    seq: number;
    /** For since, and for GET /v3/events (S22). */
    cursor: string;
    /** RFC 3339, UTC, microseconds. */
    time: string;
    noticeId: string;
    severity: "info" | "warning" | "urgent";
    text: string;
  };
  /** What happened to the client (S31) */
  event: {
    type: "event";
    channel: "orders";
    /** The name of the subscription (S43) */
    subscription?: string;
    seq: number;
    prevSeq: number;
    /** For since, and for GET /v3/events (S22). */
    cursor: string;
    clientIds?: string[];
    /** As in GET /v3/events (H7) */
    event: {
      eventSeq: number;
      /** RFC 3339, UTC, microseconds. */
      eventTime: string;
      eventType: string;
    };
  };
}
