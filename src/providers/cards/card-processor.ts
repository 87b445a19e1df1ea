/** Who takes payments by card: one interface, whatever service implements it (README.md of this folder). */

/** A card, as somebody typed it. It goes to the processor and nowhere else: it is neither stored nor logged. */
export interface CardDetails {
  readonly holder: string;
  /** Digits only, with the right check digit. */
  readonly number: string;
  /** 1 to 12. */
  readonly expiryMonth: number;
  /** Four digits. */
  readonly expiryYear: number;
  readonly securityCode: string;
  readonly billingZip: string;
}

/** A card that the processor keeps. */
export interface StoredCard {
  /** By which the processor knows the card; it holds no digits of it. */
  readonly token: string;
}

/** A payment; the same one however often it is asked for. */
export interface Payment {
  /** Unique for ever. Asked again with the same key, the processor pays once. */
  readonly key: string;
  readonly token: string;
  /** Whole US cents. */
  readonly cents: number;
  /** Our number of it, for those who look at the processor's records. */
  readonly reference: string;
}

/** What became of a payment. */
export interface PaymentResult {
  readonly accepted: boolean;
  /** What was paid, where the processor says so. */
  readonly paid?: PaidAmount;
  /** The processor's own number; null when it gave none. */
  readonly transactionId: string | null;
  /** For people; no personal data. */
  readonly message: string;
  /** JSON of the processor's further data; null without any. */
  readonly tokenMessage: string | null;
}

/** none: the processor does not know the payment; open: it has not decided. */
export type FoundPayment = PaymentResult | 'none' | 'open';

/** A notice that a processor sends about a payment: its outcome, or the amount that was refunded since. */
export type PaymentNotice = {
  /** The key of the payment. */
  readonly key: string;
} & ({ readonly result: PaymentResult } | { readonly refund: Refund });

export interface Refund {
  /** What was paid. */
  readonly paid: PaidAmount;
  /** What of it went back so far. */
  readonly cents: number;
}

/** Money that is to go back to the card of a payment; the same however often it is asked for. */
export interface RefundOrder {
  /** Unique for ever. Asked again with the same key, the processor gives back once. */
  readonly key: string;
  /** Of the payment: the card, and the processor's own number of it. */
  readonly token: string;
  readonly transactionId: string | null;
  /** Whole US cents. */
  readonly cents: number;
  /** Our number of the refund, for those who look at the processor's records. */
  readonly reference: string;
}

/** What became of a refund. */
export interface RefundResult {
  readonly accepted: boolean;
  /** For people; no personal data. */
  readonly message: string;
  /** What of the payment has gone back in all, this refund included, where the processor says so. */
  readonly back?: Refund;
}

/** none: the processor does not know the refund; open: it has not decided. */
export type FoundRefund = RefundResult | 'none' | 'open';

export interface PaidAmount {
  readonly cents: number;
  /** Lower case, as usd. */
  readonly currency: string;
}

export interface CardProcessor {
  /** The processor's name, for messages. */
  readonly name: string;
  /** Gives the card to the processor. Rejects with CardRefused, or ProcessorFailed. */
  store(card: CardDetails): Promise<StoredCard>;
  /** Makes the processor forget a card; one that it does not know is forgotten. Rejects with ProcessorFailed. */
  forget(token: string): Promise<void>;
  /** Rejects with ProcessorFailed when the outcome is not known: the same is asked again, within `keyHours`. */
  pay(payment: Payment): Promise<PaymentResult | 'open'>;
  /** What became of a payment that was asked for. Rejects with ProcessorFailed. */
  find(payment: Payment): Promise<FoundPayment>;
  /** Gives money of a payment back to its card. Rejects as `pay`. */
  refund(order: RefundOrder): Promise<RefundResult | 'open'>;
  /** What became of a refund that was asked for. Rejects with ProcessorFailed. */
  findRefund(order: RefundOrder): Promise<FoundRefund>;
  /** For so long a key keeps a payment or a refund from being made twice; later it is looked up. */
  readonly keyHours: number;
  /**
   * Reads what the processor sends by itself; undefined for what is not about a payment of ours. Rejects with
   * UntrustedNotice when the signature is wrong or too old, or there is nothing in it. Absent: it sends nothing.
   */
  readonly readNotice?:
    | ((body: Buffer, signature: string, nowUs: number) => Promise<PaymentNotice | undefined>)
    | undefined;
}

/** The processor does not take the card; the message is for whoever typed it. */
export class CardRefused extends Error {
  override readonly name = 'CardRefused';
}

/** No response, or one without an outcome. The message has no personal data. */
export class ProcessorFailed extends Error {
  override readonly name = 'ProcessorFailed';
}

/** A notice that the processor did not sign, that is too old, or that says nothing. */
export class UntrustedNotice extends Error {
  override readonly name = 'UntrustedNotice';
}
