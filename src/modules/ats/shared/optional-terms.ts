/** The optional terms of an order (src/exchange/api/optional-terms.ts) as parameters, and as answers show them. */
import Type, { type TProperties } from 'typebox';
import { OPTIONAL_TERMS, type OptionalTermName, type SentTerm, SHOWN_TERMS } from '../../../exchange/api/index.ts';
import { choice, optional, type Parameter, yesNo } from '../../../http/parameters/index.ts';

type OptionalParameters = {
  readonly [Name in OptionalTermName]: Parameter<SentTerm<Name>> & { readonly presence: 'optional' };
};

export const optionalParameters = Object.fromEntries(
  Object.entries(OPTIONAL_TERMS).map(([name, term]) => {
    const { description } = term;
    return [name, optional('words' in term ? choice(term.words, { description }) : yesNo({ description }))];
  }),
) as OptionalParameters;

/** The schema of shownTerms. */
export const shownTermsSchema: TProperties = Object.fromEntries(
  SHOWN_TERMS.map((name) => {
    const term = OPTIONAL_TERMS[name];
    const shown = 'words' in term ? [...term.words] : ['Yes'];
    return [
      name,
      Type.Optional(Type.Enum(shown, { description: `${term.description} Absent where it was not sent.` })),
    ];
  }),
);
