/** npm run bench:screening: recall, false hits and time of a screening against 25,000 names (bench/README.md). */
import { WatchListFolders } from '../../src/providers/identity/index.ts';
import { falseHits, listedPeople, listOf, recall, subject, VARIATIONS, type Variation } from './recall.ts';

const THRESHOLD = 85;
const ASKED = 400;

const people = listedPeople(25_000, 1);
const list = await listOf(people);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`.padStart(8);
for (const variation of Object.keys(VARIATIONS) as Variation[]) {
  const of = (withBirthDate: boolean) =>
    percent(recall(list, people.slice(0, ASKED), variation, { threshold: THRESHOLD, withBirthDate }));
  console.log(`${variation.padEnd(40)}${of(false)}${of(true)}`);
}
console.log(`${'false hits of 10,000 common names'.padEnd(40)}${percent(falseHits(list, THRESHOLD))}`);

function timeOf(what: string, name: (index: number) => string): void {
  const times = Array.from({ length: 300 }, (_, index) => {
    const start = performance.now();
    list.search(subject(name(index), ''), THRESHOLD);
    return performance.now() - start;
  }).toSorted((one, other) => one - other);
  console.log(`${what.padEnd(40)}${times[150]?.toFixed(2)} ms, longest ${times.at(-1)?.toFixed(2)} ms`);
}
timeOf('one screening', (index) => people[index]?.words.join(' ') ?? '');
const everyWord = people.slice(0, 300).flatMap(({ words }) => words);
timeOf('one screening of 24 words', (index) => everyWord.slice(index, index + 24).join(' '));
timeOf('one screening of a word of 31 letters', (index) =>
  everyWord
    .slice(index, index + 9)
    .join('')
    .slice(0, 31),
);

// The published list, where it is there: how many common names it stops.
const folder = process.env.WATCH_LIST_DIR;
if (folder !== undefined && folder !== '') {
  const { list: published } = await new WatchListFolders({ folders: [folder], nowUs: () => 0 }).load();
  const share = percent(falseHits(published, THRESHOLD));
  console.log(`${`false hits of ${published.nameCount} published names`.padEnd(40)}${share}`);
}
