import { expect, test } from 'vitest';
import { issuersModule } from '../../../src/modules/issuers/index.ts';
import { offeringsModule } from '../../../src/modules/offerings/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ENCODINGS, errorOf, fieldsOf, startApi } from '../shared/api.ts';

const ISSUER = {
  issuerName: 'Example Issuer',
  firstName: 'Ada',
  lastName: "O'Example",
  email: 'ada@example.com',
  phoneNumber: '5551234567',
};
const PERMISSIONS = ['issuerName', 'firstName', 'lastName', 'email', 'updatedIpAddress'].map(
  (field) => `updateIssuer.${field}`,
);

describeOnEachDatabase('changes of issuers', (open) => {
  const start = async () =>
    startApi(await open(), [issuersModule, offeringsModule], { strictPermissions: PERMISSIONS });
  type Api = Awaited<ReturnType<typeof start>>;
  const create = async (api: Api, fields: Record<string, unknown> = {}, as = 'C1') => {
    const { issuerDetails } = fieldsOf(await api.call('PUT', 'createIssuer', { ...ISSUER, ...fields }, { as }));
    const [, [{ issuerId }]] = issuerDetails as [boolean, [{ issuerId: string }]];
    return issuerId;
  };
  const read = async (api: Api, issuerId: string) => {
    const { issuerDetails } = fieldsOf(await api.call('POST', 'getIssuer', { issuerId }));
    return (issuerDetails as Record<string, unknown>[])[0];
  };

  test.each(ENCODINGS)('keep what is not sent (%s)', async (encoding) => {
    const api = await start();
    const issuerId = await create(api);
    const answer = await api.call('POST', 'updateIssuer', { issuerId, issuerStatus: 'Approved' }, { encoding });
    expect(fieldsOf(answer)).toEqual({ issuerDetails: [true, [{ issuerId, issuerStatus: 'Approved' }]] });
    expect(await read(api, issuerId)).toEqual({ issuerId, ...ISSUER, issuerStatus: 'Approved' });
    fieldsOf(await api.call('POST', 'updateIssuer', { issuerId, lastName: 'Other' }, { encoding }));
    expect(await read(api, issuerId)).toMatchObject({ lastName: 'Other', issuerStatus: 'Approved', firstName: 'Ada' });
    expect(api.fired).toEqual([]);
  });

  test('answer 136 to an unknown, foreign, deleted or non-numeric id, 106 to none', async () => {
    const api = await start();
    const issuerId = await create(api);
    for (const unknown of ['999999', 'abc', '12.5', '-1']) {
      errorOf(await api.call('POST', 'updateIssuer', { issuerId: unknown, issuerStatus: 'x' }), '136');
    }
    errorOf(await api.call('POST', 'updateIssuer', { issuerId, issuerStatus: 'x' }, { as: 'C2' }), '136');
    expect(errorOf(await api.call('POST', 'updateIssuer', { issuerStatus: 'x' }), '106')).toContain('issuerId');
    expect(await read(api, issuerId)).toMatchObject({ issuerStatus: 'Pending' });
    await api.call('POST', 'deleteIssuer', { issuerId });
    errorOf(await api.call('POST', 'updateIssuer', { issuerId, issuerStatus: 'x' }), '136');
  });

  test('need every required field of a key that has the permission', async () => {
    const api = await start();
    const issuerId = await create(api, {}, 'STRICT');
    const error = errorOf(await api.call('POST', 'updateIssuer', { issuerId, email: 'a@b' }, { as: 'STRICT' }), '106');
    for (const field of ['issuerName', 'firstName', 'lastName', 'updatedIpAddress']) expect(error).toContain(field);
  });

  test.each(ENCODINGS)('delete an issuer only for its client (%s)', async (encoding) => {
    const api = await start();
    const issuerId = await create(api);
    const foreign = await api.call('POST', 'deleteIssuer', { issuerId }, { as: 'C2', encoding });
    const unknown = await api.call('POST', 'deleteIssuer', { issuerId: '999999' }, { as: 'C2', encoding });
    errorOf(foreign, '136');
    expect(foreign).toEqual(unknown);
    const deleted = await api.call('POST', 'deleteIssuer', { issuerId }, { encoding });
    expect(deleted.body).toMatchObject({ statusCode: '101', statusDesc: 'Issuer deleted successfully!' });
    errorOf(await api.call('POST', 'getIssuer', { issuerId }), '136');
    errorOf(await api.call('POST', 'deleteIssuer', { issuerId }, { encoding }), '136');
    errorOf(await api.call('POST', 'deleteIssuer', { issuerId: 'x' }), '106');
    errorOf(await api.call('POST', 'deleteIssuer', {}), '106');
  });

  test('show all issuers of the client, newest first', async () => {
    const api = await start();
    expect(fieldsOf(await api.call('POST', 'getAllIssuers', {}))).toEqual({ issuerDetails: [] });
    const ids = [await create(api), await create(api), await create(api)];
    await create(api, {}, 'C2');
    await api.call('POST', 'deleteIssuer', { issuerId: ids[1] });
    const { issuerDetails } = fieldsOf(await api.call('POST', 'getAllIssuers', {}));
    expect((issuerDetails as { issuerId: string }[]).map(({ issuerId }) => issuerId)).toEqual([ids[2], ids[0]]);
  });

  test('find issuers by id or by part of a name of the contact, not by the issuer name', async () => {
    const api = await start();
    const ada = await create(api, { firstName: 'Ada_1' });
    const bob = await create(api, { firstName: 'Bob', lastName: '50% Smith' });
    await create(api, { firstName: 'Ada_1' }, 'C2');
    const found = async (searchKeyword: string) => {
      const { issuerDetails } = fieldsOf(await api.call('POST', 'searchIssuer', { searchKeyword }));
      return (issuerDetails as { issuerId: string }[]).map(({ issuerId }) => issuerId);
    };
    expect(await found('aDA')).toEqual([ada]);
    expect(await found('a_1')).toEqual([ada]);
    expect(await found('b_b')).toEqual([]);
    expect(await found('0% s')).toEqual([bob]);
    expect(await found('%')).toEqual([bob]);
    expect(await found(bob)).toEqual([bob]);
    expect(await found(bob.slice(0, -1))).toEqual([]);
    expect(await found('Example Issuer')).toEqual([]);
    expect(errorOf(await api.call('POST', 'searchIssuer', {}), '106')).toContain('searchKeyword');
  });
});
