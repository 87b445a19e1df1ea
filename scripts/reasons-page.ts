/** docs/venue/reasons.md: the list of reasons, made from the code. */
import { REASONS, type ReasonWord, reasonCodeOf } from '../src/exchange/api/reasons.ts';

export const REASONS_PAGE = new URL('../docs/venue/reasons.md', import.meta.url);

type Kind = (typeof REASONS)[ReasonWord]['kind'];

const HEAD = `# Reasons

Why the venue refused a call, ended or holds an order, changed a market, or took a match or a quote back. The codes are
an extension; they are made from \`src/exchange/api/reasons.ts\` by \`npm run record:answers\`. Code and tests cite
these rules by number.

- **G1** The list is closed: whatever the venue refuses, ends, holds, halts or takes back for its own reason has a
  code of these. A code never changes its meaning and is never used again for another; new ones may come.
- **G2** The code is \`reasonCode\`, next to the texts, which may say more (text of the operator or of the owner of a
  security, the values of a limit): of a refusal next to \`Error(s)\`; of an order that ended unexecuted in
  getOrder, the lists, getOrderHistory, webhook updateOrder and events; of a market in getMarketStatus and events; of a
  match in bustTrade and its webhook; of a quote in its answers and webhook updateQuote; of what an order waits for in
  explainOrder. Of an order that is held it is \`held\`, in getOrder, the answers of createOrder and replaceOrder, and
  webhook updateOrder.
- **G3** A refusal without a reasonCode has only its statusCode (C4): what is wrong with the form of a call, its
  credentials or their rights, and a service that cannot take it.
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
