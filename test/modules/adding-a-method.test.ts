/** docs/adding-a-method.md, followed once: the method that it shows, in a module of its own. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { issuersModule } from '../../src/modules/issuers/index.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { renameIssuer } from './example-module/rename-issuer.ts';
import { errorOf, fieldsOf, startApi } from './shared/api.ts';
import { anIssuer } from './shared/records.ts';

test('shows the method that is tried here', () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../docs/adding-a-method.md'), 'utf8');
  const shown = /```ts\n(.*?)```/s.exec(guide)?.[1];
  const tried = readFileSync(join(import.meta.dirname, 'example-module/rename-issuer.ts'), 'utf8');
  expect(tried.slice(tried.indexOf('export function'))).toBe(shown);
});

describeOnEachDatabase('a method that was added by the guide', (open) => {
  const start = async () => {
    const api = await startApi(await open(), [issuersModule, (services) => [renameIssuer(services)]]);
    return { api, issuerId: await anIssuer(api.database.db, 'C1') };
  };

  test('changes a record of the client', async () => {
    const { api, issuerId } = await start();
    const renamed = fieldsOf(await api.call('POST', 'renameIssuer', { issuerId, issuerName: 'Renamed' }));
    expect(renamed).toEqual({ issuerDetails: { issuerId: String(issuerId), issuerStatus: 'Pending' } });
    const { issuerDetails } = fieldsOf(await api.call('POST', 'getIssuer', { issuerId }));
    expect(issuerDetails).toMatchObject([{ issuerName: 'Renamed' }]);
  });

  test('refuses a record that the client does not have, and a call that lacks a parameter', async () => {
    const { api, issuerId } = await start();
    const body = { issuerId, issuerName: 'Renamed' };
    errorOf(await api.call('POST', 'renameIssuer', body, { as: 'C2' }), '136');
    errorOf(await api.call('POST', 'renameIssuer', { ...body, issuerId: 1 }), '136');
    errorOf(await api.call('POST', 'renameIssuer', { issuerId }), '106');
  });
});
