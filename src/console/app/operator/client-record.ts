export interface Client {
  readonly clientId: string;
  readonly parentId: string;
  readonly name: string;
  readonly active: 'Yes' | 'No';
}
