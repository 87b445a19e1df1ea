/** The accounts and events of the ledger of money (B1, B4) as people say them. */

interface Account {
  readonly words: string;
  /** What is below 0 in the ledger is shown above 0: it is owed, or promised. */
  readonly isOwed?: boolean;
}

const ACCOUNTS: Readonly<Record<string, Account>> = {
  due: { words: 'Due' },
  promised: { words: 'Payments that have not gone out', isOwed: true },
  sent: { words: 'Payments under way', isOwed: true },
  subscribed: { words: 'Subscribed', isOwed: true },
  fees: { words: 'Fees', isOwed: true },
  refunds: { words: 'Cancelled investments' },
  refunding: { words: 'Refunds under way' },
  escrow: { words: 'Escrow' },
  proceeds: { words: 'Paid to the issuer' },
  unmatched: { words: 'Receipts without an investment' },
  cash: { words: 'Cash' },
  held: { words: 'Held for investments' },
  disbursing: { words: 'Set aside for disbursements' },
  'in transit': { words: 'In transit' },
  outside: { words: 'Bank' },
};

const EVENTS: Readonly<Record<string, string>> = {
  ...{ subscribe: 'Subscribed', edit: 'Investment changed', record: 'Recorded by hand', cancel: 'Cancelled' },
  ...{ unwind: 'To be unwound', refund: 'Refunded', close: 'Closed', pay: 'Payment ordered', submit: 'Payment sent' },
  ...{ settle: 'Payment settled', void: 'Payment voided', return: 'Payment returned', receive: 'Money received' },
  ...{ match: 'Matched', unmatch: 'Taken back', chargeBack: 'Charged back', reserve: 'Set aside', release: 'Released' },
  ...{ disburse: 'Paid out', import: 'From before the ledger', correct: 'Corrected' },
};

export const accountWords = (kind: string): string => ACCOUNTS[kind]?.words ?? kind;
export const eventWords = (event: string): string => EVENTS[event] ?? event;

/** With the sign that people expect. */
export function shownAmount(kind: string, amount: string): string {
  if (ACCOUNTS[kind]?.isOwed !== true || Number(amount) === 0) return amount;
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}
