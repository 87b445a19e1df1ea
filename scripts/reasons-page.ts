/** docs/venue/reasons.md: the list of reasons, made from the code. */
import { REASONS, type ReasonWord, reasonCodeOf } from '../src/exchange/api/reasons.ts';

export const REASONS_PAGE = new URL('../docs/venue/reasons.md', import.meta.url);

type Kind = (typeof REASONS)[ReasonWord]['kind'];

const HEAD = `# Reasons

The venue gives a reason when it refuses a call, ends or holds an order, changes a market, or cancels a match or a
quote. The codes are an extension. \`npm run record:answers\` makes this page from \`src/exchange/api/reasons.ts\`. Code
and tests cite these rules by number.

- **G1** The list is complete: every decision of the venue has one of these codes. A code never changes its meaning and
  is never reused. New codes may be added.
- **G2** The field is \`reasonCode\`. The text next to it may say more: the operator's or the issuer's words, the values
  of a limit. These answers, webhooks and events have it:
  - a refusal, next to \`Error(s)\`;
  - an order that ended unexecuted: getOrder, lists, getOrderHistory, webhook updateOrder, events;
  - a market: getMarketStatus, events;
  - a match: bustTrade and its webhook;
  - a quote: its answers, webhook updateQuote;
  - what an order waits for: explainOrder.

  The reason of a held order is the field \`held\` of getOrder, createOrder, replaceOrder and webhook updateOrder.
- **G3** A refusal without a reasonCode has only its statusCode (C4). It concerns the form of a call, its credentials
  and their rights, or a service that cannot take the call.
`;

const SECTIONS: Readonly<Record<Kind, string>> = {
  refusal: 'Refusals',
  limit: 'Limits',
  order: 'Ends of orders',
  hold: 'Holds of orders',
  market: 'Changes of a market',
  trade: 'Matches',
  quote: 'Ends of quotes',
  wait: 'What live orders wait for',
};

/** The page, in Markdown. */
export function reasonsPage(): string {
  const words = Object.keys(REASONS) as ReasonWord[];
  const sections = (Object.keys(SECTIONS) as Kind[]).map((kind) =>
    section(
      kind,
      words.filter((word) => REASONS[word].kind === kind),
    ),
  );
  return [HEAD, ...sections].join('\n');
}

function section(kind: Kind, words: readonly ReasonWord[]): string {
  const isRefusal = kind === 'refusal' || kind === 'limit';
  const head = ['reasonCode', ...(isRefusal ? ['statusCode'] : []), ...(kind === 'wait' ? ['Rule'] : []), 'What'];
  const rows = words.map((word) => {
    const reason: Readonly<{ says: string; status?: number; field?: string; rule?: string }> = REASONS[word];
    const what = reason.field === undefined ? reason.says : `${reason.field}: ${reason.says}`;
    const further = [reason.status, reason.rule].filter((one) => one !== undefined).map(String);
    return row([`\`${reasonCodeOf(word)}\``, ...further, what]);
  });
  return [`## ${SECTIONS[kind]}`, '', row(head), row(head.map(() => '---')), ...rows, ''].join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
