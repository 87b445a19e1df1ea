/** The optional terms of orders that FIX has, for the gateway, which knows no code of src but the client's. */
import { OPTIONAL_TERMS, type OptionalTerm } from '../../src/exchange/api/optional-terms.ts';

export const FIX_TERMS = new URL('../../fix/src/dictionary/generated/order-terms.ts', import.meta.url);

/** The file, in TypeScript. */
export function fixTerms(): string {
  const terms: [string, OptionalTerm][] = Object.entries(OPTIONAL_TERMS);
  return [
    '/** Made by `npm run generate` from the optional terms of orders; not edited by hand. */',
    "import type { OrderTerms } from '../order-term.ts';",
    '',
    'export const ORDER_TERMS = {',
    ...terms.flatMap(([name, { description: _, ...term }]) =>
      term.fix === undefined ? [] : [`  ${name}: ${JSON.stringify(term)},`],
    ),
    '} as const satisfies OrderTerms;',
    '',
  ].join('\n');
}
