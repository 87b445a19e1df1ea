/** What a watch list holds. */

export interface ListedName {
  readonly text: string;
  readonly strength: 'own' | 'strong' | 'weak';
}

export interface ListedBirth {
  /** YYYY-MM-DD where the day is known. */
  readonly date: string | null;
  /** The years it can have been, both included. */
  readonly fromYear: number;
  readonly toYear: number;
}

export interface ListedEntry {
  readonly uid: string;
  /** individual, entity, vessel or aircraft. */
  readonly type: string;
  readonly programs: readonly string[];
  /** The entry's own name first. */
  readonly names: readonly ListedName[];
  readonly births: readonly ListedBirth[];
  /** Of the addresses. */
  readonly countries: readonly string[];
  /** Nationalities and citizenships. */
  readonly nationalities: readonly string[];
  /** The digits of numbers that a US authority gave to one person or entity alone (SSN, tax id). */
  readonly taxIds: readonly string[];
}
