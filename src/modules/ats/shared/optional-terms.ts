/** The optional terms of an order (src/exchange/api/optional-terms.ts) as parameters, and as answers show them. */
import Type, { type TProperties } from 'typebox';
import {
  OPTIONAL_TERMS,
  type OptionalTermName,
  REPLACEABLE_TERMS,
  type ReplaceableTermName,
  type SentTerm,
  SHOWN_TERMS,
} from '../../../exchange/api/index.ts';
import {
  choice,
  Malformed,
  mapKind,
  optional,
  type Parameter,
  text,
  wholeNumber,
  yesNo,
} from '../../../http/parameters/index.ts';

/** Shares of one order (V6). */
export const QUANTITY_MAX = 1_000_000_000;

/** Clients that one order may ask (Y6). */
const CLIENTS_MAX = 50;

type OptionalParameters = {
  readonly [Name in OptionalTermName]: Parameter<SentTerm<Name>> & { readonly presence: 'optional' };
};

export const optionalParameters = Object.fromEntries(
  Object.entries(OPTIONAL_TERMS).map(([name, term]) => {
    const { description } = term;
    const shares = { minimum: 1, maximum: QUANTITY_MAX, description };
    if ('shares' in term) return [name, optional(wholeNumber(shares))];
    if ('clock' in term) return [name, optional(clockTime(description))];
    if ('clients' in term) return [name, optional(clientIds(description))];
    return [name, optional('words' in term ? choice(term.words, { description }) : yesNo({ description }))];
  }),
) as unknown as OptionalParameters;

function clockTime(description: string) {
  return text({ description, pattern: /^([01][0-9]|2[0-3]):[0-5][0-9]$/, patternReason: 'must be a time, HH:MM' });
}

/** Each once, separated by one space. */
function clientIds(description: string) {
  const tooMany = new Malformed(`must not name more than ${CLIENTS_MAX} clients`);
  return mapKind(text({ description, maxLength: 2000 }), (sent) => {
    const ids = [...new Set(sent.split(/\s+/).filter((id) => id !== ''))];
    return ids.length > CLIENTS_MAX ? tooMany : ids.join(' ');
  });
}

/** Those that replaceOrder takes. */
export const replaceableParameters = Object.fromEntries(
  REPLACEABLE_TERMS.map((name) => [name, optionalParameters[name]]),
) as Pick<OptionalParameters, ReplaceableTermName>;

/** The schema of shownTerms. */
export const shownTermsSchema: TProperties = Object.fromEntries(
  SHOWN_TERMS.map((name) => {
    const term = OPTIONAL_TERMS[name];
    const description = `${term.description} Absent where it was not sent.`;
    if ('shares' in term || 'clock' in term || 'clients' in term)
      return [name, Type.Optional(Type.String({ description }))];
    const shown = 'words' in term ? [...term.words] : ['Yes'];
    return [name, Type.Optional(Type.Enum(shown, { description }))];
  }),
);
