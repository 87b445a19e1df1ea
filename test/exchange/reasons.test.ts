import { describe, expect, test } from 'vitest';
import { REASONS, type ReasonWord, reasonCodeOf, reasonCodeOrNull, textOf } from '../../src/exchange/api/reasons.ts';
import { STATUS } from '../../src/http/methods/status-codes.ts';

const words = Object.keys(REASONS) as ReasonWord[];

describe('the list of reasons', () => {
  test('has a code for each, of lower-case words, each once', () => {
    const codes = words.map(reasonCodeOf);
    expect(codes.filter((code) => !/^[a-z]+(-[a-z]+)*$/.test(code))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
  });

  test('has a status code of the catalogue for what is refused, and for nothing else', () => {
    const odd = words.filter((word) => {
      const { kind, status }: { kind: string; status?: number } = REASONS[word];
      return kind === 'refusal' || kind === 'limit' ? !(status! in STATUS) : status !== undefined;
    });
    expect(odd).toEqual([]);
  });

  test('names a parameter where the status code is 106, and only there', () => {
    const fieldOf = (word: ReasonWord) => (REASONS[word] as { status?: number; field?: string }).field;
    const is106 = (word: ReasonWord) => (REASONS[word] as { status?: number; field?: string }).status === 106;
    expect(words.filter((word) => is106(word) !== (fieldOf(word) !== undefined))).toEqual([]);
  });

  test('has no code for changes that need no reason', () => {
    expect(['entered', 'approved', 'filled', 'replaced', 'toString', null].map(reasonCodeOrNull)).toEqual(
      Array(6).fill(null),
    );
    expect(reasonCodeOrNull('self-trade prevented')).toBe('self-trade-prevented');
  });

  test('is empty when other fields give the reason', () => {
    expect(textOf('cancelled')).toBeNull();
    expect(textOf('expired')).toBe('the order has expired');
  });
});
