/** The kinds of settings: what each reads from the text of its environment variable. Throws RangeError for another. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Setting<T> {
  /** As the environment would have it; empty: not set. */
  readonly default: string;
  readonly read: (text: string) => T;
}

export function text(defaultText: string): Setting<string> {
  return { default: defaultText, read: (value) => value };
}

export function optional(): Setting<string | null> {
  return { default: '', read: (value) => (value === '' ? null : value) };
}

type Range = readonly [usual: number, minimum: number, maximum: number];

export function wholeNumber([usual, minimum, maximum]: Range): Setting<number> {
  return {
    default: String(usual),
    read: (value) => {
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= minimum && number <= maximum)) {
        throw new RangeError(`${JSON.stringify(value)} is not a whole number from ${minimum} to ${maximum}`);
      }
      return number;
    },
  };
}

export function port(defaultPort: number): Setting<number> {
  return wholeNumber([defaultPort, 0, 65_535]);
}

export function yesNo(defaultValue: boolean): Setting<boolean> {
  return {
    default: String(defaultValue),
    read: (value) => {
      if (value !== 'true' && value !== 'false') throw new RangeError(`${JSON.stringify(value)} is not true or false`);
      return value === 'true';
    },
  };
}

export function oneOf<const T extends string>(choices: readonly T[], defaultChoice: T): Setting<T> {
  return {
    default: defaultChoice,
    read: (value) => {
      const choice = choices.find((one) => one === value);
      if (choice === undefined) throw new RangeError(`${JSON.stringify(value)} is not one of ${choices.join(', ')}`);
      return choice;
    },
  };
}

/** Text of a form, or nothing. */
export function formed(form: RegExp, problem: string): Setting<string | null> {
  return {
    default: '',
    read: (value) => {
      if (value !== '' && !form.test(value)) throw new RangeError(problem);
      return value === '' ? null : value;
    },
  };
}

/** An absolute http(s) address without a slash at its end. */
export function url(): Setting<string | null> {
  return {
    default: '',
    read: (value) => {
      if (value === '') return null;
      const parsed = URL.parse(value);
      const isAddress = parsed !== null && /^https?:$/.test(parsed.protocol);
      // Not repeated in the message, for it may hold a password.
      if (!isAddress || parsed.username !== '' || parsed.search !== '' || parsed.hash !== '') {
        throw new RangeError('it must be an address such as https://api.example.com');
      }
      return value.replace(/\/+$/, '');
    },
  };
}

export function list(defaultText = ''): Setting<readonly string[]> {
  return {
    default: defaultText,
    read: (value) =>
      value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
  };
}

/** The proxies in front: how many, or their addresses and ranges. Zero: none. */
export function proxies(): Setting<number | readonly string[]> {
  return {
    default: '0',
    read: (value) => {
      if (value === 'true') {
        throw new RangeError(
          'true would believe whatever a caller writes into X-Forwarded-For; give the number of proxies in front ' +
            'of this server, such as 1, or their addresses and ranges, such as 10.0.0.0/8',
        );
      }
      if (value === 'false') return 0;
      if (/^\d$/.test(value)) return Number(value);
      const ranges = value.split(',').map((range) => range.trim());
      const wrong = ranges.find((range) => !isProxyRange(range));
      if (wrong === undefined) return ranges;
      throw new RangeError(
        `${JSON.stringify(wrong)} is neither a number of proxies up to 9, an address nor a range (CIDR)`,
      );
    },
  };
}

/** Not one that holds every address: that would be true by another name. */
function isProxyRange(text: string): boolean {
  const [address = '', prefix] = text.split('/');
  if (isIP(address) === 0) return false;
  return prefix === undefined || (Number(prefix) > 0 && ipaddr.isValidCIDR(text));
}

export function encryptionKeys(): Setting<string | null> {
  return {
    default: '',
    read: (value) => {
      const keys = value.split(',').map((key) => Buffer.from(key.trim(), 'base64').length);
      if (value !== '' && keys.some((bytes) => bytes !== 32)) throw new RangeError('it must be 32 bytes in base64');
      return value === '' ? null : value;
    },
  };
}
