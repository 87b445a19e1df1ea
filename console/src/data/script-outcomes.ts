/** What came of a script in words (Z6): an answer of the API, or why it was refused. */
import { priceText, quantityText } from './amounts.ts';
import type { Fields } from './api.ts';
import { inWords, sentence } from './words.ts';

export interface ScriptEnd {
  readonly state: 'Waiting' | 'Done' | 'Failed' | 'Cancelled';
  readonly outcome: string | null;
}

/** A line for each fault of a refusal; none while nothing came of it. */
export function outcomeLines({ state, outcome }: ScriptEnd): readonly string[] {
  if (outcome === null) return [];
  return state === 'Failed' ? faultsIn(outcome) : [answerText(outcome)];
}

/** `190 not now`, and of a code with fields fragments of HTML (C3). */
function faultsIn(outcome: string): string[] {
  const [, code = '', text = outcome] = /^(\d{3,4}) (.*)$/s.exec(outcome) ?? [];
  const lines = text
    .split(/<br\s*\/?>/)
    .map((line) => sentence(inWords(line.replaceAll('&nbsp;', ' ').replace(/\s+:/, ':').trim())))
    .filter((line) => line !== '');
  return code === '' ? lines : lines.map((line) => `${line} (${code})`);
}

const shares = (count: unknown): string => `${quantityText(String(count))} ${Number(count) === 1 ? 'share' : 'shares'}`;

type Fill = Readonly<Record<'reached' | 'others' | 'left' | 'cancelled', string>>;

/** By the field that an answer has; the first of them says what it is of. */
const ANSWERS: Readonly<Record<string, (value: never, answer: Fields) => string>> = {
  fill: ({ reached, others, left, cancelled }: Fill, { orderDetails }) => {
    const waits = (orderDetails as Fields).orderStatus === 'Pending' ? 'for approval' : 'in the book';
    return [
      Number(reached) === 0 ? 'No share reached the order at once' : `${shares(reached)} reached the order`,
      ...(Number(others) > 0 ? [`${shares(others)} went to other orders`] : []),
      ...(Number(left) > 0 ? [`${shares(left)} ${Number(left) === 1 ? 'waits' : 'wait'} ${waits}`] : []),
      ...(Number(cancelled) > 0 ? [`${shares(cancelled)} ${Number(cancelled) === 1 ? 'was' : 'were'} cancelled`] : []),
    ].join(', ');
  },
  orderDetails: ({ orderId }: Fields) => `Order ${orderId} is entered`,
  cancelledOrders: ({ length }: readonly unknown[]) =>
    length === 0 ? 'No order was left' : length === 1 ? '1 order is cancelled' : `${length} orders are cancelled`,
  quoteDetails: ({ quoteId, quantity, price }: Fields) =>
    `Quote ${quoteId}: ${shares(quantity)} at ${priceText(String(price))}`,
  blockDetails: ({ blockId, blockStatus }: Fields) => `Block ${blockId}: ${String(blockStatus).toLowerCase()}`,
  tradeStatus: (status: string) => `The settlement is reported: ${status === 'Canceled' ? 'cancelled' : 'settled'}`,
  tradeDetails: ({ tradeID, tradeStatus }: Fields) => `Trade ${tradeID}: ${String(tradeStatus).toLowerCase()}`,
  code: (code: string, { refNum, outcome }: Fields) => `${code} for payment ${refNum}: ${outcome}`,
  refNum: (refNum: string, { status }: Fields) => `Payment ${refNum}: ${String(status).toLowerCase()}`,
  signatureId: (id: string, { status }: Fields) => `Document ${id}: ${String(status).toLowerCase()}`,
  review: ({ kycStatus, amlStatus }: Fields) => `Identity: ${kycStatus}; watch list: ${amlStatus}`,
};

function answerText(outcome: string): string {
  const answer = parsed(outcome);
  const found = Object.keys(ANSWERS).find((name) => answer?.[name] !== undefined);
  if (answer === undefined || found === undefined) return 'It is done.';
  return `${ANSWERS[found]?.(answer[found] as never, answer)}.`;
}

/** Undefined: it was too long to be kept whole. */
function parsed(outcome: string): Fields | undefined {
  try {
    return JSON.parse(outcome) as Fields;
  } catch {
    return undefined;
  }
}
