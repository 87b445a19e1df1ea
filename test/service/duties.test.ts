import { expect, test } from 'vitest';
import { Duties } from '../../src/service/duties.ts';
import { Ends } from '../../src/service/ends.ts';

const quiet = { opened: () => {}, closed: () => {}, failed: () => {} };

test('duties begin in their order, once, and end in the place that they were added at', async () => {
  const said: string[] = [];
  const ends = new Ends(quiet);
  const duties = new Duties();
  const duty = (name: string) => (place: Ends) => {
    said.push(`begin ${name}`);
    place.add(name, () => said.push(`end ${name}`));
  };
  duties.add(ends, duty('first'));
  duties.addLater(ends, duty('rest'));
  ends.add('hosts', () => said.push('end hosts'));
  duties.add(ends, duty('last'));
  await duties.begin();
  await duties.begin();
  expect(said).toEqual(['begin first', 'begin last']);
  await duties.beginRest();
  await ends[Symbol.asyncDispose]();
  expect(said.slice(2)).toEqual(['begin rest', 'end last', 'end hosts', 'end rest', 'end first']);
});

test('duties beside each other wait for the ones before them, and those behind wait for all of them', async () => {
  const said: string[] = [];
  const ends = new Ends(quiet);
  const duties = new Duties();
  const slow = Promise.withResolvers<void>();
  duties.add(ends, () => said.push('first'));
  duties.add(ends, async () => {
    said.push('slow begins');
    await slow.promise;
    said.push('slow is over');
  });
  duties.addBeside(ends, () => {
    said.push('beside');
    slow.resolve();
  });
  duties.add(ends, () => said.push('last'));
  await duties.begin();
  expect(said).toEqual(['first', 'slow begins', 'beside', 'slow is over', 'last']);
});

test('the first duty that fails ends the beginning', async () => {
  const duties = new Duties();
  const ends = new Ends(quiet);
  let isBegun = false;
  duties.add(ends, () => Promise.reject(new Error('no')));
  duties.add(ends, () => {
    isBegun = true;
  });
  await expect(duties.begin()).rejects.toThrow('no');
  expect(isBegun).toBe(false);
});
