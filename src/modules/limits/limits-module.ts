import { inGroup, type Method } from '../../http/methods/index.ts';
import { getKillSwitches, releaseKillSwitch, throwKillSwitch } from './kill-switches.ts';
import { type LimitDeps, setReferencePrice } from './limit-deps.ts';
import { getLimits, setLimits, tightenLimits } from './limits-methods.ts';
import { getPositions, loadPositions, setPosition } from './positions.ts';

/** Pre-trade limits, and kill switches (docs/venue/venue.md). */
export function limitsModule(deps: LimitDeps): Method[] {
  return inGroup('ATS', [
    setLimits(deps),
    tightenLimits(deps),
    getLimits(deps),
    setReferencePrice(deps),
    setPosition(deps),
    loadPositions(deps),
    getPositions(deps),
    throwKillSwitch(deps),
    releaseKillSwitch(deps),
    getKillSwitches(deps),
  ]);
}
