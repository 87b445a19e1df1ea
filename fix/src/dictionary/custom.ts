/** The fields that OpenATS adds to FIX 4.4, in the range of user-defined tags. */

export interface CustomField {
  readonly tag: number;
  readonly name: string;
  readonly type: string;
  readonly values?: readonly string[];
  /** The types of the messages that have it. */
  readonly messages: readonly string[];
}

export const CUSTOM_FIELDS: readonly CustomField[] = [];
