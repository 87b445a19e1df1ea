import type { Method } from '../methods/index.ts';

/** As generated clients name what belongs to a method. */
export function typeName({ name, host }: Pick<Method, 'name' | 'host'>): string {
  return `${host === 'legacy' ? 'Legacy' : ''}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
