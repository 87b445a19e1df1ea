import { inGroup, type Method } from '../../http/methods/index.ts';
import { getKillSwitches, releaseKillSwitch, throwKillSwitch } from './kill-switches.ts';
import { type LimitServices, setReferencePrice } from './limit-services.ts';
import { getLimits, setLimits, tightenLimits } from './limits-methods.ts';
import { getPositions, loadPositions, setPosition } from './positions.ts';

/** Pre-trade limits, and kill switches (docs/venue/venue.md). */
export function limitsModule(services: LimitServices): Method[] {
  return inGroup('ATS', [
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
  ]);
}
