import type { Kind } from '../../../http/parameters/index.ts';

/** What was sent under a name, or is stored under it. */
export type Lookup = (name: string) => unknown;

/** A field of a record whose fields are kept together in one sealed text: nothing is looked for by them. */
export interface DetailField {
  /** In the API, as parameter and in answers. */
  readonly name: string;
  readonly kind: Kind<string>;
  /** Refused by the create method without it; or, when it is a function, wherever that says so of the other fields. */
  readonly required?: true | ((other: Lookup) => boolean);
  /** A number that is masked for keys below the highest level of personal data (C26). */
  readonly masked?: true;
}
