/** Kinds of differences (A27) in words. */

/** What a kind is called, and what the API calls it. */
export const DIFFERENCE_KINDS: Readonly<Record<string, string>> = {
  'Bank entry': 'bankEntry',
  'Other amount': 'bankAmount',
  'Bank file': 'bankFile',
  Batch: 'batch',
  'Late payment': 'underWay',
  'Unmatched receipt': 'receipt',
  'Money due': 'due',
  Receivable: 'receivable',
  'Custody cash': 'cash',
  'Escrow account': 'escrow',
};

export const differenceWords = (kind: string): string =>
  Object.entries(DIFFERENCE_KINDS).find(([, name]) => name === kind)?.[0] ?? kind;
