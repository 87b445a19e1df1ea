/** Names that differ more are not the same name misspelt: in a third of their characters, and in 3 at most. */
const DISTANCE_MAX = 3;
const SHARE = 1 / 3;
/** Unknown names of one call that are named back to the caller, at most. */
export const FAULTS_MAX = 20;
/** Of a name that is compared. */
const LENGTH_MAX = 60;

/** The known name that somebody probably meant; undefined: none is near. */
function nearestName(sent: string, known: Iterable<string>): string | undefined {
  if (sent.length > LENGTH_MAX) return undefined;
  const folded = sent.toLowerCase();
  let nearest: string | undefined;
  let least = Math.min(DISTANCE_MAX, Math.ceil(sent.length * SHARE)) + 1;
  for (const name of known) {
    if (Math.abs(name.length - sent.length) >= least) continue;
    const distance = distanceOf(folded, name.toLowerCase());
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** The fewest characters to insert, remove or replace (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let place = 0; place < other.length; place++) {
      const replaced = row[place]! + (one[at] === other[place] ? 0 : 1);
      next.push(Math.min(replaced, row[place + 1]! + 1, next[place]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}

/** What is wrong with a name that is not known. */
export function unknownReason(sent: string, known: Iterable<string>): string {
  const nearest = nearestName(sent, known);
  return nearest === undefined ? 'is not known' : `is not known; the nearest is ${nearest}`;
}
