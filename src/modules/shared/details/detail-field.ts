import type { Kind } from '../../../http/parameters/index.ts';

/** The sent or stored value of a field. */
type Lookup = (name: string) => unknown;

/** A field of a record whose fields are stored together in one sealed text; no query uses them. */
export interface DetailField {
  /** The name in the API, as parameter and in responses. */
  readonly name: string;
  readonly kind: Kind<string>;
  /** The create method refuses a record without it; a function decides from the other fields, for each method. */
  readonly required?: true | ((other: Lookup) => boolean);
  /** A number that is masked for keys below the highest level of personal data (C26). */
  readonly masked?: true;
}
