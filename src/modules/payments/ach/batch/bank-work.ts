/** What was sent to the bank and what it said, as operators read it: newest first, a page at a time (A19). */
import Type from 'typebox';
import { optional, text, wholeNumber } from '../../../../http/parameters/index.ts';

/** The page that a call asks for. */
export const pageParameters = {
  offset: optional(wholeNumber({ description: 'records to skip; 0 when absent', minimum: 0 })),
  limit: optional(wholeNumber({ description: 'most records to list; 100 when absent', minimum: 1, maximum: 500 })),
};

export const LIMIT_DEFAULT = 100;

/** How many there are in all, on the page or not. */
export const totalSchema = { totalRecords: Type.Integer({ description: 'all that match' }) };

export const batchDay = () =>
  optional(
    text({
      description: 'only those of this day, YYYY-MM-DD (US Eastern)',
      pattern: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
      patternReason: 'must be YYYY-MM-DD',
    }),
  );
