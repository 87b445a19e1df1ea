/** The setting of a server whose database is at the URL; null or undefined: in its data folder. */
export function databaseSetting(url: string | null | undefined): { readonly DATABASE_URL?: string } {
  return typeof url === 'string' ? { DATABASE_URL: url } : {};
}
