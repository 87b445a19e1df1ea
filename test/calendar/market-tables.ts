/**
 * Full holidays and early closes (13:00 Eastern) of the US equity market, copied by hand from the calendars which the
 * New York Stock Exchange published for these years. Not here: 9 January 2025, a day of mourning, which no rule gives.
 */
export const FULL_HOLIDAYS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  2024: {
    '2024-01-01': "New Year's Day",
    '2024-01-15': 'Martin Luther King, Jr. Day',
    '2024-02-19': "Washington's Birthday",
    '2024-03-29': 'Good Friday',
    '2024-05-27': 'Memorial Day',
    '2024-06-19': 'Juneteenth',
    '2024-07-04': 'Independence Day',
    '2024-09-02': 'Labor Day',
    '2024-11-28': 'Thanksgiving Day',
    '2024-12-25': 'Christmas Day',
  },
  2025: {
    '2025-01-01': "New Year's Day",
    '2025-01-20': 'Martin Luther King, Jr. Day',
    '2025-02-17': "Washington's Birthday",
    '2025-04-18': 'Good Friday',
    '2025-05-26': 'Memorial Day',
    '2025-06-19': 'Juneteenth',
    '2025-07-04': 'Independence Day',
    '2025-09-01': 'Labor Day',
    '2025-11-27': 'Thanksgiving Day',
    '2025-12-25': 'Christmas Day',
  },
  2026: {
    '2026-01-01': "New Year's Day",
    '2026-01-19': 'Martin Luther King, Jr. Day',
    '2026-02-16': "Washington's Birthday",
    '2026-04-03': 'Good Friday',
    '2026-05-25': 'Memorial Day',
    '2026-06-19': 'Juneteenth',
    '2026-07-03': 'Independence Day',
    '2026-09-07': 'Labor Day',
    '2026-11-26': 'Thanksgiving Day',
    '2026-12-25': 'Christmas Day',
  },
  2027: {
    '2027-01-01': "New Year's Day",
    '2027-01-18': 'Martin Luther King, Jr. Day',
    '2027-02-15': "Washington's Birthday",
    '2027-03-26': 'Good Friday',
    '2027-05-31': 'Memorial Day',
    '2027-06-18': 'Juneteenth',
    '2027-07-05': 'Independence Day',
    '2027-09-06': 'Labor Day',
    '2027-11-25': 'Thanksgiving Day',
    '2027-12-24': 'Christmas Day',
  },
  2028: {
    '2028-01-17': 'Martin Luther King, Jr. Day',
    '2028-02-21': "Washington's Birthday",
    '2028-04-14': 'Good Friday',
    '2028-05-29': 'Memorial Day',
    '2028-06-19': 'Juneteenth',
    '2028-07-04': 'Independence Day',
    '2028-09-04': 'Labor Day',
    '2028-11-23': 'Thanksgiving Day',
    '2028-12-25': 'Christmas Day',
  },
};

export const EARLY_CLOSES: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  2024: {
    '2024-07-03': 'Day before Independence Day',
    '2024-11-29': 'Day after Thanksgiving',
    '2024-12-24': 'Christmas Eve',
  },
  2025: {
    '2025-07-03': 'Day before Independence Day',
    '2025-11-28': 'Day after Thanksgiving',
    '2025-12-24': 'Christmas Eve',
  },
  2026: { '2026-11-27': 'Day after Thanksgiving', '2026-12-24': 'Christmas Eve' },
  2027: { '2027-11-26': 'Day after Thanksgiving' },
  2028: { '2028-07-03': 'Day before Independence Day', '2028-11-24': 'Day after Thanksgiving' },
};

/** Each date of a year, from nothing but Date. */
export function datesOf(year: number): string[] {
  const dates: string[] = [];
  for (let time = Date.UTC(year, 0, 1); time < Date.UTC(year + 1, 0, 1); time += 86_400_000) {
    dates.push(new Date(time).toISOString().slice(0, 10));
  }
  return dates;
}
