import type { Method } from '../../http/methods/index.ts';
import { getLimits } from './get-limits.ts';
import { getKillSwitches, releaseKillSwitch, throwKillSwitch } from './kill-switches.ts';
import type { LimitServices } from './limit-services.ts';
import { getPositions, loadPositions, setPosition } from './positions.ts';
import { setReferencePrice } from './reference-price.ts';
import { setLimits, tightenLimits } from './set-limits.ts';

/** Pre-trade limits, and kill switches (docs/venue/venue.md). */
export function limitsModule(services: LimitServices): Method[] {
  return [
    setLimits(services),
    tightenLimits(services),
    getLimits(services),
    setReferencePrice(services),
    setPosition(services),
    loadPositions(services),
    getPositions(services),
    throwKillSwitch(services),
    releaseKillSwitch(services),
    getKillSwitches(services),
  ];
}
