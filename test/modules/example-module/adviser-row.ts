/** In the program: a part of src/database/schema/generated/rows.ts, which `npm run generate` makes. */
export interface AdviserRow {
  adviser_id: string;
  client_id: string;
  adviser_name: string;
  email: string | null;
  tax_id_sealed: string | null;
  status: string;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

declare module '../../../src/database/schema/index.ts' {
  interface Schema {
    advisers: AdviserRow;
  }
}
