/** Kinds of parameters that several modules use. */
import { isIP } from 'node:net';
import Type, { type TSchema } from 'typebox';
import { date, type Kind, Malformed, mapKind, text, wholeNumber } from '../../../http/parameters/index.ts';

/** A name, an address line, a free-form status: kept as sent. */
export function line(description: string): Kind<string> {
  return text({ description, maxLength: 500 });
}

/** A custom field: an empty text is a value, so that it can be cleared. */
export function customField(): Kind<string> {
  return text({ description: 'custom field', keepEmpty: true });
}

/** Of version 4 or 6, as sent. */
export function ipAddress(): Kind<string> {
  const kind = text({ description: 'IP address', maxLength: 100 });
  const notAddress = new Malformed('must be an IP address');
  return {
    ...kind,
    read: (value) => {
      const read = kind.read(value);
      return read instanceof Malformed || isIP(read) !== 0 ? read : notAddress;
    },
  };
}

/** A parameter that is taken for callers that send it, and has no effect: its value is not even checked. */
export function notUsed(description: string): Kind<string> {
  return { schema: Type.Unknown({ description }) as TSchema, keepEmpty: false, read: () => '' };
}

export function clientId(description = 'client id'): Kind<string> {
  return text({ description, pattern: /^C[0-9]{8}$/, patternReason: 'must be C and eight digits' });
}

/** A telephone number: digits, with the usual marks between them; kept as sent. */
export function phone(): Kind<string> {
  return text({
    description: 'telephone number',
    maxLength: 40,
    pattern: /^\+?\(?[0-9][0-9 ().-]*$/,
    patternReason: 'must be a telephone number',
  });
}

const TAGS_MAX = 10;

/** Tags, separated by commas, at most ten (C17); kept as sent. */
export function tags(): Kind<string> {
  const kind = text({ description: `tags, separated by commas, at most ${TAGS_MAX}`, maxLength: 1000 });
  const tooMany = new Malformed(`must not have more than ${TAGS_MAX} tags`);
  return mapKind(kind, (read) =>
    read.split(',').filter((tag) => tag.trim() !== '').length > TAGS_MAX ? tooMany : read,
  );
}

/** The kind checks the value; the result is the text that was sent: 'fund' stays 'fund', 01-31-2030 stays so. */
export function asSent(kind: Kind<unknown>): Kind<string> {
  return mapKind(kind, (_read, value) => String(value));
}

export function socialSecurityNumber(): Kind<string> {
  return text({
    description: 'xxx-xx-xxxx',
    pattern: /^[0-9]{3}-[0-9]{2}-[0-9]{4}$/,
    patternReason: 'must have the form xxx-xx-xxxx',
  });
}

export const DOLLARS_MAX = 1_000_000_000_000_000;
export const dollars = asSent(wholeNumber({ description: 'whole dollars', minimum: 0, maximum: DOLLARS_MAX }));
export const sentDay = asSent(date({ description: 'YYYY-MM-DD or MM-DD-YYYY; kept as sent' }));
/** Of the identity check or the screening of a person, a company or an account. */
export const reviewStatus = line('expected Pending, Auto Approved, Manually Approved or Disapproved; kept as sent');
export const entityKind = line(
  'expected Revocable Trust, Irrevocable Trust, Limited Partnership, LLC or Corporation; kept as sent',
);
export const domicile = line('expected U.S. citizen, U.S. resident or non-resident; kept as sent');
