/** What a watch list holds. */

export interface ListedName {
  readonly text: string;
  readonly strength: 'own' | 'strong' | 'weak';
  /** The part of an individual's name that is the family name, where the list says so. */
  readonly familyName?: string;
}

export interface ListedBirth {
  /** YYYY-MM-DD where the day is known. */
  readonly date: string | null;
  /** The years it can have been, both included. */
  readonly fromYear: number;
  readonly toYear: number;
}

export interface ListedEntry {
  /** As people name the list: OFAC SDN. */
  readonly list: string;
  /** The id by which the publisher of the list names the entry. */
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
  /** Other numbers of passports, identity cards and registers: capital letters and digits only. */
  readonly documents: readonly string[];
}

/** A record that could not be read, and was left out. */
export interface ListFault {
  readonly file: string;
  /** Counted from 1. */
  readonly record: number;
  readonly reason: string;
}

/** What was read of one list. */
export interface ListReport {
  readonly list: string;
  readonly files: readonly string[];
  /** As its files say; null where they do not. */
  readonly published: string | null;
  readonly entries: number;
  /** The number of records that were left out, and the first of them. */
  readonly faultCount: number;
  readonly faults: readonly ListFault[];
}

/** A file cannot be read as the list that it should be; the message names it. */
export class UnreadableList extends Error {
  override readonly name = 'UnreadableList';
}
