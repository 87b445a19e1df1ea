/** The text before the methods, and the text after them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STATUS } from '../methods/index.ts';

export const INTRODUCTION = readFileSync(join(import.meta.dirname, 'introduction.md'), 'utf8').trimEnd();

export const STATUS_CODES_TAG = 'Status codes';

/** A tag without operations: the reference page shows it at its place among the tags. */
export function statusCodes(): string {
  return [
    'The codes of `statusCode`, each with its usual HTTP status. Each method names those that it answers.',
    '',
    '| statusCode | HTTP | Meaning |',
    '|---|---|---|',
    ...Object.entries(STATUS).map(([code, { http, text }]) => `| ${code} | ${http} | ${text} |`),
  ].join('\n');
}
