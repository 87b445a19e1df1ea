import { availableParallelism } from 'node:os';
import { spreadText, wholeText } from '../support/statistics.ts';
import type { Block } from './block.ts';

const WIDTH = 128;

/** A figure of one repetition; null where this server or this system does not say it. */
type FigureOf<B> = (block: B, repetition: number) => number | null;

/** What stands in a table: the median with the lowest and the highest, or a dash for what is unknown. */
type Cell = <B>(blocks: readonly B[], figureOf: FigureOf<B>) => string;

function cell(text: (value: number) => string): Cell {
  return (blocks, figureOf) => {
    const known = blocks.map(figureOf).filter((value) => value !== null);
    return known.length < blocks.length || known.length === 0 ? '–' : spreadText(known, text);
  };
}

export const whole = cell(wholeText);
export const one = cell((value) => value.toFixed(1));
export const two = cell((value) => value.toFixed(2));

/** Sentences as lines of at most 128 characters. */
export function paragraph(...sentences: readonly string[]): string {
  const lines: string[] = [];
  for (const word of sentences.join(' ').split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}

/** How busy the machine was otherwise: what the figures are worth depends on it. */
export function othersText(blocks: readonly Block[]): string {
  const others = two(blocks, (block) => block.others);
  return `Everything else on the machine took ${others} of its ${availableParallelism()} cores meanwhile.`;
}
