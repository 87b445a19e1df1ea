import type { SecurityId } from '../api/index.ts';
import type { VenueRecords } from '../records/index.ts';
import type { MassDesk } from './mass-desk.ts';

/**
 * The register of a security changed: live orders are checked again where it has transfer rules (M16), and so are those
 * of the security that it was converted into (R13).
 */
export function judgeHolders(
  { register, securities, transfers }: VenueRecords,
  mass: MassDesk,
  securityId: SecurityId,
): void {
  const { splits } = register.in(securityId);
  const into = splits.all[splits.conversionAfter(0) ?? -1]?.into?.securityId;
  for (const id of into === undefined ? [securityId] : [securityId, into]) {
    const security = securities.get(id);
    const record = security === undefined ? undefined : transfers.touch(id);
    if (security !== undefined && record !== undefined) mass.judgeAll(security, record);
  }
}
