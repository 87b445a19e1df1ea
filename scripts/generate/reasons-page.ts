/** docs/generated/reasons.md: the list of reasons, made from the code. */
import { REASONS, type ReasonWord, reasonCodeOf } from '../../src/exchange/api/reasons.ts';

export const REASONS_PAGE = new URL('../../docs/generated/reasons.md', import.meta.url);

type Kind = (typeof REASONS)[ReasonWord]['kind'];

const HEAD = `# The list of reasons

\`npm run generate\` makes this page from \`src/exchange/api/reasons.ts\`. The rules are in
[reasons.md](../venue/reasons.md).
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
