/** A name that a caller made up, safe to repeat in an answer that may be shown as HTML. */
export function printableName(name: string): string {
  return name.slice(0, 100).replace(/[^\w.[\]-]/g, '?');
}
