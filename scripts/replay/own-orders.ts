/** What the replay knows of its orders, by their number in the file: what it sent, not what became of them. */
export interface OwnOrder {
  /** The venue's id; 0 while createOrder is unanswered, or when it was refused. */
  orderId: number;
  /** Shares in all, filled ones included, as last sent. */
  total: number;
  /** The venue no longer has the order. */
  ended: boolean;
  /** Resolves when createOrder is answered; null afterwards. */
  entered: Promise<void> | null;
}

/** fileId, orderId, total, ended (1 or 0): an order in the state file. */
export type StoredOrder = readonly [fileId: number, orderId: number, total: number, ended: 0 | 1];

/** Every order of the file so far, ended ones too: executions are reported by them at the end. */
export class OwnOrders {
  readonly #orders = new Map<number, OwnOrder>();

  add(fileId: number, total: number): OwnOrder {
    const order: OwnOrder = { orderId: 0, total, ended: false, entered: null };
    this.#orders.set(fileId, order);
    return order;
  }

  find(fileId: number): OwnOrder | undefined {
    return this.#orders.get(fileId);
  }

  /** The file's numbers of the orders, by the venue's. */
  fileIds(): Map<number, number> {
    return new Map([...this.#orders].map(([fileId, order]) => [order.orderId, fileId]));
  }

  /** To be asked when all calls are answered. */
  stored(): StoredOrder[] {
    return [...this.#orders].map(([fileId, { orderId, total, ended }]) => [fileId, orderId, total, ended ? 1 : 0]);
  }

  restore(stored: readonly StoredOrder[]): void {
    for (const [fileId, orderId, total, ended] of stored) {
      this.#orders.set(fileId, { orderId, total, ended: ended === 1, entered: null });
    }
  }
}
