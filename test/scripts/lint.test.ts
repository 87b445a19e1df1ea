/** The two scripts that `npm run lint` runs after biome: words and commits. */
import { describe, expect, test } from 'vitest';
import { subjectFault } from '../../scripts/lint/commits.ts';
import { hitsOf, readRules, repositoryHits, type WordRule } from '../../scripts/lint/words.ts';

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

  test('are not in the repository, and each allowed line is used', () => {
    const { rules, allowed } = readRules();
    const { hits, unused } = repositoryHits(rules, allowed);
    expect(hits.map(({ file, line, word }) => `${file}:${line} ${word}`)).toEqual([]);
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
