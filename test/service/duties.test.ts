import { expect, test } from 'vitest';
import { Duties } from '../../src/service/lifecycle/duties.ts';
import { Ends } from '../../src/service/lifecycle/ends.ts';

const quiet = { opened: () => {}, closed: () => {}, failed: () => {} };

test('duties begin in their order, at each takeover until calls are served; the rest ends in its place', async () => {
  const said: string[] = [];
  const ends = new Ends(quiet);
  const duties = new Duties();
  const later = (name: string) => (place: Ends) => {
    said.push(`begin ${name}`);
    place.add(name, () => said.push(`end ${name}`));
  };
  duties.add(() => said.push('first'));
  duties.addLater(ends, later('rest'));
  ends.add('hosts', () => said.push('end hosts'));
  duties.addServed(() => said.push('served'));
  duties.add(() => said.push('last'));
  await duties.begin();
  await duties.begin();
  expect(said).toEqual(['first', 'last', 'first', 'last']);
  duties.served();
  await duties.beginRest();
  await duties.beginRest();
  await ends[Symbol.asyncDispose]();
  expect(said.slice(4)).toEqual(['served', 'begin rest', 'end hosts', 'end rest']);
});

test('duties beside each other wait for the ones before them, and those behind wait for all of them', async () => {
  const said: string[] = [];
  const duties = new Duties();
  const slow = Promise.withResolvers<void>();
  duties.add(() => said.push('first'));
  duties.add(async () => {
    said.push('slow begins');
    await slow.promise;
    said.push('slow is over');
  });
  duties.addBeside(() => {
    said.push('beside');
    slow.resolve();
  });
  duties.add(() => said.push('last'));
  await duties.begin();
  expect(said).toEqual(['first', 'slow begins', 'beside', 'slow is over', 'last']);
});

test('the first duty that fails ends the beginning', async () => {
  const duties = new Duties();
  let isBegun = false;
  duties.add(() => Promise.reject(new Error('no')));
  duties.add(() => {
    isBegun = true;
  });
  await expect(duties.begin()).rejects.toThrow('no');
  expect(isBegun).toBe(false);
});
