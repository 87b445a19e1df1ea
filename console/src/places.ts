/** All places of the console: a new one is an entry here and a folder below places/. */
import type { Session } from './data/index.ts';
import type { Place } from './place.ts';

const PLACES: readonly Place[] = [
  {
    ...{ name: 'home', group: 'Start', title: 'Today', icon: 'home' },
    needs: [],
    // A trader begins with the market, and has all of the day there.
    needsOne: ['createOffering', 'updateTrade'],
    help: 'Your open decisions, and the figures of today as the venue counts them over all records.',
    load: () => import('./places/home/index.tsx'),
  },
  {
    ...{ name: 'search', group: 'Start', title: 'Search', icon: 'search', who: 'operator' },
    needs: ['getClients'],
    help: 'Every record of every client by its name, a part of its name, or its id.',
    load: () => import('./places/search/index.tsx'),
  },
  {
    ...{ name: 'market', group: 'Trade', title: 'Market', icon: 'market' },
    needs: ['getClob', 'getSecurities'],
    help: 'Prices, depth and trades of a security, and a ticket that checks an order before it is sent.',
    isFull: true,
    load: () => import('./places/market/index.tsx'),
  },
  {
    ...{ name: 'orders', group: 'Trade', title: 'Orders', icon: 'orders' },
    needs: ['listAtsOrders'],
    help: 'Every order with its whole life. Open one to see why it waits, to change it, or to cancel it.',
    load: () => import('./places/orders/index.tsx'),
  },
  {
    ...{ name: 'trades', group: 'Trade', title: 'Trades', icon: 'trades' },
    needs: ['listAtsTrades'],
    help: 'Every side of a match. Open one to report its settlement, to correct it or to declare it void.',
    load: () => import('./places/trades/index.tsx'),
  },
  {
    ...{ name: 'quotes', group: 'Trade', title: 'Quotes and blocks', icon: 'quotes', who: 'client' },
    needs: ['getSecurities'],
    help: 'Quotes on RFQ orders of the security that is chosen, and negotiated blocks that wait to be confirmed.',
    load: () => import('./places/quotes/index.tsx'),
  },
  {
    ...{ name: 'positions', group: 'Trade', title: 'Positions', icon: 'positions', who: 'client' },
    needs: ['getPositions'],
    help: 'Shares by security and account, with average cost, value and profit by the last price.',
    load: () => import('./places/positions/index.tsx'),
  },
  {
    ...{ name: 'limits', group: 'Trade', title: 'Limits', icon: 'limits', who: 'client' },
    needs: ['getLimits'],
    help: 'Buying power, and the limits of the client and its accounts with how much of them is used.',
    load: () => import('./places/limits/index.tsx'),
  },
  {
    ...{ name: 'issuers', group: 'Raise', title: 'Issuers', icon: 'people' },
    needs: ['listIssuers', 'getIssuer'],
    help: 'The companies that offer securities: contact, legal record, bank account and offerings of each.',
    load: () => import('./places/issuers/index.tsx'),
  },
  {
    ...{ name: 'offerings', group: 'Raise', title: 'Offerings', icon: 'offerings' },
    needs: ['getAllOffers'],
    help: 'Raises with their progress, documents, subscriptions, escrow and close.',
    load: () => import('./places/offerings/index.tsx'),
  },
  {
    ...{ name: 'investments', group: 'Raise', title: 'Investments', icon: 'investments' },
    needs: ['listTrades'],
    help: 'What accounts invest in offerings: what each lacks, its approvals, signatures, money and refund.',
    load: () => import('./places/investments/index.tsx'),
  },
  {
    ...{ name: 'documents', group: 'Raise', title: 'Documents', icon: 'documents' },
    needs: ['listSignatures'],
    help: 'What investors sign: documents that were sent, signed and declined, with their files, and the templates.',
    load: () => import('./places/documents/index.tsx'),
  },
  {
    ...{ name: 'securities', group: 'Raise', title: 'Securities', icon: 'securities' },
    needs: ['getSecurities', 'getSecuritySettings'],
    help: 'Securities with their markets, reference data and transfer rules, and whether each order is approved.',
    load: () => import('./places/securities/index.tsx'),
  },
  {
    ...{ name: 'holders', group: 'Raise', title: 'Holders', icon: 'holders' },
    needs: ['getHoldings', 'getSecurities'],
    help: 'Who holds shares of a security by its register, and since when.',
    load: () => import('./places/holders/index.tsx'),
  },
  {
    ...{ name: 'register', group: 'Raise', title: 'Register', icon: 'holders' },
    needs: ['getRegister', 'getHolderEntries', 'getSecurities'],
    help: 'Traded and settled shares of every holder with their cost, and every entry that moved them.',
    load: () => import('./places/register/index.tsx'),
  },
  {
    ...{ name: 'register-changes', group: 'Raise', title: 'Changes of the register', icon: 'holders' },
    needs: ['getRegisterChanges', 'getSecurities'],
    help: 'What changed a register apart from trades: issues, settlements, busts and reports, with their reasons.',
    load: () => import('./places/register-changes/index.tsx'),
  },
  {
    ...{ name: 'queues', group: 'Investors', title: 'Queues', icon: 'inbox', who: 'client' },
    needs: ['listTrades', 'getInvestorTasks'],
    help: 'Waiting work for investors, with its age and who takes care of it: several rows are decided at once.',
    load: () => import('./places/queues/index.tsx'),
  },
  {
    ...{ name: 'onboarding', group: 'Investors', title: 'Onboarding', icon: 'people', who: 'client' },
    needs: ['listParties', 'listEntities', 'listLinks', 'listAccounts'],
    help: 'One investor from a person to a payment, in eight steps: each shows its state and what is missing.',
    load: () => import('./places/onboarding/index.tsx'),
  },
  {
    ...{ name: 'people', group: 'Investors', title: 'People and companies', icon: 'people' },
    needs: ['listParties', 'listEntities'],
    help: 'Who invests: people and companies with their checks, documents and accounts.',
    load: () => import('./places/people/index.tsx'),
  },
  {
    ...{ name: 'accounts', group: 'Investors', title: 'Accounts', icon: 'accounts' },
    needs: ['listAccounts'],
    help: 'Accounts with their owners, checks, suitability, accreditation, notes and investments.',
    load: () => import('./places/accounts/index.tsx'),
  },
  {
    ...{ name: 'checks', group: 'Investors', title: 'Checks', icon: 'checks' },
    needs: ['listKycReviews', 'listAiRequests'],
    help: 'Reviews of identities, of names on the watch list and of accreditation, with the history of each investor.',
    load: () => import('./places/checks/index.tsx'),
  },
  {
    ...{ name: 'ledger', group: 'Money', title: 'Ledger', icon: 'reconciliation' },
    needs: ['getLedger', 'getAllOffers'],
    help: 'Every entry of the books of money: of an offering, an investment, the cash of an account, or a day.',
    load: () => import('./places/ledger/index.tsx'),
  },
  {
    ...{ name: 'payments', group: 'Money', title: 'Payments', icon: 'payments' },
    needs: ['getPayments'],
    help: 'Debits, payments by card and deposits into custody: where each is, what came back, and wires to record.',
    load: () => import('./places/payments/index.tsx'),
  },
  {
    ...{ name: 'receipts', group: 'Money', title: 'Wires and checks', icon: 'payments', who: 'operator' },
    needs: ['getReceipts'],
    help: 'Wires and checks that came to escrow accounts: they are matched with investments, or returned.',
    load: () => import('./places/receipts/index.tsx'),
  },
  {
    ...{ name: 'refunds', group: 'Money', title: 'Refunds', icon: 'payments' },
    needs: ['getRefunds'],
    help: 'Money that goes back to investors: due, not due yet, and the refunds that were made.',
    load: () => import('./places/refunds/index.tsx'),
  },
  {
    ...{ name: 'batches', group: 'Money', title: 'Batches', icon: 'batches', who: 'operator' },
    needs: ['getAchBatches'],
    help: 'Batches of debits for the bank with their files, and the debits that wait for the next.',
    load: () => import('./places/batches/index.tsx'),
  },
  {
    ...{ name: 'bank-notices', group: 'Money', title: 'Bank notices', icon: 'inbox', who: 'operator' },
    needs: ['getAchNotices'],
    help: 'What the bank said of debits: returns, corrections of bank accounts, and entries that need a person.',
    load: () => import('./places/bank-notices/index.tsx'),
  },
  {
    ...{ name: 'reconciliation', group: 'Money', title: 'Reconciliation', icon: 'reconciliation' },
    needs: ['getReconciliation'],
    help: 'The payments of a day by rail: expected, settled, returned and under way, against the record of the batch.',
    load: () => import('./places/reconciliation/index.tsx'),
  },
  {
    ...{ name: 'differences', group: 'Money', title: 'Differences', icon: 'reconciliation', who: 'operator' },
    needs: ['getDifferences'],
    help: 'What of the books and the bank does not agree or waits for a person, with its age and who looks into it.',
    load: () => import('./places/differences/index.tsx'),
  },
  {
    ...{ name: 'fees', group: 'Money', title: 'Fees', icon: 'payments' },
    needs: ['getFeeSchedule', 'getFeeInvoice'],
    help: 'What orders pay for their executions, from which day on, and the invoice of each month.',
    load: () => import('./places/fees/index.tsx'),
  },
  {
    ...{ name: 'custody', group: 'Money', title: 'Custody', icon: 'custody' },
    needs: ['listCustodyAccounts'],
    help: 'Custody accounts and the requests for them: deposits, disbursements, and what the custodian asked for.',
    load: () => import('./places/custody/index.tsx'),
  },
  {
    ...{ name: 'disbursements', group: 'Money', title: 'Disbursements', icon: 'payments' },
    needs: ['getCustodyFundDisbursements', 'readCustodyDisbursement'],
    help: 'Money that leaves custody accounts, with the review of each.',
    load: () => import('./places/disbursements/index.tsx'),
  },
  {
    ...{ name: 'approvals', group: 'Oversight', title: 'Approvals', icon: 'approvals' },
    needs: ['getSecurities'],
    help: 'The queue of what needs you: approvals of orders and investments, returned payments, alerts, checks.',
    load: () => import('./places/approvals/index.tsx'),
  },
  {
    ...{ name: 'surveillance', group: 'Oversight', title: 'Surveillance', icon: 'surveillance', who: 'operator' },
    needs: ['getAlerts', 'getAlert'],
    help: 'Alerts of the rules that look through the orders and trades of all clients, each with its evidence.',
    load: () => import('./places/surveillance/index.tsx'),
  },
  {
    ...{ name: 'market-replay', group: 'Oversight', title: 'Market replay', icon: 'replay', who: 'operator' },
    needs: ['getMarketReplay'],
    help: 'The book of a security at a past moment, and what happened in the minute after it, read from the journal.',
    load: () => import('./places/market-replay/index.tsx'),
  },
  {
    ...{ name: 'audit-log', group: 'Oversight', title: 'Audit log', icon: 'audit', who: 'operator' },
    needs: ['getAuditLog'],
    help: 'Who changed what, from where, and with which outcome. Orders are in Orders.',
    load: () => import('./places/audit-log/index.tsx'),
  },
  {
    ...{ name: 'markets', group: 'Venue', title: 'Markets and calendar', icon: 'calendar', who: 'operator' },
    needs: ['haltSecurity', 'resumeSecurity'],
    help: 'Halts and resumes with reasons that all clients see, and the days of a year that differ from the week.',
    load: () => import('./places/markets/index.tsx'),
  },
  {
    ...{ name: 'clients', group: 'Venue', title: 'Clients and limits', icon: 'clients', who: 'operator' },
    needs: ['getClients', 'getApiKeys'],
    help: 'Clients with their access, exposure, limits, keys, users, sessions and webhooks.',
    load: () => import('./places/clients/index.tsx'),
  },
  {
    ...{ name: 'users', group: 'Venue', title: 'Users and roles', icon: 'users', who: 'operator' },
    needs: ['getUsers', 'getRoles'],
    help: 'Who works in the console: roles, access, invitations and sessions of each user.',
    load: () => import('./places/users/index.tsx'),
  },
  {
    ...{ name: 'kill-switches', group: 'Venue', title: 'Kill switches', icon: 'stop', who: 'operator' },
    needs: ['getKillSwitches', 'throwKillSwitch', 'releaseKillSwitch'],
    help: 'A kill switch cancels the live orders of its target in one step, and refuses new ones until it is released.',
    load: () => import('./places/kill-switches/index.tsx'),
  },
  {
    ...{ name: 'notices', group: 'Venue', title: 'Notices', icon: 'notices', who: 'operator' },
    needs: ['sendNotice'],
    help: 'Notices to all clients. They cannot be taken back.',
    load: () => import('./places/notices/index.tsx'),
  },
  {
    ...{ name: 'day-files', group: 'Venue', title: 'Day files', icon: 'files', who: 'operator' },
    needs: ['listReports'],
    help: 'The files of each trading day. Their links hold for some minutes, and need no key.',
    load: () => import('./places/day-files/index.tsx'),
  },
  {
    ...{ name: 'health', group: 'Venue', title: 'Health and nodes', icon: 'health', who: 'operator' },
    needs: ['getVenueHealth'],
    help: 'Whether the venue serves, its journal, history, memory and connections, its last seven days, and its nodes.',
    load: () => import('./places/health/index.tsx'),
  },
  {
    ...{ name: 'keys', group: 'Developers', title: 'API keys', icon: 'keys', who: 'operator' },
    needs: ['getClients', 'getApiKeys'],
    help: 'The keys of a client and what each may do. A new key is shown once.',
    load: () => import('./places/keys/index.tsx'),
  },
  {
    ...{ name: 'sessions', group: 'Developers', title: 'Own sign-ins', icon: 'sessions' },
    needs: ['getSessions', 'endSession'],
    isOfUser: true,
    help: 'The browsers in which you are signed in, and your passkeys. End and remove those that you do not know.',
    load: () => import('./places/sessions/index.tsx'),
  },
  {
    ...{ name: 'webhooks', group: 'Developers', title: 'Webhooks', icon: 'webhooks' },
    needs: ['getWebhookRegistrations'],
    help: 'Where webhooks go and what became of each delivery. Failed ones can be sent again.',
    load: () => import('./places/webhooks/index.tsx'),
  },
];

/** The places that this key has something to do in. */
export function placesOf({ capabilities, may }: Session): readonly Place[] {
  const who = capabilities.operator ? 'operator' : 'client';
  const isUser = capabilities.user !== undefined;
  const hasOne = ({ needsOne = [] }: Place) =>
    needsOne.length === 0 || who === 'operator' || needsOne.some((method) => may(method));
  return PLACES.filter(
    (place) => may(...place.needs) && hasOne(place) && (place.who ?? who) === who && (isUser || !place.isOfUser),
  );
}
