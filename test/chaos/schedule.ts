/** In which order a chaos run makes its faults. */
import type { Dice } from '../e2e/support/dice.ts';
import type { Fault } from './stage.ts';

/** At random, by weight, without end. */
export function* atRandom(faults: readonly Fault[], dice: Dice): Generator<Fault> {
  const weights = faults.reduce((sum, { weight }) => sum + weight, 0);
  for (;;) {
    let place = dice.between(1, weights);
    yield faults.find(({ weight }) => {
      place -= weight;
      return place <= 0;
    }) as Fault;
  }
}

/** Every ordered pair of faults, one right after the other, of which at least one is an error of an operator. */
export function inPairs(faults: readonly Fault[]): Fault[] {
  const errors = faults.filter(({ isOperatorError }) => isOperatorError);
  const others = faults.filter(({ isOperatorError }) => !isOperatorError);
  return errors.flatMap((error, at) => [
    ...others.flatMap((other) => [error, other]),
    error,
    error,
    ...errors.slice(at + 1).flatMap((later) => [later, error]),
  ]);
}
