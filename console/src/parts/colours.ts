/** A colour of the style sheet as drawings need it: worked out for light or dark. */
export function colour(name: 'muted' | 'line' | 'accent' | 'accent-pale' | 'volume' | 'bid' | 'offer'): string {
  const probe = document.createElement('span');
  probe.className = `colour-${name}`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
