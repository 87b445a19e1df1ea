/** Countries as lists and callers write them: by name, by a longer official name, or by their ISO code. */

const REGIONS = new Intl.DisplayNames(['en'], { type: 'region' });

/** Official names of the lists, and the usual ones. */
const USUAL: Readonly<Record<string, string>> = {
  'russian federation': 'russia',
  'syrian arab republic': 'syria',
  'islamic republic of iran': 'iran',
  'democratic peoples republic of korea': 'north korea',
  'republic of korea': 'south korea',
  'peoples republic of china': 'china',
  'united states of america': 'united states',
  usa: 'united states',
  'united kingdom of great britain and northern ireland': 'united kingdom',
  'libyan arab jamahiriya': 'libya',
  'viet nam': 'vietnam',
  burma: 'myanmar (burma)',
  myanmar: 'myanmar (burma)',
  turkey: 'türkiye',
  'democratic republic of the congo': 'congo - kinshasa',
  congo: 'congo - brazzaville',
};

/** Equal for the same country; empty for none. */
export function countryKey(said: string): string {
  const text = said.trim();
  const name = /^[a-z]{2}$/i.test(text) ? (REGIONS.of(text.toUpperCase()) ?? text) : text;
  const plain = name.toLowerCase().replace(/[.'’]/g, '');
  // Iran (Islamic Republic of) and Iran, Islamic Republic of.
  const turned = /^([^(,]+)[(,]\s*([^)]+ of)\s*\)?$/.exec(plain);
  const whole = turned === null ? plain : `${turned[2]} ${(turned[1] as string).trim()}`;
  const known = whole.replace(/^the /, '');
  return USUAL[known] ?? known;
}
