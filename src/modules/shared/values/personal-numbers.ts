/** The data that identify a person: a social security number and a date of birth (C29). */
import { easternDate } from '../../../calendar/eastern-time.ts';
import { malformedCall } from '../../../http/body/index.ts';
import { date, type Kind, Malformed, text } from '../../../http/parameters/index.ts';
import { americanDate } from './times.ts';

export function socialSecurityNumber(): Kind<string> {
  return text({
    description: 'xxx-xx-xxxx',
    pattern: /^[0-9]{3}-[0-9]{2}-[0-9]{4}$/,
    patternReason: 'must have the form xxx-xx-xxxx',
  });
}

/** A date of birth, in any of the forms of a date, kept as MM-DD-YYYY (C14). */
export function birthDate(): Kind<string> {
  const kind = date({ description: 'date of birth, MM-DD-YYYY, not in the future (US Eastern)' });
  return {
    ...kind,
    read: (value) => {
      const read = kind.read(value);
      return read instanceof Malformed ? read : americanDate(read);
    },
  };
}

/** Throws ApiError 106 naming dob, MM-DD-YYYY, when it is in the future; `nowUs` in microseconds. */
export function refuseFutureBirth(dob: string | null | undefined, nowUs: number): void {
  if (dob == null) return;
  const born = `${dob.slice(6)}-${dob.slice(0, 5)}`;
  if (born > easternDate(nowUs)) throw malformedCall('method', 'dob', 'must not be in the future');
}
