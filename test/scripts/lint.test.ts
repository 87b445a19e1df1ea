/** The two scripts that `npm run lint` runs after biome: words and commits. */
import { describe, expect, test } from 'vitest';
import { subjectFault } from '../../scripts/lint/commits.ts';
import {
  countsOf,
  excessOf,
  grown,
  hitsOf,
  readRules,
  repositoryHits,
  roomOf,
  shrunk,
  type WordRule,
} from '../../scripts/lint/words.ts';

const RULES: WordRule[] = [
  { words: ['wagon', 'wagons'], use: 'truck', except: ['station wagon'] },
  { words: ['carry over'], use: 'transfer' },
  { words: ['row'], use: 'entry', in: '^src/list/' },
];

function found(text: string, file = 'src/time/clock.ts'): string[] {
  return hitsOf(file, text, RULES).map(({ line, word }) => `${line} ${word}`);
}

describe('words', () => {
  test.each([
    ['in prose', 'A wagon.', ['1 wagon']],
    ['in capitals', 'const WAGON_COUNT = 1;', ['1 wagon']],
    ['as part of a name', 'class StationaryWagons {}\nmyWagon', ['1 wagons', '2 wagon']],
    [
      'as a phrase of two parts',
      'carryOver(); carry-over; CARRY_OVER',
      ['1 carry over', '1 carry over', '1 carry over'],
    ],
    ['over the end of a line of a comment', ' * what to carry\n * over next', ['1 carry over']],
    ['not within another word', 'wagonette, carryOverlay', []],
    ['not over the end of a sentence', 'We carry. Over there', []],
    ['not in a phrase that is right', 'a station wagon, stationWagon', []],
    ['only where the rule holds', 'a row', []],
  ])('are found %s', (_, text, hits) => {
    expect(found(text)).toEqual(hits);
  });

  test('have rules for a folder', () => {
    expect(found('a row', 'src/list/a.ts')).toEqual(['1 row']);
  });

  test('are counted by room', () => {
    expect(roomOf('src/modules/kyc/page/a.ts')).toBe('src/modules/kyc');
    expect(roomOf('src/modules/index.ts')).toBe('src/modules');
    expect(roomOf('docs/venue/venue.md')).toBe('docs/venue');
    expect(countsOf(hitsOf('src/time/clock.ts', 'wagon wagon wagons', RULES))).toEqual({
      'src/time': { wagon: 2, wagons: 1 },
    });
  });

  test('may not become more than the baseline of a room', () => {
    const hits = hitsOf('src/time/clock.ts', 'wagon\nwagons', RULES);
    expect(excessOf(hits, { 'src/time': { wagon: 1 } })).toEqual([
      { file: 'src/time/clock.ts', line: 2, word: 'wagons', use: 'truck' },
    ]);
    expect(excessOf(hits, { 'src/time': { wagon: 1, wagons: 1 } })).toEqual([]);
  });

  test('leave the baseline as they leave the room, and never come back', () => {
    const before = { 'src/time': { wagon: 2, wagons: 1 }, 'src/list': { row: 1 } };
    expect(shrunk(before, { 'src/time': { wagon: 1, wagons: 3 } })).toEqual({ 'src/time': { wagon: 1, wagons: 1 } });
    expect(grown(before, { 'src/time': { wagon: 3 } }, RULES)).toEqual(['wagon']);
    expect(grown(before, { 'src/other': { wagon: 2, row: 1 } }, RULES)).toEqual([]);
  });

  test('that a new rule names may enter the baseline', () => {
    expect(grown({}, { 'src/time': { wagon: 3 } }, RULES.slice(1))).toEqual([]);
  });

  test('of the repository are within its baseline, and each allowed line is used', () => {
    const { rules, allowed, baseline } = readRules();
    const { hits, unused } = repositoryHits(rules, allowed);
    expect(excessOf(hits, baseline).map(({ file, line, word }) => `${file}:${line} ${word}`)).toEqual([]);
    expect(unused).toEqual([]);
  });
});

describe('the subject of a commit', () => {
  test.each(['webhooks: close the sockets on stop', 'docs, src: name reports plainly', 'http/body: read forms once'])(
    '%s is right',
    (subject) => {
      expect(subjectFault(subject)).toBeNull();
    },
  );

  test.each([
    ['Let the dice decide', 'is not of the form `area: imperative summary`'],
    ['Webhooks: close sockets', 'is not of the form `area: imperative summary`'],
    ['webhooks: close sockets.', 'ends with a period'],
    ['webhooks: fix', 'says too little: write a verb and its object'],
    [`webhooks: close ${'x'.repeat(60)}`, 'has 76 characters; write fewer than 72'],
  ])('%s is wrong', (subject, fault) => {
    expect(subjectFault(subject)).toBe(fault);
  });
});
