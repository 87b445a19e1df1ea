import {
  type Db,
  type SurveillanceThresholdRow,
  THRESHOLDS,
  type ThresholdName,
  type Thresholds,
  USUAL_THRESHOLDS,
} from '../../database/schema/index.ts';

export const NO_VERSION = 0;

/** The newest, newest first. */
export function thresholdVersions(db: Db, limit: number): Promise<SurveillanceThresholdRow[]> {
  return db.selectFrom('surveillance_thresholds').selectAll().orderBy('version', 'desc').limit(limit).execute();
}

/** Those that differ from the usual ones. A version may be of a release with other thresholds. */
export function changedThresholds(row: SurveillanceThresholdRow | undefined): Partial<Thresholds> {
  const stored = row === undefined ? {} : (JSON.parse(row.thresholds) as Readonly<Record<string, number>>);
  return Object.fromEntries(Object.entries(stored).filter(([name]) => isThreshold(name)));
}

function isThreshold(name: string): name is ThresholdName {
  return Object.hasOwn(THRESHOLDS, name);
}

/** Those of the operator, and the usual ones where the operator set none (O17). */
export async function thresholdsInForce(db: Db, usual: Thresholds = USUAL_THRESHOLDS): Promise<Thresholds> {
  const [newest] = await thresholdVersions(db, 1);
  return { ...usual, ...changedThresholds(newest) };
}
