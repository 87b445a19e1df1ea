import { describe, expect, test } from 'vitest';
import { CookieBrowser } from './browser.ts';
import { SigningIn } from './signing-in.ts';

describe('claims', () => {
  test('that are refused bind no account, at a first sign-in and at a new proof of another user', async () => {
    const roles = { claim: 'groups', map: { desk: 'trader' } };
    const client = { claim: 'org', map: { acme: 'C1' } };
    const mapped = await SigningIn.start({ provider: { roles, client, createUsers: true } });
    const { users, provider } = mapped;
    try {
      const of = (name: string) => ({
        email: `${name}@example.com`,
        email_verified: true,
        groups: ['desk'],
        org: 'acme',
      });
      users.add({ clientId: 'C9', name: 'Olga', email: 'olga@example.com', roles: ['operator'] });
      provider.accounts.set('tenant', of('olga'));
      expect(await mapped.signIn(new CookieBrowser(), 'tenant')).toContain('sign-in=no-role');
      expect([...users.identities]).toEqual([]);
      users.add({ clientId: 'C1', name: 'Alice', email: 'alice@example.com', roles: ['trader'] });
      users.add({ clientId: 'C1', name: 'Bob', email: 'bob@example.com', roles: ['trader'] });
      for (const name of ['alice', 'bob', 'carol']) provider.accounts.set(name, of(name));
      const browser = new CookieBrowser();
      expect(await mapped.signIn(browser, 'alice')).toBe(`${mapped.url}/console`);
      const [known, bound] = [users.all.size, [...users.identities]];
      for (const another of ['bob', 'carol']) {
        browser.jar(new URL(provider.issuer).host).clear();
        expect(await mapped.signIn(browser, another, { query: '?again=1' })).toContain('sign-in=other-user');
      }
      expect([users.all.size, [...users.identities]]).toEqual([known, bound]);
    } finally {
      await mapped.stop();
    }
  });

  test('give roles and client, and create users where the setting says so', async () => {
    const roles = { claim: 'groups', map: { desk: ['trader'], office: ['backOffice'] } };
    const client = { claim: 'org', map: { acme: 'C1', other: 'C2' } };
    const mapped = await SigningIn.start({ provider: { roles, client, createUsers: true } });
    const accounts = mapped.provider.accounts;
    const as = async (account: string) => mapped.signIn(new CookieBrowser(), account);
    try {
      accounts.set('new', {
        email: 'new@example.com',
        email_verified: true,
        name: 'New',
        groups: ['desk', 'x'],
        org: 'acme',
      });
      expect(await as('new')).toBe(`${mapped.url}/console`);
      expect([...mapped.users.all.values()]).toMatchObject([{ clientId: 'C1', name: 'New', roles: ['trader'] }]);
      accounts.set('new', { ...accounts.get('new'), groups: ['office', 'desk'] });
      await as('new');
      expect([...mapped.users.all.values()]).toMatchObject([{ roles: ['trader', 'backOffice'] }]);
      accounts.set('new', { ...accounts.get('new'), groups: ['x'] });
      expect(await as('new')).toContain('sign-in=no-role');
      accounts.set('new', { ...accounts.get('new'), groups: ['desk'], org: 'other' });
      expect(await as('new')).toContain('sign-in=no-role');
      accounts.set('none', { email: 'none@example.com', email_verified: true, groups: ['desk'] });
      expect(await as('none')).toContain('sign-in=no-role');
      accounts.set('unproven', { email: 'u@example.com', email_verified: false, groups: ['desk'], org: 'acme' });
      expect(await as('unproven')).toContain('sign-in=unknown-user');
      expect(mapped.users.all.size).toBe(1);
    } finally {
      await mapped.stop();
    }
  });
});
