import type { Client, FieldLevels } from '../../../http/methods/index.ts';
import { type ListField, maySee } from '../record/index.ts';

export interface Sort {
  readonly field: ListField;
  readonly direction: 'asc' | 'desc';
}

/**
 * Reads `field:direction`; the direction is in any case and ascending when absent. Undefined, which means newest first,
 * for any other text and for a field that the key may not see (C33).
 */
export function readSort(
  sent: unknown,
  fields: Readonly<Record<string, ListField>>,
  levels: FieldLevels | undefined,
  client: Client,
): Sort | undefined {
  const parts = typeof sent === 'string' ? /^\s*(\w{1,64})\s*(?::\s*(asc|desc)\s*)?$/i.exec(sent) : null;
  const name = parts?.[1];
  if (!name || !Object.hasOwn(fields, name)) return undefined;
  const field = fields[name]!;
  if (!field.sort || (levels && !maySee(client, levels, name))) return undefined;
  return { field, direction: parts[2]?.toLowerCase() === 'desc' ? 'desc' : 'asc' };
}
